import { Suspense } from 'react'
import { plural } from '#lib/counts.ts'
import { Link } from '#lib/link.ts'
import { useCountedSearch } from '#lib/visits.ts'
import { Button } from '#ui/button.tsx'
import { type ActiveFilter, activeFilters } from './active-filters.ts'
import { CategoryChips } from './category-chips.tsx'
import { useUnits } from '#lib/units.ts'
import { FilterChips } from './filter-chips.tsx'
import { SearchResults } from './search-results.tsx'
import { HiddenFields } from './hidden-fields.tsx'
import { FilterFields } from './lazy-list-parts.tsx'
import { ListToolbar } from './list-toolbar.tsx'
import type { CardSlots } from './mod-grid.tsx'
import { type ModSearch, unfilteredAddress } from './mod-search.ts'
import { useCategories, useModFacets, useModList } from './catalogue.queries.ts'
import { SearchField } from './search-field.tsx'
import { useModSearch } from './use-mod-search.ts'

/** The mod list with search, categories, filters and paging. */
export const ModList = (slots: CardSlots) => {
  const { search, after, asked, isPending, change } = useModSearch()
  const facets = useModFacets(search)
  const { data: categories } = useCategories()
  const list = useModList(search, after)
  const category = categories?.find(({ slug }) => slug === search.category)
  const { total } = list
  const filters = activeFilters(asked, facets.data, useUnits())
  useCountedSearch(search.q, isPending ? undefined : total?.count)

  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-5">
        <div>
          <h1 className="display text-display-l">{category ? `${category.name} mods` : 'All mods'}</h1>
          {category?.description && <p className="mt-2 max-w-[60ch] text-muted">{category.description}</p>}
        </div>
        <div className="w-full md:w-[380px]">
          <SearchField
            search={asked}
            isPending={isPending}
            onSearch={(q) => change({ ...asked, q }, { isTyping: true })}
          />
        </div>
      </div>
      <div className="mt-6">
        <CategoryChips search={asked} isList />
      </div>
      <div className="mt-6 grid gap-x-8 lg:mt-8 lg:grid-cols-[232px_minmax(0,1fr)]">
        <form
          action="/mods"
          aria-label="Filters"
          className="hidden lg:block"
          // With scripts every field applies immediately.
          onSubmit={(event) => event.preventDefault()}
        >
          <HiddenFields values={{ q: asked.q, category: asked.category, sort: asked.sort }} />
          <Suspense fallback={null}>
            <FilterFields search={asked} facets={facets} onChange={change} />
          </Suspense>
          <noscript>
            <Button type="submit" variant="outline" className="mt-6">
              Apply filters
            </Button>
          </noscript>
        </form>
        <div>
          <ListToolbar
            search={asked}
            facets={facets}
            found={total ? plural(total, 'mod') : ''}
            foundFor={search.q}
            activeCount={filters.length}
            onChange={change}
          />
          {total?.count !== 0 && <ActiveFilters search={asked} filters={filters} />}
          <SearchResults
            search={search}
            after={after}
            list={list}
            facets={facets.data}
            categories={categories}
            isPending={isPending}
            slots={slots}
          />
        </div>
      </div>
    </>
  )
}

const ActiveFilters = ({ search, filters }: { search: ModSearch; filters: readonly ActiveFilter[] }) =>
  filters.length > 0 && (
    <div className="mt-4 flex flex-wrap items-center gap-2">
      <FilterChips filters={filters} />
      {filters.length > 1 && (
        <Button asChild variant="ghost" size="sm" className="h-8">
          <Link to={unfilteredAddress(search)} preventScrollReset>
            Clear all
          </Link>
        </Button>
      )}
    </div>
  )
