import { Suspense } from 'react'
import { CARDS_PER_PAGE } from '@slipstream/contract/catalogue'
import type { Category, ModFacets } from '@slipstream/contract/mods'
import { cx } from '#ui/cx.ts'
import { ServedList } from '#ui/served-list.tsx'
import { allFilters } from './active-filters.ts'
import { useUnits } from '#lib/units.ts'
import { NoModsFound } from './lazy-list-parts.tsx'
import { type CardSlots, ModGrid, ModGridSkeleton } from './mod-grid.tsx'
import { listAddress, type ModSearch } from './mod-search.ts'
import type { useModList } from './catalogue.queries.ts'
import { MoreMods } from './more-mods.tsx'

interface SearchResultsProps {
  search: ModSearch
  /** The cursor of the first mod shown, if it is not the start of the list. */
  after: string
  list: ReturnType<typeof useModList>
  facets: ModFacets | undefined
  categories: readonly Category[] | undefined
  /** A new search is loading; the mods shown belong to the previous one. */
  isPending: boolean
  slots: CardSlots
}

export const SearchResults = ({ search, after, list, facets, categories, isPending, slots }: SearchResultsProps) => {
  const { first, items, next, more } = list
  return (
    <ServedList
      list={list}
      step={CARDS_PER_PAGE}
      failure="The mods could not be loaded."
      advice="Your filters are still set."
      skeleton={<ModGridSkeleton columns={3} count={6} />}
      empty={
        <Suspense fallback={null}>
          <NoModsFound q={search.q} asked={allFilters(search, facets, categories, useUnits())} {...slots} />
        </Suspense>
      }
      focusOn="article h3 a"
      isBusy={isPending}
      className={cx('mt-5 transition-opacity duration-200', isPending && 'opacity-50 delay-150')}
      foot={(load) =>
        first.data && (
          <MoreMods
            shown={items.length}
            total={first.data.total}
            nextPage={next && listAddress(search, next)}
            isMidway={after !== ''}
            isLoading={more.isLoading}
            error={more.error}
            onLoad={load}
          />
        )
      }
    >
      {(mods) => (
        <>
          <h2 className="sr-only">Search results</h2>
          <ModGrid mods={mods} asOf={first.dataUpdatedAt} columns={3} firstInView={3} {...slots} />
        </>
      )}
    </ServedList>
  )
}
