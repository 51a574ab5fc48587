import type { ModCard } from '@slipstream/contract/mods'
import { ErrorState } from '#ui/error-state.tsx'
import { PageSection } from '#ui/page-section.tsx'
import { CategoryChips } from './category-chips.tsx'
import { type CardSlots, ModGrid, ModGridSkeleton } from './mod-grid.tsx'
import { useFeaturedMods, usePopularMods } from './catalogue.queries.ts'

const SHOWN = 8

/** Featured mods first, then those with the most ratings. Renders nothing in a store without mods. */
export const PopularMods = (slots: CardSlots) => {
  const featured = useFeaturedMods()
  const popular = usePopularMods()
  if (popular.data?.items.length === 0) return null
  return (
    <PageSection
      title="Popular right now"
      text="Our own picks first, then the mods with the most ratings."
      more={{ label: 'All mods', to: '/mods' }}
    >
      <div className="mt-5">
        <CategoryChips />
      </div>
      <div className="mt-5 max-sm:[&_li:nth-child(n+7)]:hidden">
        {popular.isError && (
          <ErrorState
            title="The mods could not be loaded."
            error={popular.error}
            onRetry={() => void popular.refetch()}
          />
        )}
        {popular.isPending && <ModGridSkeleton columns={4} count={4} />}
        {popular.data && (
          <ModGrid
            mods={firstOnes(featured.data?.items ?? [], popular.data.items)}
            asOf={popular.dataUpdatedAt}
            columns={4}
            {...slots}
          />
        )}
      </div>
    </PageSection>
  )
}

const firstOnes = (featured: readonly ModCard[], popular: readonly ModCard[]) => {
  const picked = new Set(featured.map(({ id }) => id))
  return [...featured, ...popular.filter(({ id }) => !picked.has(id))].slice(0, SHOWN)
}
