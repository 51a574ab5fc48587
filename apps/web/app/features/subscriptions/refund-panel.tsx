import { REFUND_PROCESSING_BUSINESS_DAYS, SUBSCRIPTION_MONEY_BACK_DAYS } from '@slipstream/contract/legal'
import { formatUsd } from '@slipstream/contract/money'
import type { MySubscription } from '@slipstream/contract/subscriptions-mine'
import { Link } from '#lib/link.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { failureText } from '#ui/failure-text.ts'
import { Moment } from '#ui/moment.tsx'
import { useRefund } from './membership.queries.ts'

const wordsOf = ({ state }: MySubscription, amount: string) => {
  const refund = `${amount} is back on your card in ${REFUND_PROCESSING_BUSINESS_DAYS} business days. The guarantee applies once.`
  if (state === 'ended') return { title: `Refund ${amount}?`, description: refund, confirmLabel: 'Refund payment' }
  return {
    title: `Refund ${amount} and end Premium?`,
    description: `Premium ends now, and the included mods leave your locker. ${refund}`,
    confirmLabel: 'Refund and end Premium',
    cancelLabel: 'Keep Premium',
  }
}

/** The money-back guarantee: one confirmation in the first 30 days, a link to support afterwards. */
export const RefundPanel = ({ mine }: { mine: MySubscription }) => {
  const refund = useRefund()
  const { refundableUntil, refundableCents } = mine
  if (refundableUntil === null) {
    return (
      <Card title="Money back">
        <p className="text-ui text-muted">
          The full refund is for the first {SUBSCRIPTION_MONEY_BACK_DAYS} days, once per person. If something is wrong
          with a payment, write to us.
        </p>
        <Button asChild variant="outline" className="mt-4">
          <Link to="/tickets?new=refund">Contact support</Link>
        </Button>
      </Card>
    )
  }
  const amount = formatUsd(refundableCents)
  return (
    <Card title="Money back">
      <p className="text-ui text-muted">
        Not what you expected? Until <Moment at={refundableUntil} /> you get all of it back. You don’t need a reason.
      </p>
      <ConfirmDialog
        {...wordsOf(mine, amount)}
        failureText={failureText}
        onConfirm={refund.mutateAsync}
        trigger={
          <Button variant="outline" className="mt-4">
            Get {amount} back
          </Button>
        }
      />
    </Card>
  )
}
