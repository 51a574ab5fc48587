import { Link } from '#lib/link.ts'
import { ApiError } from '#lib/request.ts'
import { Button } from '#ui/button.tsx'
import { AuthCard } from './auth-card.tsx'
import { FormNotice } from './form-notice.tsx'
import { useNotMe } from './sign-in.queries.ts'

/** For a person who gets mails about somebody else's purchases. Asks for a click, because mail scanners open links. */
export const NotMe = ({ token }: { token: string }) => {
  const { mutate, data, error, isPending } = useNotMe()
  return (
    <AuthCard title="Not you?">
      <div className="flex flex-col gap-5">
        {!data && (
          <>
            <p className="text-ui text-muted">
              Somebody gave your e-mail address when buying here. If that wasn’t you, we remove it from their account,
              and you get no more mails about it. Nothing was charged to you.
            </p>
            {error && (
              <FormNotice tone="destructive">
                {(error instanceof ApiError && error.reason) || 'Your address could not be removed.'}
              </FormNotice>
            )}
            <Button size="lg" variant="primary" isLoading={isPending} onClick={() => mutate({ token })}>
              Remove my address
            </Button>
          </>
        )}
        {data && <FormNotice tone="success">{data.message}</FormNotice>}
        <Button asChild size="lg" variant="outline">
          <Link to="/">Go Home</Link>
        </Button>
      </div>
    </AuthCard>
  )
}
