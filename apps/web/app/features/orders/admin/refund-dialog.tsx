import type { ComponentProps, ReactNode } from 'react'
import { type Cents, cents, formatUsd } from '@slipstream/contract/money'
import type { AdminOrder } from '@slipstream/contract/orders-admin'
import type { Guard } from '#lib/guard.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { FieldGroup } from '#ui/field-group.tsx'
import { useForm } from '#ui/use-form.ts'
import { orderRules, useRefund } from './admin-orders.queries.ts'
import { ReasonDialog, ReasonForm } from './reason-dialog.tsx'

interface RefundDialogProps {
  order: AdminOrder
  guard: Guard
  /** The element that gets the focus when nothing is left to refund. */
  refuge: string
  trigger: ReactNode
}

export const canBeRefunded = ({ status, items }: AdminOrder) =>
  (status === 'paid' || status === 'partially_refunded') && items.some(({ refundableCents }) => refundableCents > 0)

/** Refunds the rest of an order or some of its items. */
export const RefundDialog = ({ order, guard, refuge, trigger }: RefundDialogProps) => (
  <ReasonDialog
    title={`Refund ${order.number}`}
    description="The money goes back to the card it came from, and refunded mods leave the locker. This cannot be undone."
    refuge={refuge}
    trigger={trigger}
  >
    {(close) => <RefundForm order={order} guard={guard} onDone={close} />}
  </ReasonDialog>
)

const RefundForm = ({
  order,
  guard,
  onDone,
}: Omit<RefundDialogProps, 'refuge' | 'trigger'> & { onDone: () => void }) => {
  const { mutateAsync } = useRefund(order.id, guard)
  const left = order.items.filter(({ refundableCents }) => refundableCents > 0)
  const form = useForm({
    initial: { itemIds: left.map(({ id }) => id), reason: '' },
    schema: orderRules('refund'),
    body: ({ itemIds, reason }) => ({
      // A chosen item may have been refunded in the meantime.
      itemIds: itemIds.filter((id) => left.some((item) => item.id === id)),
      reason: reason.trim(),
    }),
    words: { itemIds: 'Choose at least one mod.' },
    send: mutateAsync,
    // No answer means that the admin declined to reauthenticate, so nothing was refunded.
    onDone: (answer) => answer && onDone(),
  })
  const { itemIds } = form.values
  const items = left.filter(({ id }) => itemIds.includes(id))
  const amount = cents(items.reduce((sum, { refundableCents }) => sum + refundableCents, 0))
  const choose = (ids: readonly number[], isChosen: boolean) => {
    const others = itemIds.filter((id) => !ids.includes(id))
    form.change({ itemIds: isChosen ? [...others, ...ids] : others })
  }

  return (
    <ReasonForm
      label="Reason"
      hint="Shown in the order’s timeline, not in the customer’s e-mail."
      action={items.length === 0 ? 'Refund' : `Refund ${formatUsd(amount)}`}
      tone="destructive"
      form={form}
    >
      <FieldGroup label="Items to refund" error={form.problems.itemIds}>
        <ul className="flex flex-col gap-3">
          {left.length > 1 && (
            <Choice
              label="Everything"
              amount={cents(left.reduce((sum, { refundableCents }) => sum + refundableCents, 0))}
              checked={items.length === left.length}
              isMixed={items.length > 0 && items.length < left.length}
              onCheckedChange={(isChosen) =>
                choose(
                  left.map(({ id }) => id),
                  isChosen,
                )
              }
            />
          )}
          {left.map(({ id, title, refundableCents, firstDownloadedAt }) => (
            <Choice
              key={id}
              label={title}
              amount={refundableCents}
              hint={firstDownloadedAt === null ? 'Never downloaded' : 'Has been downloaded'}
              checked={itemIds.includes(id)}
              onCheckedChange={(isChosen) => choose([id], isChosen)}
            />
          ))}
        </ul>
      </FieldGroup>
    </ReasonForm>
  )
}

interface ChoiceProps
  extends Pick<ComponentProps<typeof Checkbox>, 'hint' | 'checked' | 'isMixed' | 'onCheckedChange'> {
  label: string
  amount: Cents
}

const Choice = ({ label, amount, ...checkbox }: ChoiceProps) => (
  <li className="flex justify-between gap-4 text-ui">
    <Checkbox data-name="itemIds" label={label} aria-label={`${label}, ${formatUsd(amount)}`} {...checkbox} />
    <span className="num" aria-hidden="true">
      {formatUsd(amount)}
    </span>
  </li>
)
