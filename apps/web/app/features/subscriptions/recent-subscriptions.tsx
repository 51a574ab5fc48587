import { formatUsd } from '@slipstream/contract/money'
import type { RecentSubscription } from '@slipstream/contract/subscriptions-admin'
import type { Guard } from '#lib/guard.ts'
import { DataTable } from '#ui/data-table.tsx'
import { Moment } from '#ui/moment.tsx'
import { ShortId } from '#ui/short-id.tsx'
import type { Column } from '#ui/table.tsx'
import { memberName } from './member-name.ts'
import { useRecentSubscriptions } from './recent.queries.ts'
import { RefundPayment } from './refund-payment.tsx'

const DASH = '–'

/** Payments for subscriptions, newest first. */
export const RecentSubscriptions = ({ guard }: { guard: Guard }) => {
  const query = useRecentSubscriptions()
  return (
    <DataTable
      caption="Recent subscriptions"
      query={query}
      failure="The subscriptions could not be loaded."
      columns={[...COLUMNS, paymentColumn(guard)]}
      rows={query.data?.items ?? []}
      rowKey={({ id }) => id}
      empty={<p className="px-5 py-8 text-center text-ui text-muted">No subscription purchases yet</p>}
    />
  )
}

const COLUMNS: readonly Column<RecentSubscription>[] = [
  {
    key: 'date',
    header: 'Date',
    card: 'fact',
    cell: ({ createdAt }) => (
      <span className="font-normal whitespace-nowrap text-muted">
        <Moment at={createdAt} />
      </span>
    ),
  },
  { key: 'user', header: 'User', card: 'title', cell: (row) => <span className="font-medium">{memberName(row)}</span> },
  { key: 'plan', header: 'Plan', cell: ({ planName }) => planName ?? <span className="text-muted">N/A</span> },
  {
    key: 'amount',
    header: 'Amount',
    isNumeric: true,
    card: 'status',
    cell: ({ amountCents }) => (amountCents === null ? DASH : formatUsd(amountCents)),
  },
  { key: 'interval', header: 'Interval', cell: ({ interval }) => interval ?? DASH },
]

/** The refund is here and not in a column of its own, because the specification fixes the columns. */
const paymentColumn = (guard: Guard): Column<RecentSubscription> => ({
  key: 'payment',
  header: 'Payment',
  cell: (row) => (
    <span className="inline-flex flex-wrap items-center gap-x-3">
      {row.paymentIntentId === null ? (
        DASH
      ) : (
        <ShortId id={row.paymentIntentId} label={`the payment of ${memberName(row)}`} />
      )}
      <RefundPayment payment={row} guard={guard} />
    </span>
  ),
})
