import { ArrowRight, ReceiptText } from 'lucide-react'
import { formatUsd } from '@slipstream/contract/money'
import type { OrderRow } from '@slipstream/contract/orders-admin'
import { Link } from '#lib/link.ts'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Moment } from '#ui/moment.tsx'
import { Status } from '#ui/status.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { ORDER_WORDS } from '../order-words.ts'
import { useOrderList } from './admin-orders.queries.ts'

const SHOWN = 6
const ALL = {}

/** The newest orders, for the dashboard. */
export const LatestOrders = () => {
  const { list, orders } = useOrderList(ALL)
  return (
    <Card
      title="Latest orders"
      actions={
        <Link
          to="/admin/orders"
          className="inline-flex items-center gap-1 rounded-sm text-small text-muted hover:text-foreground"
        >
          All orders
          <ArrowRight className="size-3.5" aria-hidden="true" />
        </Link>
      }
      isFlush
    >
      {list.isError ? (
        <ErrorState
          title="The orders could not be loaded."
          error={list.error}
          onRetry={() => void list.refetch()}
          isRetrying={list.isFetching}
        />
      ) : (
        <Table
          caption="Latest orders"
          columns={COLUMNS}
          rows={orders.slice(0, SHOWN)}
          rowKey={({ id }) => id}
          isLoading={list.isPending}
          empty={<EmptyState icon={<ReceiptText />} title="No orders yet" description="The first one appears here." />}
        />
      )}
    </Card>
  )
}

const COLUMNS: readonly Column<OrderRow>[] = [
  {
    key: 'order',
    header: 'Order',
    cell: ({ number, titles }) => (
      <span className="block min-w-0 py-1">
        <Link to={`/admin/orders?order=${number}`} className="num rounded-sm underline-offset-4 hover:underline">
          {number}
        </Link>
        <span className="line-clamp-1 text-small font-normal text-muted">{titles.join(', ')}</span>
      </span>
    ),
  },
  { key: 'customer', header: 'Customer', cell: ({ username }) => <span className="block truncate">{username}</span> },
  {
    key: 'status',
    header: 'Status',
    cell: ({ status }) => <Status tone={ORDER_WORDS[status].tone}>{ORDER_WORDS[status].word}</Status>,
  },
  {
    key: 'total',
    header: 'Total',
    isNumeric: true,
    card: 'status',
    cell: ({ totalCents }) => formatUsd(totalCents),
  },
  {
    key: 'ordered',
    header: 'Ordered',
    isNumeric: true,
    cell: ({ createdAt }) => (
      <span className="whitespace-nowrap">
        <Moment at={createdAt} />
      </span>
    ),
  },
]
