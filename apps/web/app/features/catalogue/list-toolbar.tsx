import { SlidersHorizontal } from 'lucide-react'
import { startTransition, Suspense, useRef, useState } from 'react'
import { MOD_SORTS, type ModSort } from '@slipstream/contract/catalogue'
import { Button } from '#ui/button.tsx'
import { NativeSelect } from '#ui/native-select.tsx'
import { FilterFields, FilterSheet } from './lazy-list-parts.tsx'
import { type ModSearch, unfilteredAddress } from './mod-search.ts'
import type { useModFacets } from './catalogue.queries.ts'

const SORT_WORDS: Record<ModSort, string> = {
  popular: 'Most popular',
  newest: 'Newest',
  'price-asc': 'Price: low to high',
  'price-desc': 'Price: high to low',
  rating: 'Best rated',
}

const sortOptions = (hasWords: boolean) => {
  const sorts = MOD_SORTS.map((value) => ({ value, label: SORT_WORDS[value] }))
  return hasWords
    ? [{ value: '', label: 'Best match' }, ...sorts]
    : [{ value: '', label: SORT_WORDS.popular }, ...sorts.slice(1)]
}

interface ListToolbarProps {
  search: ModSearch
  facets: ReturnType<typeof useModFacets>
  /** `24 mods` */
  found: string
  /** The search text. */
  foundFor: string
  activeCount: number
  onChange: (search: ModSearch, options?: { isTyping: boolean }) => void
}

/** The result count and the sort order; on a phone also the filter button. */
export const ListToolbar = ({ search, facets, found, foundFor, activeCount, onChange }: ListToolbarProps) => {
  const [sheet, setSheet] = useState<'unused' | 'open' | 'closed'>('unused')
  const button = useRef<HTMLButtonElement>(null)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
      <p role="status" className="num w-full text-ui text-muted sm:mr-auto sm:w-auto">
        {found}
        {found && foundFor && <> for “{foundFor}”</>}
      </p>
      <Button
        ref={button}
        variant="outline"
        className="lg:hidden"
        aria-label={activeCount > 0 ? `Filters, ${activeCount} active` : 'Filters'}
        aria-haspopup="dialog"
        aria-expanded={sheet === 'open'}
        // The sheet is slow to render. A transition keeps the tap responsive.
        onClick={() => startTransition(() => setSheet('open'))}
      >
        <SlidersHorizontal aria-hidden="true" />
        Filters
        {activeCount > 0 && (
          <span className="num grid size-5 place-items-center rounded-full bg-foreground text-caption font-semibold text-background">
            {activeCount}
          </span>
        )}
      </Button>
      <NativeSelect
        aria-label="Sort by"
        className="w-48"
        options={sortOptions(search.q !== '')}
        value={search.sort ?? ''}
        onValueChange={(value) => onChange({ ...search, sort: MOD_SORTS.find((sort) => sort === value) ?? null })}
      />
      {sheet !== 'unused' && (
        <Suspense fallback={null}>
          <FilterSheet
            isOpen={sheet === 'open'}
            onOpenChange={(isOpen) => setSheet(isOpen ? 'open' : 'closed')}
            returnFocusTo={button}
            clearedList={unfilteredAddress(search)}
            found={found}
          >
            <FilterFields search={search} facets={facets} onChange={onChange} />
          </FilterSheet>
        </Suspense>
      )}
    </div>
  )
}
