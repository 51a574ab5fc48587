import { CarFront, Plus, SearchX } from 'lucide-react'
import { useState } from 'react'
import type { AdminModRow, BulkOutcome } from '@slipstream/contract/mod-list-admin'
import { plural } from '#lib/counts.ts'
import { Link } from '#lib/link.ts'
import { Button } from '#ui/button.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ExportLink } from '#ui/export-link.tsx'
import { FilterBar } from '#ui/filter-bar.tsx'
import type { RowKey } from '#ui/table.tsx'
import { useFilters } from '#ui/use-filters.ts'
import { BulkActions, BulkReport, type BulkResult } from './bulk-actions.tsx'
import { useAdminCategories } from './edit/edit.queries.ts'
import { MODS_AT_A_TIME, type ModListQuery, useModList } from './mod-list.queries.ts'
import { MOD_COLUMNS } from './mod-columns.tsx'

/** All mods, with search, sorting and bulk actions. */
export const ModTable = () => {
  const filters = useFilters(['q', 'state', 'category'])
  const order = useFilters(['sort', 'direction'])
  const query = queryOf(filters.values)
  const sort = sortOf(order.values)
  const { list, mods, total } = useModList({ ...query, sort: sort.key, direction: sort.direction })
  const categories = useAdminCategories()
  const [selected, setSelected] = useState<ReadonlySet<RowKey>>(new Set())
  const [result, setResult] = useState<BulkResult | null>(null)
  const isNarrowed = Object.values(filters.values).some(Boolean)

  const finish = (action: BulkResult['action'], outcome: BulkOutcome) => {
    setResult({ action, outcome })
    // Rejected mods stay selected, so that they can be fixed and retried.
    setSelected(new Set(outcome.refused.map(({ id }) => id)))
  }

  return (
    <div className="flex flex-col gap-4">
      {result && <BulkReport result={result} onDismiss={() => setResult(null)} />}
      <FilterBar
        filters={filters}
        search={{ name: 'q', label: 'Search mods', placeholder: 'Search make or title' }}
        selects={[
          { name: 'state', label: 'Status', any: 'Any status', options: STATES },
          {
            name: 'category',
            label: 'Category',
            any: 'Any category',
            options: (categories.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
          },
        ]}
        isPending={list.isPlaceholderData}
        found={total && plural(total, 'mod')}
      >
        <ExportLink to="/api/admin/mods/export" query={query} />
      </FilterBar>
      <DataTable
        caption="Mods"
        query={list}
        failure="The mods could not be loaded."
        columns={MOD_COLUMNS}
        rows={mods}
        rowKey={({ id }) => id}
        sort={sort}
        onSort={({ key, direction }) => order.set({ sort: key, direction })}
        selection={{
          selected,
          onSelect: setSelected,
          nameOf: ({ title }: AdminModRow) => title,
          actions: (chosen) => <BulkActions chosen={chosen} onDone={finish} />,
        }}
        empty={isNarrowed ? <NothingFound onReset={filters.reset} /> : <NoMods />}
        step={MODS_AT_A_TIME}
        total={total}
      />
    </div>
  )
}

const STATES = [
  { value: 'published', label: 'Published' },
  { value: 'draft', label: 'Draft' },
  { value: 'scheduled', label: 'Scheduled' },
  { value: 'archived', label: 'Archived' },
  { value: 'sale', label: 'On sale' },
]

type FilterValues = Readonly<Record<'q' | 'state' | 'category', string>>
type OrderValues = Readonly<Record<'sort' | 'direction', string>>

/** Parses the filters in the URL and ignores invalid values. */
const queryOf = ({ q, state, category }: FilterValues): ModListQuery => ({
  ...(q && { q }),
  ...(/^\d{1,9}$/.test(category) && { categoryId: category }),
  ...stateOf(state),
})

const sortOf = ({ sort, direction }: OrderValues) => {
  const isKnown = MOD_COLUMNS.some(({ key, isSortable }) => isSortable && key === sort)
  return {
    key: isKnown ? (sort as NonNullable<ModListQuery['sort']>) : 'updated',
    direction: direction === 'asc' ? ('asc' as const) : ('desc' as const),
  }
}

const stateOf = (state: string): Pick<ModListQuery, 'status' | 'scheduled' | 'sale'> => {
  if (state === 'scheduled' || state === 'sale') return { [state]: 'true' }
  return state === 'draft' || state === 'published' || state === 'archived' ? { status: state } : {}
}

const NothingFound = ({ onReset }: { onReset: () => void }) => (
  <EmptyState
    icon={<SearchX />}
    title="No mods match these filters"
    action={
      <Button variant="outline" onClick={onReset}>
        Show all mods
      </Button>
    }
  />
)

const NoMods = () => (
  <EmptyState
    icon={<CarFront />}
    title="No mods yet"
    description="Upload an archive, and the store fills in most of the details for you."
    action={
      <Button asChild variant="primary">
        <Link to="/admin/products/create">
          <Plus aria-hidden="true" />
          Create a mod
        </Link>
      </Button>
    }
  />
)
