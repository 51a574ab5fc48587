import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link } from '#lib/link.ts'
import { ApiError } from '#lib/request.ts'
import { Button } from '#ui/button.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { AuthCard } from './auth-card.tsx'
import { recheckUser } from './auth.queries.ts'
import { FormNotice } from './form-notice.tsx'
import { useVerifyEmail } from './sign-in.queries.ts'

/** Opening the link confirms the address; no click is needed. */
export const VerifyEmail = ({ secret }: { secret: string }) => {
  const client = useQueryClient()
  const { mutate, data, error } = useVerifyEmail()
  const isSent = useRef(false)

  useEffect(() => {
    if (isSent.current) return
    isSent.current = true
    mutate({ token: secret }, { onSuccess: () => void recheckUser(client) })
  }, [client, mutate, secret])

  return (
    <AuthCard title="Your e-mail address">
      <div className="flex flex-col gap-5">
        {!data && !error && <Spinner label="Confirming your e-mail address" className="py-3 text-title text-muted" />}
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
