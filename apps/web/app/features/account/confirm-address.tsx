import { Button } from '#ui/button.tsx'
import { Link } from '#lib/link.ts'
import { Notice } from '#ui/notice.tsx'
import { useResendConfirmation } from './account.queries.ts'
import { LinkSent } from './link-sent.tsx'
import { Outcome } from './outcome.tsx'

/** Asks an owner for the confirmation that was not needed to pay. */
export const ConfirmAddress = ({ email }: { email: string | null }) => {
  const resend = useResendConfirmation('/mod-locker')
  if (email === null) {
    return (
      <Notice
        tone="info"
        title="Add an e-mail address"
        actions={
          <Button asChild size="sm" variant="outline">
            <Link to="/profile#email">Open your profile</Link>
          </Button>
        }
      >
        Receipts and news of your mods go there.
      </Notice>
    )
  }
  return (
    <Notice
      tone="info"
      title="Confirm your e-mail address"
      actions={
        <Button size="sm" variant="outline" isLoading={resend.isPending} onClick={() => resend.mutate()}>
          Send the link again
        </Button>
      }
    >
      <p>
        Open the link we mailed to <span className="font-medium wrap-anywhere text-foreground">{email}</span>. Until
        then you get no news of your mods, and a forgotten password cannot be reset.
      </p>
      <Outcome act={resend} done={<LinkSent to={email} />} />
    </Notice>
  )
}
