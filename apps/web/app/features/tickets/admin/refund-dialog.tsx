import { type ReactNode, useState } from 'react'
import { cents, formatUsd } from '@slipstream/contract/money'
import type { DeskOrder, DeskTicket } from '@slipstream/contract/tickets-admin'
import type { Guard } from '#lib/guard.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { Field } from '#ui/field.tsx'
import { FieldGroup } from '#ui/field-group.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { useForm } from '#ui/use-form.ts'
import { ticketRules, useRefundOrder } from './tickets-admin.queries.ts'

interface RefundDialogProps {
  order: DeskOrder
  ticket: DeskTicket
  guard: Guard
  trigger: ReactNode
}

/** Refunds what is left of an order, or some of its mods. */
export const RefundDialog = ({ trigger, ...props }: RefundDialogProps) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <Dialog
      title={`Refund ${props.order.number}`}
      description="The money goes back to the card it came from, and refunded mods leave the locker. This cannot be undone."
      trigger={trigger}
      open={isOpen}
      onOpenChange={setOpen}
    >
      {isOpen && <RefundForm {...props} onDone={() => setOpen(false)} />}
    </Dialog>
  )
}

const RefundForm = ({ order, ticket, guard, onDone }: Omit<RefundDialogProps, 'trigger'> & { onDone: () => void }) => {
  const { mutateAsync } = useRefundOrder(ticket.id, guard)
  const { refundable } = order
  const form = useForm({
    initial: { itemIds: refundable.map(({ itemId }) => itemId), reason: '' },
    schema: ticketRules('refund'),
    body: ({ itemIds, reason }) => ({ orderId: order.id, itemIds, reason: reason.trim() }),
    words: { itemIds: 'Choose at least one mod.' },
    send: mutateAsync,
    // No answer means that the admin declined to reauthenticate, so nothing was refunded.
    onDone: (answer) => answer && onDone(),
  })
  const { itemIds } = form.values
  const chosen = refundable.filter(({ itemId }) => itemIds.includes(itemId))
  const amount = cents(chosen.reduce((sum, item) => sum + item.cents, 0))
  return (
    <DialogForm action={chosen.length === 0 ? 'Refund' : `Refund ${formatUsd(amount)}`} tone="destructive" form={form}>
      {refundable.length > 1 && (
        <FieldGroup label="Mods to refund" error={form.problems.itemIds}>
          <ul className="flex flex-col gap-3">
            {refundable.map((item) => (
              <li key={item.itemId} className="flex justify-between gap-4 text-ui">
                <Checkbox
                  data-name="itemIds"
                  label={item.title}
                  aria-label={`${item.title}, ${formatUsd(item.cents)}`}
                  checked={itemIds.includes(item.itemId)}
                  onCheckedChange={(isChosen) => {
                    const others = itemIds.filter((id) => id !== item.itemId)
                    form.change({ itemIds: isChosen ? [...others, item.itemId] : others })
                  }}
                />
                <span className="num" aria-hidden="true">
                  {formatUsd(item.cents)}
                </span>
              </li>
            ))}
          </ul>
        </FieldGroup>
      )}
      <Field label="Reason" hint="For the staff; the customer does not see it." error={form.problems.reason}>
        <Textarea {...form.text('reason')} rows={3} />
      </Field>
    </DialogForm>
  )
}
