import { formatUsd } from '@slipstream/contract/money'
import type { SubscriptionFigures } from '@slipstream/contract/subscriptions-admin'
import type { Guard } from '#lib/guard.ts'
import { Card } from '#ui/card.tsx'
import { Moment } from '#ui/moment.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { memberName } from './member-name.ts'
import { RefundButton } from './refund-payment.tsx'

type Refund = SubscriptionFigures['failedRefunds'][number]

/** Refunds that did not arrive. Renders nothing if there are none, which is usual. */
export const FailedRefunds = ({ refunds, guard }: { refunds: readonly Refund[]; guard: Guard }) =>
  refunds.length === 0 ? null : (
    <Card
      isFlush
      title="Failed refunds"
      description="You still owe this money. Refunding again works if the bank has issued the member a new card. Otherwise ask the member for a bank account."
    >
      <div className="border-t">
        <Table
          caption="Failed refunds"
          columns={[...COLUMNS, againColumn(guard)]}
          rows={refunds}
          rowKey={({ id }) => id}
          empty={null}
        />
      </div>
    </Card>
  )

const COLUMNS: readonly Column<Refund>[] = [
  { key: 'user', header: 'User', cell: memberName },
  { key: 'amount', header: 'Amount', isNumeric: true, cell: ({ amountCents }) => formatUsd(amountCents) },
  { key: 'decided', header: 'Decided', card: 'labeled', cell: ({ decidedAt }) => <Moment at={decidedAt} /> },
  { key: 'error', header: 'Why it failed', cell: ({ error }) => error ?? 'Stripe gave no reason.' },
]

const againColumn = (guard: Guard): Column<Refund> => ({
  key: 'again',
  header: 'What to do next',
  cell: (refund) => <RefundButton payment={refund} guard={guard} word="Refund again" />,
})
