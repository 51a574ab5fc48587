import { useQueryClient } from '@tanstack/react-query'
import { Link } from '#lib/link.ts'
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
export const VerifyEmail = ({ secret }: { secret: string }) => {
  const client = useQueryClient()
  const { mutate, data, error, isPending } = useVerifyEmail()
  const confirm = () => mutate({ token: secret }, { onSuccess: () => void recheckUser(client) })

  return (
    <AuthCard title="Your e-mail address">
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
