import { useEffect } from 'react'
import { Link } from '#lib/link.ts'
import { Button } from '#ui/button.tsx'
import { failureText } from '#ui/failure-text.ts'
import { Notice } from '#ui/notice.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { useCompletion } from './membership.queries.ts'

/** Shown on return from Stripe: waits for the payment and then welcomes the new member. */
export const PaymentReturn = ({ transaction }: { transaction: string }) => {
  const { data, error, refetch, isFetching } = useCompletion(transaction)
  if (error) {
    return (
      <Notice
        tone="destructive"
        title={failureText(error)}
        actions={
          <Button size="sm" variant="outline" isLoading={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        }
      >
        If you have paid, Premium starts within a few minutes, and we e-mail you.
      </Notice>
    )
  }
  if (!data?.isActive) {
    return (
      <p role="status" className="surface flex items-center gap-3 rounded-xl p-4 text-ui">
        <Spinner className="text-muted" />
        Waiting for your payment. Most banks take a few seconds.
      </p>
    )
  }
  return <Welcome />
}

const Welcome = () => {
  // A reload or a bookmark should not show the welcome again.
  useEffect(() => history.replaceState(history.state, '', '/subscribe'), [])
  return (
    <Notice
      tone="success"
      title="Welcome to Premium. The garage is open."
      actions={
        <Button asChild size="sm" variant="outline">
          <Link to="/mod-locker">Open my locker</Link>
        </Button>
      }
    >
      A receipt is on its way to your inbox.
    </Notice>
  )
}
