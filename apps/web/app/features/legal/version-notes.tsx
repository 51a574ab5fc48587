import type { LegalPageText } from '@slipstream/contract/legal-documents'
import { CalendarDay } from '#ui/calendar-day.tsx'
import { TextLink } from './policy-links.tsx'
import type { PolicyPath } from './related-pages.tsx'

interface VersionNotesProps {
  path: PolicyPath
  page: LegalPageText
  /** The query parameter that selects a version. */
  parameter: 'version' | 'cookies'
}

/** Says if this is not the current version, or if a new one has been announced. */
export const VersionState = ({ path, page: { state, updatedAt, upcoming }, parameter }: VersionNotesProps) => {
  if (state === 'earlier') {
    return (
      <p role="note" className="mt-4 text-ui">
        This is an earlier version. It may apply to an order you placed while it was in effect.{' '}
        <TextLink to={path}>Read the current version</TextLink>
      </p>
    )
  }
  if (state === 'upcoming') {
    return (
      <p role="note" className="mt-4 text-ui">
        This version takes effect on <CalendarDay at={updatedAt} />.{' '}
        <TextLink to={path}>Read the current version</TextLink>
      </p>
    )
  }
  if (!upcoming?.effectiveAt) return null
  return (
    <p role="note" className="mt-4 text-ui">
      A new version takes effect on <CalendarDay at={upcoming.effectiveAt} />.{' '}
      <TextLink to={`${path}?${parameter}=${upcoming.number}`}>Read the new version</TextLink>
    </p>
  )
}

/** Links for buyers whose order was placed under an earlier version. */
export const EarlierVersions = ({ path, page, parameter }: VersionNotesProps) => {
  if (page.earlier.length === 0) return null
  const label = parameter === 'cookies' ? 'Earlier versions of the cookie policy' : 'Earlier versions'
  return (
    <nav aria-label={label} className="mt-14 text-ui text-muted">
      <p className="font-semibold text-foreground">{label}</p>
      <ul className="mt-3 grid gap-3">
        {page.earlier.map(({ number, effectiveAt }) => (
          <li key={number}>
            <TextLink to={`${path}?${parameter}=${number}`}>
              {effectiveAt ? (
                <>
                  Version {number}, from <CalendarDay at={effectiveAt} />
                </>
              ) : (
                'The first text'
              )}
            </TextLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
