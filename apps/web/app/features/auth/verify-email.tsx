import { useQueryClient } from '@tanstack/react-query'
import { Link } from '#lib/link.ts'
import { ApiError } from '#lib/request.ts'
import { Button } from '#ui/button.tsx'
import { AuthCard } from './auth-card.tsx'
import { recheckUser } from './auth.queries.ts'
import { FormNotice } from './form-notice.tsx'
import { useVerifyEmail } from './sign-in.queries.ts'

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
        {error && (
          <>
            <FormNotice tone="destructive">
              {(error instanceof ApiError && error.reason) || 'Your address could not be confirmed.'}
            </FormNotice>
            <p className="text-ui text-muted">You can request a new link in your profile.</p>
          </>
        )}
        {(data || error) && (
          <Button asChild size="lg" variant={data ? 'primary' : 'outline'}>
            {data ? <Link to="/">Go Home</Link> : <Link to="/profile">Open profile</Link>}
          </Button>
        )}
      </div>
    </AuthCard>
  )
}
