import type { ReactNode } from 'react'
import { ApiError } from '#lib/request.ts'
import { Button } from '#ui/button.tsx'
import { useForm } from '#ui/use-form.ts'
import { AuthCard } from './auth-card.tsx'
import { FormNotice } from './form-notice.tsx'
import { RuledField } from './ruled-field.tsx'
import { rulesOf } from './sign-in.queries.ts'
import { TextButton } from './text-button.tsx'

interface NewPasswordFormProps<Answer> {
  title: string
  intro: ReactNode
  button?: string
  secret: string
  send: (body: { token: string; password: string }) => Promise<Answer>
  onDone: (answer: Answer) => unknown
  onBack: () => void
  /** The link no longer works: go back to requesting another one. */
  onExpired: (message: string) => void
}

/** For a visitor who comes by a mailed link. */
export const NewPasswordForm = <Answer,>(props: NewPasswordFormProps<Answer>) => {
  const { title, intro, button = 'Save password', secret, send, onDone, onBack, onExpired } = props
  const { form, isPending, problems, failure, clear } = useForm({
    initial: { password: '' },
    schema: rulesOf('resetPassword'),
    body: ({ password }) => ({ token: secret, password }),
    send,
    onDone,
    onRefused: (error) => {
      if (error instanceof ApiError && error.code === 'auth.link_expired') onExpired(error.reason ?? '')
    },
    explain: () => 'The password could not be saved. Please try again.',
  })
  return (
    <AuthCard title={title} intro={intro} after={<TextButton onClick={onBack}>Back to login</TextButton>}>
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
          {button}
        </Button>
      </form>
    </AuthCard>
  )
}
