import type { SignInAnswer } from '@slipstream/contract/auth'
import { ApiError } from '#lib/request.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { AuthCard } from './auth-card.tsx'
import { FormNotice } from './form-notice.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { useAcceptInvitation, useInvitation } from './sign-in.queries.ts'
import { TextButton } from './text-button.tsx'

interface AcceptInvitationProps {
  secret: string
  onDone: (answer: SignInAnswer) => unknown
  onBack: () => void
  onExpired: (message: string) => void
}

/** Says who is invited and by whom before a password is asked for. */
export const AcceptInvitation = ({ secret, ...rest }: AcceptInvitationProps) => {
  const { data: invitation, error, refetch } = useInvitation(secret)
  const { mutateAsync } = useAcceptInvitation()
  if (!invitation && error) return <Unread error={error} onRetry={() => void refetch()} {...rest} />
  if (!invitation) {
    return (
      <AuthCard title="Your invitation">
        <div role="status" aria-busy="true" aria-label="Opening your invitation">
          <Skeleton className="h-40 rounded-lg" />
        </div>
      </AuthCard>
    )
  }
  const { username, invitedBy } = invitation
  return (
    <NewPasswordForm
      {...rest}
      title={`Welcome, ${username}`}
      intro={
        <>
          {invitedBy === null ? 'Your account is ready.' : `${invitedBy} created this account for you.`} Your username
          is <strong className="font-medium text-foreground">{username}</strong>. Choose a password to log in with it.
        </>
      }
      button="Save password and log in"
      secret={secret}
      send={mutateAsync}
    />
  )
}

interface UnreadProps extends Pick<AcceptInvitationProps, 'onBack' | 'onExpired'> {
  error: Error
  onRetry: () => void
}

const Unread = ({ error, onRetry, onBack, onExpired }: UnreadProps) => {
  const { code, reason } = error instanceof ApiError ? error : { code: undefined, reason: undefined }
  const isOver = code === 'auth.link_expired'
  return (
    <AuthCard title="Your invitation" after={<TextButton onClick={onBack}>Back to login</TextButton>}>
      <div className="flex flex-col gap-4">
        <FormNotice tone="destructive">
          {isOver
            ? 'This invitation was already used, or has expired.'
            : reason || 'Your invitation could not be opened.'}
        </FormNotice>
        {isOver ? (
          <TextButton onClick={() => onExpired('')}>Mail me a link to choose a password</TextButton>
        ) : (
          <TextButton onClick={onRetry}>Try again</TextButton>
        )}
      </div>
    </AuthCard>
  )
}
