import { useState } from 'react'
import { formatUsd } from '@slipstream/contract/money'
import type { AdminOrder } from '@slipstream/contract/orders-admin'
import type { Guard } from '#lib/guard.ts'
import { Link } from '#lib/link.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Moment } from '#ui/moment.tsx'
import { Notice } from '#ui/notice.tsx'
import { Status } from '#ui/status.tsx'
import { type FindMod, GrantDialog } from './grant-dialog.tsx'
import { OrderTotals } from './order-totals.tsx'
import { RevokeDialog } from './revoke-dialog.tsx'

type Item = AdminOrder['items'][number]

const placeOf = ({ id }: Item) => `item-${id}`

interface OrderItemsProps {
  order: AdminOrder
  guard: Guard
  findMod: FindMod
}

/** The items of an order with their access and the totals. */
export const OrderItems = ({ order, guard, findMod }: OrderItemsProps) => {
  const [granted, setGranted] = useState<string | null>(null)
  return (
    <Card
      title="Items"
      actions={
        <GrantDialog
          username={order.username}
          guard={guard}
          findMod={findMod}
          onGranted={setGranted}
          trigger={
            <Button size="sm" variant="outline">
              Grant a mod
            </Button>
          }
        />
      }
    >
      {granted !== null && (
        <Notice
          tone="success"
          title={`${granted} is in the locker of ${order.username}.`}
          className="mb-4"
          actions={
            <Button asChild size="sm" variant="outline">
              <Link to={{ search: `?${new URLSearchParams({ tab: 'granted', q: order.username }).toString()}` }}>
                Show granted mods
              </Link>
            </Button>
          }
        />
      )}
      <ul aria-label="Items" className="divide-y border-y">
        {order.items.map((item) => (
          <li key={item.id} className="flex items-start gap-x-4 py-3 text-ui sm:items-center">
            <div className="min-w-0 flex-1">
              <Link
                id={placeOf(item)}
                to={`/mods/${item.modId}`}
                className="rounded-sm font-medium underline-offset-4 hover:underline"
              >
                {item.title}
              </Link>
              <p className="mt-0.5 text-small text-muted">
                <Locker item={item} wasPaid={order.paidAt !== null} />
              </p>
            </div>
            <div className="ml-auto flex items-end gap-x-4 gap-y-1 max-sm:flex-col-reverse sm:items-center">
              <LockerAct guard={guard} item={item} username={order.username} onGranted={setGranted} />
              <Paid item={item} />
            </div>
          </li>
        ))}
      </ul>
      <OrderTotals order={order} />
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
        {/* One element, so that its text wraps beside the button. */}
        <span className="min-w-0 whitespace-normal">
          In the locker,{' '}
          {firstDownloadedAt ? (
            <>
              downloaded <Moment at={firstDownloadedAt} />
            </>
          ) : (
            'never downloaded'
          )}
        </span>
      </Status>
    )
  }
  if (!entitlement) return <Status tone="neutral">{wasPaid ? 'Not in the locker' : 'Not paid'}</Status>
  return (
    <span className="wrap-anywhere">
      Access revoked {entitlement.revokedAt && <Moment at={entitlement.revokedAt} />}
      {entitlement.revokeReason && `: ${entitlement.revokeReason}`}
    </span>
  )
}

interface LockerActProps {
  item: Item
  username: string
  guard: Guard
  onGranted: (title: string) => void
}

const LockerAct = ({ item, username, guard, onGranted }: LockerActProps) => {
  const { isInLocker, entitlement, modId, title } = item
  if (!entitlement) return null
  if (!isInLocker) {
    return (
      <GrantDialog
        username={username}
        guard={guard}
        mod={{ id: modId, title }}
        onGranted={onGranted}
        trigger={
          <Button size="sm" variant="ghost" className="max-sm:-me-3" aria-label={`Grant again: ${title}`}>
            Grant again
          </Button>
        }
      />
    )
  }
  return (
    <RevokeDialog
      entitlementId={entitlement.id}
      title={title}
      username={username}
      refuge={placeOf(item)}
      note="This does not refund the payment. Use Refund to return the money."
      hint="Recorded in the order’s timeline and the audit log."
      trigger={
        <Button size="sm" variant="ghost" className="max-sm:-me-3" aria-label={`Revoke ${title}`}>
          Revoke
        </Button>
      }
    />
  )
}

const Paid = ({ item: { paidCents, priceCents, refundedCents } }: { item: Item }) => (
  <p className="num text-right">
    {formatUsd(paidCents)}
    {priceCents > paidCents && (
      <del className="ms-2 text-small text-muted">
        <span className="sr-only">instead of </span>
        {formatUsd(priceCents)}
      </del>
    )}
    {refundedCents > 0 && <span className="block text-small text-muted">{formatUsd(refundedCents)} refunded</span>}
  </p>
)
