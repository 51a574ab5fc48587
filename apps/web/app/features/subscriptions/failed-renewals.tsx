import { formatUsd } from '@slipstream/contract/money'
import type { SubscriptionFigures } from '@slipstream/contract/subscriptions-admin'
import { Card } from '#ui/card.tsx'
import { Moment } from '#ui/moment.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { memberName } from './member-name.ts'

type Renewal = SubscriptionFigures['failedRenewals'][number]

/** Renewals that are failing right now, and what happens to each if nobody acts. */
export const FailedRenewals = ({ renewals }: { renewals: readonly Renewal[] }) => (
  <Card
    isFlush
    title="Failed renewals"
    description="Members keep Premium while Stripe tries their card again, and get three e-mails."
  >
    <div className="border-t">
      <Table
        caption="Failed renewals"
        columns={COLUMNS}
        rows={renewals}
        rowKey={({ id }) => id}
        empty={<p className="px-5 py-6 text-center text-ui text-muted">No renewal is failing right now.</p>}
      />
    </div>
  </Card>
)

const COLUMNS: readonly Column<Renewal>[] = [
  { key: 'user', header: 'User', cell: memberName },
  { key: 'plan', header: 'Plan', cell: ({ planName }) => planName },
  { key: 'amount', header: 'Amount', isNumeric: true, cell: ({ amountCents }) => formatUsd(amountCents) },
  { key: 'failed', header: 'Failed', card: 'labeled', cell: ({ failedAt }) => <Moment at={failedAt} /> },
  { key: 'tries', header: 'Tries', isNumeric: true, card: 'labeled', cell: ({ attempts }) => attempts },
  {
    key: 'next',
    header: 'What happens next',
    cell: ({ nextAttemptAt, endsAt }) =>
      nextAttemptAt ? (
        <>
          Stripe tries again <Moment at={nextAttemptAt} />. Without a payment, access ends <Moment at={endsAt} />.
        </>
      ) : (
        <>
          The card can’t be charged again. Without a new one, access ends <Moment at={endsAt} />.
        </>
      ),
  },
]
