import { Ellipsis, PackageOpen } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Show } from './show.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { Status } from '#ui/status.tsx'
import { type Column, type Sort, Table } from '#ui/table.tsx'

const orders = [
  { id: 1042, mod: 'Tsukiro Senko D-Spec', buyer: 'mara', items: 2, total: 30.98, state: 'Paid', day: '4 Nov 2026' },
  { id: 1041, mod: 'Kestrel R4 Rally', buyer: 'tomasz_k', items: 1, total: 16.99, state: 'Pending', day: '4 Nov 2026' },
  { id: 1040, mod: 'Orsana Aurelion', buyer: 'noor', items: 1, total: 24.99, state: 'Refunded', day: '3 Nov 2026' },
  {
    id: 1039,
    mod: 'Northgate Longhaul 780',
    buyer: 'ines',
    items: 3,
    total: 1254.5,
    state: 'Failed',
    day: '2 Nov 2026',
  },
]
type Order = (typeof orders)[number]

const tones = { Paid: 'success', Pending: 'warning', Refunded: 'neutral', Failed: 'destructive' } as const
const usd = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

const columns: readonly Column<Order>[] = [
  {
    key: 'mod',
    header: 'Order',
    isSortable: true,
    cell: (order) => (
      <a href="#top" className="hover:underline">
        {order.mod}
      </a>
    ),
  },
  {
    key: 'state',
    header: 'Status',
    card: 'status',
    cell: (order) => <Status tone={tones[order.state as keyof typeof tones]}>{order.state}</Status>,
  },
  { key: 'buyer', header: 'Buyer', cell: (order) => order.buyer },
  { key: 'day', header: 'Date', isSortable: true, cell: (order) => order.day },
  { key: 'items', header: 'Items', isNumeric: true, card: 'labeled', hideBelow: 'lg', cell: (order) => order.items },
  { key: 'total', header: 'Total', isNumeric: true, isSortable: true, cell: (order) => usd.format(order.total) },
  {
    key: 'more',
    header: 'Actions',
    isHeaderHidden: true,
    card: 'action',
    cell: (order) => (
      <IconButton label={`More for order ${order.id}`} size="icon-sm">
        <Ellipsis aria-hidden="true" />
      </IconButton>
    ),
  },
]

const compare = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0)

export const TableShow = () => {
  const [sort, setSort] = useState<Sort>({ key: 'total', direction: 'desc' })
  const [pageSize, setPageSize] = useState(20)
  const key = sort.key as keyof Order
  const rows = [...orders].sort((a, b) => compare(a[key], b[key]) * (sort.direction === 'asc' ? 1 : -1))

  return (
    <Show title="Tables">
      <Card isFlush title="Recent orders" actions={<Button size="sm">Export</Button>}>
        <Table
          caption="Recent orders"
          columns={columns}
          rows={rows}
          rowKey={(row) => row.id}
          sort={sort}
          onSort={setSort}
        />
      </Card>
      <Pagination
        label="Orders"
        pageSize={pageSize}
        onPageSizeChange={setPageSize}
        total={1318}
        onNext={() => undefined}
      />
      <div className="grid gap-4 lg:grid-cols-2">
        <Card isFlush title="Loading">
          <Table caption="Orders, loading" columns={columns.slice(0, 4)} rows={[]} rowKey={(row) => row.id} isLoading />
        </Card>
        <Card isFlush title="Empty">
          <Table
            caption="Orders, none"
            columns={columns.slice(0, 4)}
            rows={[]}
            rowKey={(row) => row.id}
            empty={
              <EmptyState icon={<PackageOpen />} title="No orders in this period." action={<Button>Show all</Button>} />
            }
          />
        </Card>
      </div>
    </Show>
  )
}
