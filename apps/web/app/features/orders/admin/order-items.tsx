import { useState } from 'react'
import { Link } from 'react-router'
import { formatUsd } from '@slipstream/contract/money'
import type { AdminOrder } from '@slipstream/contract/orders-admin'
import { calendarDay } from '#lib/calendar-day.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { cx } from '#ui/cx.ts'
import { Notice } from '#ui/notice.tsx'
import { Status } from '#ui/status.tsx'
import { useRevokeMod } from './admin-orders.queries.ts'
import { GrantDialog } from './grant-dialog.tsx'
import { ReasonDialog, ReasonForm } from './reason-dialog.tsx'

type Item = AdminOrder['items'][number]

/** What was sold and what became of it, and the money below. */
export const OrderItems = ({ order }: { order: AdminOrder }) => {
  const [granted, setGranted] = useState<string | null>(null)
  const customer = { id: order.userId, username: order.username }
  return (
    <Card
      title="Items"
      actions={
        <GrantDialog
          customer={customer}
          onGranted={setGranted}
          trigger={
            <Button size="sm" variant="outline">
              Give a mod
            </Button>
          }
        />
      }
    >
      {granted !== null && (
        <Notice tone="success" title={`${granted} is in the locker of ${order.username}.`} className="mb-4" />
      )}
      <ul aria-label="Items" className="divide-y border-y">
        {order.items.map((item) => (
          <li key={item.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 text-ui">
            <div className="min-w-0 flex-1 basis-56">
              <Link to={`/mods/${item.modId}`} className="rounded-sm font-medium underline-offset-4 hover:underline">
                {item.title}
              </Link>
              <p className="mt-0.5 text-small text-muted">
                <Locker item={item} wasPaid={order.paidAt !== null} />
              </p>
            </div>
            <LockerAct item={item} customer={customer} onGranted={setGranted} />
            <Paid item={item} />
          </li>
        ))}
      </ul>
      <Totals order={order} />
    </Card>
  )
}

const Locker = ({
  item: { isInLocker, entitlement, firstDownloadedAt },
  wasPaid,
}: {
  item: Item
  wasPaid: boolean
}) => {
  if (isInLocker) {
    return (
      <Status tone="success">
        In the locker, {firstDownloadedAt ? `downloaded ${calendarDay(firstDownloadedAt)}` : 'never downloaded'}
      </Status>
    )
  }
  if (!entitlement) return <Status tone="neutral">{wasPaid ? 'Not in the locker' : 'Not paid'}</Status>
  return (
    <span className="wrap-anywhere">
      Taken out of the locker{entitlement.revokedAt && ` ${calendarDay(entitlement.revokedAt)}`}
      {entitlement.revokeReason && `: ${entitlement.revokeReason}`}
    </span>
  )
}

interface LockerActProps {
  item: Item
  customer: { id: number; username: string }
  onGranted: (title: string) => void
}

const LockerAct = ({ item: { isInLocker, entitlement, modId, title }, customer, onGranted }: LockerActProps) => {
  if (!entitlement) return null
  if (!isInLocker) {
    return (
      <GrantDialog
        customer={customer}
        mod={{ id: modId, title }}
        onGranted={onGranted}
        trigger={
          <Button size="sm" variant="ghost" aria-label={`Give again: ${title}`}>
            Give again
          </Button>
        }
      />
    )
  }
  return (
    <ReasonDialog
      title={`Take ${title} out of the locker?`}
      description={`${customer.username} cannot download it any more. The money stays where it is: to pay it back, refund it.`}
      trigger={
        <Button size="sm" variant="ghost" aria-label={`Revoke ${title}`}>
          Revoke
        </Button>
      }
    >
      {(close) => <RevokeForm entitlementId={entitlement.id} onDone={close} />}
    </ReasonDialog>
  )
}

const RevokeForm = ({ entitlementId, onDone }: { entitlementId: number; onDone: () => void }) => {
  const revoke = useRevokeMod(entitlementId)
  return (
    <ReasonForm
      label="Why"
      hint="Stands in the order’s timeline and in the log of the store."
      action="Take it out"
      tone="destructive"
      act={revoke}
      onReason={(reason) => revoke.mutate(reason, { onSuccess: onDone })}
    />
  )
}

const Paid = ({ item: { paidCents, priceCents, refundedCents } }: { item: Item }) => (
  <p className="num ml-auto text-right">
    {formatUsd(paidCents)}
    {priceCents > paidCents && (
      <del className="ms-2 text-small text-muted">
        <span className="sr-only">instead of </span>
        {formatUsd(priceCents)}
      </del>
    )}
    {refundedCents > 0 && <span className="block text-small text-muted">{formatUsd(refundedCents)} paid back</span>}
  </p>
)

const Totals = ({ order }: { order: AdminOrder }) => (
  <dl className="num mt-4 ml-auto flex max-w-xs flex-col gap-1.5 text-ui">
    <Amount name="Subtotal" value={formatUsd(order.subtotalCents)} />
    {order.saleCents > 0 && <Amount name="Sales" value={`−${formatUsd(order.saleCents)}`} />}
    {order.couponCode && <Amount name={`Coupon ${order.couponCode}`} value={`−${formatUsd(order.couponCents)}`} />}
    <Amount name={order.paidAt ? 'Paid' : 'To pay'} value={formatUsd(order.totalCents)} isTotal />
    {order.refundedCents > 0 && <Amount name="Paid back" value={`−${formatUsd(order.refundedCents)}`} />}
  </dl>
)

const Amount = ({ name, value, isTotal = false }: { name: string; value: string; isTotal?: boolean }) => (
  <div className={cx('flex justify-between gap-6', isTotal ? 'font-semibold' : 'text-muted')}>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
)
