import { PackageOpen } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FilterBar } from '#ui/filter-bar.tsx'
import { Show } from './show.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageFrame } from '#ui/page-frame.tsx'
import { Status } from '#ui/status.tsx'
import type { Column, RowKey } from '#ui/table.tsx'
import { useFilters } from '#ui/use-filters.ts'

const mods = [
  { id: 1, title: 'Tsukiro Senko D-Spec', status: 'Published', category: 'Drift', version: '2.3.0' },
  { id: 2, title: 'Kestrel R4 Rally', status: 'Draft', category: 'Rally', version: '0.9.0' },
  { id: 3, title: 'Northgate Longhaul 780', status: 'Archived', category: 'Heavy', version: '1.1.4' },
]
type Mod = (typeof mods)[number]

const columns: readonly Column<Mod>[] = [
  { key: 'title', header: 'Mod', isSortable: true, cell: (mod) => mod.title },
  {
    key: 'status',
    header: 'Status',
    card: 'status',
    cell: (mod) => <Status tone={mod.status === 'Published' ? 'success' : 'neutral'}>{mod.status}</Status>,
  },
  { key: 'category', header: 'Category', cell: (mod) => mod.category },
  { key: 'version', header: 'Version', card: 'labeled', cell: (mod) => mod.version },
]

const answered = { isPending: false, isFetching: false, error: null, refetch: () => undefined }

export const AdminShow = () => {
  const filters = useFilters(['q', 'status'])
  const [selected, setSelected] = useState<ReadonlySet<RowKey>>(new Set([2]))
  const { q, status } = filters.values
  const rows = mods.filter(
    (mod) => mod.title.toLowerCase().includes(q.toLowerCase()) && (!status || mod.status === status),
  )
  return (
    <Show title="Admin pages">
      <PageFrame
        title="All mods"
        description="Every mod: draft, published and archived."
        actions={<Button variant="primary">Create mod</Button>}
        tabs={[
          { label: 'Mods', to: '/debug-ui', count: 3 },
          { label: 'Featured', to: '/debug-ui?tab=featured' },
        ]}
      >
        <FilterBar
          filters={filters}
          search={{ name: 'q', label: 'Search mods', placeholder: 'Search by title or make' }}
          selects={[
            {
              name: 'status',
              label: 'Status',
              any: 'Any status',
              options: [
                { value: 'Published', label: 'Published' },
                { value: 'Draft', label: 'Draft' },
              ],
            },
          ]}
          found={`${rows.length} mods`}
        >
          <Button size="sm" variant="outline">
            Export
          </Button>
        </FilterBar>
        <DataTable
          caption="All mods"
          columns={columns}
          rows={rows}
          rowKey={(mod) => mod.id}
          query={answered}
          failure="The mods could not be loaded."
          empty={<EmptyState icon={<PackageOpen />} title="No mods match these filters." />}
          selection={{
            selected,
            onSelect: setSelected,
            nameOf: (mod) => mod.title,
            actions: (chosen) => (
              <Button size="sm" variant="outline">
                Publish {chosen.length}
              </Button>
            ),
          }}
          step={25}
        />
        <DataTable
          caption="All mods, failing"
          columns={columns}
          rows={[]}
          rowKey={(mod) => mod.id}
          query={{ ...answered, error: new Error('away') }}
          failure="The mods could not be loaded."
        />
        <Notice tone="warning" title="3 mods are not confirmed for 0.37." actions={<Button size="sm">Look</Button>}>
          Players see this on each mod’s page.
        </Notice>
        <Notice tone="info" title="A newer draft was found." />
        <Notice tone="success" title="4 mods were published." />
        <Notice tone="destructive" title="1 mod was not published.">
          Kestrel R4 Rally has no picture yet.
        </Notice>
      </PageFrame>
    </Show>
  )
}
