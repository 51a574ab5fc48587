import { type Cents, cents, formatUsd } from '@slipstream/contract/money'
import type { AdminOrder } from '@slipstream/contract/orders-admin'
import { cx } from '#ui/cx.ts'

/** The amounts of an order and the net amount. */
export const OrderTotals = ({ order }: { order: AdminOrder }) => {
  const disputedCents = cents(
    order.disputes.filter(({ state }) => state !== 'won').reduce((sum, { amountCents }) => sum + amountCents, 0),
  )
  const netCents = cents(Math.max(0, order.totalCents - order.refundedCents - disputedCents))
  const hasLost = order.refundedCents > 0 || disputedCents > 0
  return (
    <div className="num mt-4 flex flex-col gap-3 text-ui sm:ml-auto sm:max-w-xs">
      <dl className="flex flex-col gap-1.5">
        <Amount name="Subtotal" value={formatUsd(order.subtotalCents)} />
        {order.saleCents > 0 && <Amount name="Sale discounts" value={`−${formatUsd(order.saleCents)}`} />}
        {order.couponCode && <Amount name={`Coupon ${order.couponCode}`} value={`−${formatUsd(order.couponCents)}`} />}
        <Amount name={totalName(order)} value={formatUsd(order.totalCents)} isTotal />
        {order.refundedCents > 0 && <Amount name="Refunded" value={`−${formatUsd(order.refundedCents)}`} />}
        {disputedCents > 0 && <Amount name="Disputed amount" value={`−${formatUsd(disputedCents)}`} />}
        {hasLost && <Amount name="Net" value={formatUsd(netCents)} isTotal />}
      </dl>
      {hasLost && <Shares net={netCents} refunded={order.refundedCents} disputed={disputedCents} />}
    </div>
  )
}

const totalName = ({ paidAt, status }: AdminOrder) => {
  if (paidAt) return 'Paid'
  return status === 'pending' ? 'To pay' : 'Total'
}

const Amount = ({ name, value, isTotal = false }: { name: string; value: string; isTotal?: boolean }) => (
  <div className={cx('flex justify-between gap-6', isTotal ? 'font-semibold' : 'text-muted')}>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
)

/** The same amounts as a bar. */
const Shares = ({ net, refunded, disputed }: Record<'net' | 'refunded' | 'disputed', Cents>) => (
  <div className="flex h-1.5 gap-0.5 overflow-hidden rounded-full" aria-hidden="true">
    {net > 0 && <span className="bg-success" style={{ flexGrow: net }} />}
    {refunded > 0 && <span className="bg-foreground/25" style={{ flexGrow: refunded }} />}
    {disputed > 0 && <span className="bg-destructive" style={{ flexGrow: disputed }} />}
  </div>
)
