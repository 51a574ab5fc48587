import { useState } from 'react'
import type { Release } from '@slipstream/contract/mods'
import { countText } from '#lib/counts.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { CalendarDay } from '#ui/calendar-day.tsx'
import { cx } from '#ui/cx.ts'
import { DetailsSection } from './details-section.tsx'
import { sizeText } from '#ui/size-text.ts'

const SHOWN_FIRST = 3

export const Changelog = ({ releases }: { releases: readonly Release[] }) => {
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? releases : releases.slice(0, SHOWN_FIRST)

  return (
    <DetailsSection id="changelog" title="Changelog">
      {releases.length === 0 ? (
        <p className="mt-4 text-muted">The first release is still being built.</p>
      ) : (
        <ol className="mt-5 ml-1.5">
          {shown.map((release, place) => (
            <ReleaseEntry
              key={release.id}
              release={release}
              isNewest={place === 0}
              isLast={place === shown.length - 1}
            />
          ))}
        </ol>
      )}
      {shown.length < releases.length && (
        <Button variant="outline" size="sm" onClick={() => setShowsAll(true)}>
          Show all {countText(releases.length)}
        </Button>
      )}
    </DetailsSection>
  )
}

interface ReleaseEntryProps {
  release: Release
  isNewest: boolean
  isLast: boolean
}

const ReleaseEntry = ({ release, isNewest, isLast }: ReleaseEntryProps) => (
  <li className={cx('relative border-l pb-7 pl-6', isLast && 'border-transparent')}>
    <span
      className={cx(
        'absolute top-1.5 -left-[5.5px] size-2.5 rounded-full ring-4 ring-background',
        isNewest ? 'bg-primary' : 'bg-input',
      )}
      aria-hidden="true"
    />
    <h3 className="num flex flex-wrap items-center gap-x-3 gap-y-1 text-ui">
      <span className="font-medium">{release.version}</span>
      <CalendarDay at={release.publishedAt} className="font-normal text-muted" />
      <span className="font-normal text-subtle">{sizeText(release.sizeBytes)}</span>
      {isNewest && <Badge>Current</Badge>}
    </h3>
    <ul className="mt-2 max-w-[68ch] space-y-1 text-body text-muted">
      {release.changes.map((change) => (
        <li key={change} className="text-pretty">
          {change}
        </li>
      ))}
    </ul>
  </li>
)
