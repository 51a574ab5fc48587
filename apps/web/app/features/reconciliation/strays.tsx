import { formatUsd } from '@slipstream/contract/money'
import type { Stray } from '@slipstream/contract/strays'
import type { Guard } from '#lib/guard.ts'
import { Card } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { failureText } from '#ui/failure-text.ts'
import { Moment } from '#ui/moment.tsx'
import { Status } from '#ui/status.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { useSettleStray, useStrays } from './reconciliation.queries.ts'

/** What Stripe was paid for but the database has lost. Renders nothing if there is none, which is usual. */
export const Strays = ({ guard }: { guard: Guard }) => {
  const items = useStrays().data?.items ?? []
  if (items.length === 0) return null
  return (
    <Card
      isFlush
      title="Paid at Stripe, but not in this database"
      description="A restore has lost these sales. Adopt a sale to give the buyer what was paid for, or cancel and refund it. Subscriptions go on renewing until you decide."
    >
      <div className="border-t">
        <Table
          caption="Sales that are only at Stripe"
          columns={[...COLUMNS, decisionColumn(guard)]}
          rows={items}
          rowKey={({ id }) => id}
        />
      </div>
    </Card>
  )
}

const nameOf = ({ kind, number, stripeId }: Stray) =>
  number ?? (kind === 'order' ? stripeId : `Subscription ${stripeId}`)

const COLUMNS: readonly Column<Stray>[] = [
  {
    key: 'sale',
    header: 'Sale',
    card: 'title',
    cell: (stray) => <span className="num wrap-anywhere">{nameOf(stray)}</span>,
  },
  { key: 'buyer', header: 'Buyer', card: 'labeled', cell: ({ account }) => account ?? 'Account lost too' },
  { key: 'amount', header: 'Paid', isNumeric: true, cell: ({ amountCents }) => formatUsd(amountCents) },
  { key: 'sold', header: 'Sold', card: 'labeled', cell: ({ soldAt }) => <Moment at={soldAt} /> },
  { key: 'problem', header: 'Problem', card: 'labeled', cell: ({ problem }) => problem ?? '–' },
]

const STATES = {
  adopting: { tone: 'neutral', text: 'Being adopted' },
  refunding: { tone: 'neutral', text: 'Being refunded' },
  adopted: { tone: 'success', text: 'Adopted' },
  refunded: { tone: 'success', text: 'Refunded' },
} as const

const decisionColumn = (guard: Guard): Column<Stray> => ({
  key: 'decision',
  header: 'Decision',
  card: 'action',
  cell: (stray) =>
    stray.state === 'open' ? (
      <Decision stray={stray} guard={guard} />
    ) : (
      <Status tone={STATES[stray.state].tone}>{STATES[stray.state].text}</Status>
    ),
})

const Decision = ({ stray, guard }: { stray: Stray; guard: Guard }) => {
  const settle = useSettleStray()
  const decide = (decision: 'adopt' | 'refund') => () => guard(() => settle.mutateAsync({ id: stray.id, decision }))
  const name = nameOf(stray)
  return (
    <span className="inline-flex flex-wrap gap-2">
      <ConfirmDialog
        tone="primary"
        title={`Adopt ${name}?`}
        description={
          stray.kind === 'order'
            ? 'The order is rebuilt from Stripe with its number and invoice. The mods are in the buyer’s locker at once, and the receipt is mailed again.'
            : 'The subscription is rebuilt from Stripe with all its payments. Premium begins at once. If the person has subscribed again meanwhile, this one ends and is refunded.'
        }
        confirmLabel="Adopt"
        trigger="Adopt"
        failureText={failureText}
        onConfirm={decide('adopt')}
      />
      <ConfirmDialog
        title={`Cancel and refund ${name}?`}
        description="Everything that was paid goes back to the card, and nothing renews. This cannot be undone."
        confirmLabel="Cancel and refund"
        cancelLabel="Keep it"
        trigger="Refund"
        failureText={failureText}
        onConfirm={decide('refund')}
      />
    </span>
  )
}
