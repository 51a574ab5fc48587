import { useQueryClient } from '@tanstack/react-query'
import { Link, type PageAddress } from '#lib/link.ts'
import { ApiError } from '#lib/request.ts'
import { Button } from '#ui/button.tsx'
import { AuthCard } from './auth-card.tsx'
import { recheckUser } from './auth.queries.ts'
import { FormNotice } from './form-notice.tsx'
import { useVerifyEmail } from './sign-in.queries.ts'

interface VerifyEmailProps {
  secret: string
  /** Where the link was asked for. */
  next: PageAddress
  /** Signs in and comes back here. */
  onLogIn: () => void
  onTakeOver: () => void
}

const RETURNS: Partial<Record<PageAddress, string>> = {
  '/checkout': 'Back to checkout',
  '/subscribe': 'Back to Premium',
  '/mod-locker': 'Open my locker',
}

/** Asks for a click: mail scanners open links, run scripts and would confirm an address that nobody reads. */
export const VerifyEmail = ({ secret, next, onLogIn, onTakeOver }: VerifyEmailProps) => {
  const client = useQueryClient()
  const { mutate, data, error, isPending } = useVerifyEmail()
  const confirm = () => mutate({ token: secret }, { onSuccess: () => void recheckUser(client) })

  return (
    <AuthCard title="Your address">
      <div className="flex flex-col gap-5">
        {!data && !error && (
          <>
            <p className="text-ui text-muted">Confirm that this address is yours. Receipts and links are sent to it.</p>
            <Button size="lg" variant="primary" isLoading={isPending} onClick={confirm}>
              Confirm address
            </Button>
          </>
        )}
        {data && <FormNotice tone="success">{data.message}</FormNotice>}
        {error && <Refusal error={error} onLogIn={onLogIn} onTakeOver={onTakeOver} />}
        {data && (
          <Button asChild size="lg" variant="primary">
            <Link to={next}>{RETURNS[next] ?? 'Go Home'}</Link>
          </Button>
        )}
      </div>
    </AuthCard>
  )
}

const Refusal = ({
  error,
  onLogIn,
  onTakeOver,
}: { error: Error } & Pick<VerifyEmailProps, 'onLogIn' | 'onTakeOver'>) => {
  const { code, reason } = error instanceof ApiError ? error : { code: undefined, reason: undefined }
  if (code === 'auth.sign_in_or_take_over') return <WhoseAccount onLogIn={onLogIn} onTakeOver={onTakeOver} />
  if (code === 'auth.sign_in_to_confirm') return <WhoseAccount onLogIn={onLogIn} onTakeOver={null} />
  return (
    <>
      <FormNotice tone="destructive">{reason || 'Your address could not be confirmed.'}</FormNotice>
      <p className="text-ui text-muted">You can request a new link in your profile.</p>
      <Button asChild size="lg" variant="outline">
        <Link to="/profile">Open profile</Link>
      </Button>
    </>
  )
}

/** The link was opened in a browser that is not signed in to the account it belongs to. */
const WhoseAccount = ({ onLogIn, onTakeOver }: { onLogIn: () => void; onTakeOver: (() => void) | null }) => (
  <>
    <p role="status" className="text-ui text-muted">
      Log in to the account that asked for this link to confirm the address. If you use Discord to log in, open the link
      again afterwards.
    </p>
    <Button size="lg" variant="primary" onClick={onLogIn}>
      Log in to confirm
    </Button>
    {onTakeOver && (
      <>
        <p className="text-ui text-muted">
          If somebody else entered your address, you can take the account over with a new password. That ends all
          sessions and removes every other way to log in, such as Discord, passkeys and the second factor.
        </p>
        <Button size="lg" variant="outline" onClick={onTakeOver}>
          Take over the account
        </Button>
      </>
    )}
  </>
)
