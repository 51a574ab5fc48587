import { SearchX } from 'lucide-react'
import { Link } from '#lib/link.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import type { ActiveFilter } from './active-filters.ts'
import { FilterChips } from './filter-chips.tsx'
import { type CardSlots, ModGrid } from './mod-grid.tsx'
import { usePopularMods } from './catalogue.queries.ts'

const SHOWN = 3

interface NoModsFoundProps extends CardSlots {
  q: string
  /** All active filters. */
  asked: readonly ActiveFilter[]
}

/** Shows the search, a way to remove each filter, and popular mods. */
export const NoModsFound = ({ q, asked, ...slots }: NoModsFoundProps) => {
  const popular = usePopularMods()
  if (asked.length === 0) return <NoModsYet />
  return (
    <>
      <div className="surface rounded-2xl">
        <EmptyState
          icon={<SearchX />}
          title={q ? `Nothing found for “${q}”` : 'No mods match these filters'}
          description={
            asked.length > 1
              ? 'Remove a filter, or start over with all mods.'
              : 'Check the spelling, or browse all mods.'
          }
          action={
            <div className="flex flex-col items-center gap-5">
              {asked.length > 1 && <FilterChips filters={asked} />}
              <Button asChild variant="primary">
                <Link to="/mods">Show all mods</Link>
              </Button>
            </div>
          }
        />
      </div>
      {popular.data && popular.data.items.length > 0 && (
        <>
          <h2 className="mt-10 mb-4 text-title">Popular mods</h2>
          <ModGrid mods={popular.data.items.slice(0, SHOWN)} asOf={popular.dataUpdatedAt} columns={3} {...slots} />
        </>
      )}
    </>
  )
}

const NoModsYet = () => (
  <div className="surface rounded-2xl">
    <EmptyState
      icon={<SearchX />}
      title="The first mod is still in the workshop"
      description="There is nothing to buy here yet. Come back soon."
      action={
        <Button asChild variant="outline">
          <Link to="/about">Meet the team</Link>
        </Button>
      }
    />
  </div>
)
