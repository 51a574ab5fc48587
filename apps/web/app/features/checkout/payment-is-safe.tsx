import { ShieldCheck } from 'lucide-react'
import { useCompletion } from './checkout.queries.ts'

/** For a customer who returns from Stripe while the store is closed. */
export const PaymentIsSafe = ({ transaction }: { transaction: string }) => {
  const { data } = useCompletion(transaction)
  const isPaid = data !== undefined && data.status !== 'pending' && data.status !== 'canceled'
  return (
    <div role="status" className="mt-8 flex items-start gap-3 rounded-2xl border bg-card p-4 text-left text-ui">
      <ShieldCheck className="mt-0.5 size-5 shrink-0 text-success" aria-hidden="true" />
      <div>
        <p className="font-medium">Your payment is safe.</p>
        {isPaid ? (
          <p className="mt-1 text-muted">
            Order <span className="num whitespace-nowrap">{data.orderNumber}</span> is paid. Your mods are in your
            locker when the store opens again, and the receipt is on its way by e-mail.
          </p>
        ) : (
          <p className="mt-1 text-muted">
            Payments are processed while the store is closed. As soon as Stripe confirms yours, your mods are added to
            your locker and we send you the receipt by e-mail. You can close this page.
          </p>
        )}
      </div>
    </div>
  )
}
