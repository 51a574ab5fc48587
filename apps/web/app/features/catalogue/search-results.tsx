import { Suspense } from 'react'
import type { Category, ModFacets } from '@slipstream/contract/mods'
import { useFocusOnNew } from '#lib/use-paged-list.ts'
import { cx } from '#ui/cx.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { allFilters } from './active-filters.ts'
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
  const { first, mods, next, more } = list
  const { list: cards, expectMore } = useFocusOnNew<HTMLDivElement>(mods.length, 'article h3 a')
  return (
    <>
      <div
        ref={cards}
        aria-busy={isPending || undefined}
        className={cx('mt-5 transition-opacity duration-200', isPending && 'opacity-50 delay-150')}
      >
        {first.isError && (
          <ErrorState
            title="The mods could not be loaded."
            error={first.error}
            description="Your filters are still set."
            onRetry={() => void first.refetch()}
            isRetrying={first.isFetching}
          />
        )}
        {first.isPending && <ModGridSkeleton columns={3} count={6} />}
        {first.data?.items.length === 0 && (
          <Suspense fallback={null}>
            <NoModsFound q={search.q} asked={allFilters(search, facets, categories)} {...slots} />
          </Suspense>
        )}
        {mods.length > 0 && (
          <>
            <h2 className="sr-only">Search results</h2>
            <ModGrid mods={mods} asOf={first.dataUpdatedAt} columns={3} firstInView={3} {...slots} />
          </>
        )}
      </div>
      {first.data && mods.length > 0 && (
        <MoreMods
          shown={mods.length}
          total={first.data.total}
          nextPage={next && listAddress(search, next)}
          isMidway={after !== ''}
          isLoading={more.isLoading}
          error={more.error}
          onLoad={() => {
            expectMore()
            more.load()
          }}
        />
      )}
    </>
  )
}
