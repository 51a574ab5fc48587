import { useState } from 'react'
import { formatUsd } from '@slipstream/contract/money'
import type { RecentSubscription } from '@slipstream/contract/subscriptions-admin'
import type { Guard } from '#lib/guard.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { Field } from '#ui/field.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast-store.ts'
import { useForm } from '#ui/use-form.ts'
import { memberName } from './member-name.ts'
import { refundRules, useRefundPayment } from './recent.queries.ts'

interface RefundPaymentProps {
  payment: RecentSubscription
  guard: Guard
}

/** The button that refunds a payment, or that it was refunded. */
export const RefundPayment = ({ payment, guard }: RefundPaymentProps) => {
  const [isOpen, setOpen] = useState(false)
  const { amountCents, refundedCents } = payment
  if (refundedCents > 0) {
    return <Badge>{refundedCents === amountCents ? 'Refunded' : `${formatUsd(refundedCents)} refunded`}</Badge>
  }
  if (amountCents === null || amountCents === 0) return null
  const name = memberName(payment)
  return (
    <Dialog
      title={`Refund ${formatUsd(amountCents)} to ${name}?`}
      description="The whole payment goes back to the card. If it paid for the running period, Premium ends now."
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button size="sm" variant="ghost" aria-label={`Refund the payment of ${name}`}>
          Refund
        </Button>
      }
    >
      <RefundForm payment={payment} guard={guard} onDone={() => setOpen(false)} />
    </Dialog>
  )
}

const RefundForm = ({ payment, guard, onDone }: RefundPaymentProps & { onDone: () => void }) => {
  const { mutateAsync } = useRefundPayment(guard, payment.id)
  const form = useForm({
    initial: { reason: '' },
    schema: refundRules,
    words: { reason: 'Enter a reason.' },
    body: ({ reason }) => ({ reason: reason.trim() }),
    send: mutateAsync,
    onDone: (isDone) => {
      if (isDone === null) return
      toast({ title: 'Refund started', description: 'Stripe sends the money back to the card.' })
      onDone()
    },
  })
  return (
    <DialogForm action="Refund payment" tone="destructive" form={form}>
      <Field label="Reason" hint="Kept in the audit log. The customer does not see it." error={form.problems.reason}>
        <Textarea name="reason" rows={3} maxLength={300} onInput={() => form.clear('reason')} />
      </Field>
    </DialogForm>
  )
}
