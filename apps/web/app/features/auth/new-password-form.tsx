import { ApiError } from '#lib/request.ts'
import { Button } from '#ui/button.tsx'
import { AuthCard } from './auth-card.tsx'
import { problemWith } from './field-rules.ts'
import { FormNotice } from './form-notice.tsx'
import { RuledField } from './ruled-field.tsx'
import { useResetPassword } from './sign-in.queries.ts'
import { TextButton } from './text-button.tsx'
import { useAuthForm } from './use-auth-form.ts'

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
  const { form, isPending, problems, failure, clear } = useAuthForm({
    names: ['password'],
    check: async ({ password }) => {
      const problem = await problemWith('NewPassword', password)
      return problem === null ? {} : { password: problem }
    },
    send: ({ password }) => mutateAsync({ token: secret, password }),
    onDone: ({ message }) => onDone(message),
    onRefused: (error) => {
      if (error instanceof ApiError && error.code === 'auth.link_expired') onExpired(error.reason ?? '')
    },
    defaultText: () => 'The password could not be saved. Please try again.',
  })
  return (
    <AuthCard
      title={isInvitation ? 'Welcome aboard' : 'Choose a new password'}
      intro={
        isInvitation
          ? 'Your account is ready. Choose a password, then sign in with it.'
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
