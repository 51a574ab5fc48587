import { CarFront } from 'lucide-react'
import type { LatestRelease } from '@slipstream/contract/mods'
import { Link } from '#lib/link.ts'
import { Badge } from '#ui/badge.tsx'
import { CalendarDay } from '#ui/calendar-day.tsx'
import { PageSection } from '#ui/page-section.tsx'
import { Picture } from '#ui/picture.tsx'
import { useLatestReleases } from './catalogue.queries.ts'

const SHOWN = 4

/** Shows that mods are maintained after they are sold. */
export const LatestReleases = () => {
  const { data: releases = [] } = useLatestReleases()
  if (releases.length === 0) return null
  return (
    <PageSection
      title="Fresh from the workshop"
      text="Every update is free for the mods you own."
      more={{ label: 'Newest mods', to: '/mods?sort=newest' }}
    >
      <ul className="mt-6 grid gap-4 md:gap-5 lg:grid-cols-2">
        {releases.slice(0, SHOWN).map((release) => (
          <li key={release.id}>
            <Release release={release} />
          </li>
        ))}
      </ul>
    </PageSection>
  )
}

const Release = ({ release: { modId, title, version, publishedAt, changes, picture } }: { release: LatestRelease }) => (
  <div className="surface cover-card flex h-full gap-4 rounded-2xl p-3 transition-colors hover:border-input md:p-4">
    <div className="aspect-16/10 w-28 shrink-0 self-start overflow-hidden rounded-lg bg-raised md:w-40">
      {picture ? (
        <Picture picture={picture} sizes="160px" isDecoration className="size-full object-cover" />
      ) : (
        <span className="grid size-full place-items-center text-subtle">
          <CarFront className="size-7" aria-hidden="true" />
        </span>
      )}
    </div>
    <div className="min-w-0 flex-1">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <h3 className="text-base font-semibold">
          <Link to={`/mods/${modId}#changelog`} className="cover-link">
            {title}
          </Link>
        </h3>
        <Badge>{version}</Badge>
      </div>
      <CalendarDay at={publishedAt} className="num mt-1 block text-caption text-subtle" />
      {changes[0] && <p className="mt-1.5 line-clamp-2 text-ui text-muted">{changes[0]}</p>}
    </div>
  </div>
)
