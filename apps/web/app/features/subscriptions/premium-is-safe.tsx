import { Notice } from '#ui/notice.tsx'
import { useCompletion } from './membership.queries.ts'

/** For a subscriber who returns from Stripe while the store is closed. */
export const PremiumIsSafe = ({ transaction }: { transaction: string }) => {
  const { data } = useCompletion(transaction)
  return (
    <div className="mt-8 text-left">
      <Notice tone="success" title="Your payment is safe.">
        {data?.isActive
          ? 'Premium has started. The garage is open to you when the store opens again, and the receipt is on its way by e-mail.'
          : 'Payments are processed while the store is closed. As soon as Stripe confirms yours, Premium starts and we send you the receipt by e-mail. You can close this page.'}
      </Notice>
    </div>
  )
}
