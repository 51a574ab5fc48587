import { ApiError } from '#lib/request.ts'
import { Button } from '#ui/button.tsx'
import { useForm } from '#ui/use-form.ts'
import { AuthCard } from './auth-card.tsx'
import { FormNotice } from './form-notice.tsx'
import { RuledField } from './ruled-field.tsx'
import { rulesOf, useResetPassword } from './sign-in.queries.ts'
import { TextButton } from './text-button.tsx'

interface NewPasswordFormProps {
  secret: string
  isInvitation: boolean
  onDone: (message: string) => void
  onBack: () => void
  /** The link no longer works: go back to requesting another one. */
  onExpired: (message: string) => void
}

export const NewPasswordForm = ({ secret, isInvitation, onDone, onBack, onExpired }: NewPasswordFormProps) => {
  const { mutateAsync } = useResetPassword()
  const { form, isPending, problems, failure, clear } = useForm({
    initial: { password: '' },
    schema: rulesOf('resetPassword'),
    body: ({ password }) => ({ token: secret, password }),
    send: mutateAsync,
    onDone: ({ message }) => onDone(message),
    onRefused: (error) => {
      if (error instanceof ApiError && error.code === 'auth.link_expired') onExpired(error.reason ?? '')
    },
    explain: () => 'The password could not be saved. Please try again.',
  })
  return (
    <AuthCard
      title={isInvitation ? 'Welcome aboard' : 'Choose a new password'}
      intro={
        isInvitation
          ? 'Your account is ready. Choose a password, then log in with it.'
          : 'It replaces the old one immediately and signs you out everywhere.'
      }
      after={<TextButton onClick={onBack}>Back to login</TextButton>}
    >
      <form {...form} className="flex flex-col gap-4">
        <RuledField
          label="New password"
          name="password"
          rule="NewPassword"
          hint="At least 10 characters. A few random words work well."
          autoComplete="new-password"
          autoFocus
          problem={problems.password}
          onType={() => clear('password')}
        />
        {failure && <FormNotice tone="destructive">{failure}</FormNotice>}
        <Button type="submit" variant="primary" size="lg" isLoading={isPending}>
          Save password
        </Button>
      </form>
    </AuthCard>
  )
}
