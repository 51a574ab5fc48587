import { useState } from 'react'
import { type Cents, formatUsd } from '@slipstream/contract/money'
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

/** The button that refunds a payment, or the state of its refund. */
export const RefundPayment = ({ payment, guard }: { payment: RecentSubscription; guard: Guard }) => {
  const { amountCents, refundedCents, refund } = payment
  if (refundedCents > 0) {
    return <Badge>{refundedCents === amountCents ? 'Refunded' : `${formatUsd(refundedCents)} refunded`}</Badge>
  }
  if (refund?.state === 'queued') return <Badge>Refund in progress</Badge>
  if (amountCents === null || amountCents === 0) return null
  const button = (word: string) => <RefundButton payment={{ ...payment, amountCents }} guard={guard} word={word} />
  if (refund?.state !== 'failed') return button('Refund')
  return (
    <>
      <Badge tone="destructive">Refund failed</Badge>
      {button('Refund again')}
    </>
  )
}

interface RefundButtonProps {
  payment: { id: number; username: string | null; userId: number; amountCents: Cents }
  guard: Guard
  word: string
}

export const RefundButton = ({ payment, guard, word }: RefundButtonProps) => {
  const [isOpen, setOpen] = useState(false)
  const name = memberName(payment)
  return (
    <Dialog
      title={`Refund ${formatUsd(payment.amountCents)} to ${name}?`}
      description="The whole payment goes back to the card. If it paid for the running period, Premium ends now."
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button size="sm" variant="ghost" aria-label={`${word} the payment of ${name}`}>
          {word}
        </Button>
      }
    >
      <RefundForm id={payment.id} guard={guard} onDone={() => setOpen(false)} />
    </Dialog>
  )
}

const RefundForm = ({ id, guard, onDone }: { id: number; guard: Guard; onDone: () => void }) => {
  const { mutateAsync } = useRefundPayment(guard, id)
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
