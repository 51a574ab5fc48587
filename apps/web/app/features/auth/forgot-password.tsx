import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { useForm } from '#ui/use-form.ts'
import { AuthCard } from './auth-card.tsx'
import { FormNotice } from './form-notice.tsx'
import { rulesOf, useForgotPassword } from './sign-in.queries.ts'
import { TextButton } from './text-button.tsx'

interface ForgotPasswordProps {
  /** Explains why the visitor was sent here. */
  failure: string | undefined
  onBack: () => void
}

/** Shows the same text for every address: only an e-mail reveals whether there is an account. */
export const ForgotPassword = ({ failure: earlier, onBack }: ForgotPasswordProps) => {
  const [answer, setAnswer] = useState<string | null>(null)
  const { mutateAsync } = useForgotPassword()
  const { form, isPending, problems, failure, clear } = useForm({
    initial: { email: '' },
    schema: rulesOf('forgotPassword'),
    body: ({ email }) => ({ email: email.trim() }),
    send: mutateAsync,
    onDone: ({ message }) => setAnswer(message),
    explain: () => 'The e-mail could not be sent. Please try again.',
  })
  const shown = failure ?? (answer === null && !isPending ? earlier : undefined)
  return (
    <AuthCard
      title="Forgot your password?"
      intro="Enter your account’s e-mail address, and we’ll send you a link to choose a new password."
      after={<TextButton onClick={onBack}>Back to login</TextButton>}
    >
      <form {...form} className="flex flex-col gap-4">
        <Field label="E-mail" error={problems.email}>
          <Input name="email" type="email" size="lg" autoComplete="email" autoFocus onInput={() => clear('email')} />
        </Field>
        {shown && <FormNotice tone="destructive">{shown}</FormNotice>}
        {answer && <FormNotice tone="success">{answer}</FormNotice>}
        <Button type="submit" variant={answer ? 'outline' : 'primary'} size="lg" isLoading={isPending}>
          {answer ? 'Send it again' : 'Send the link'}
        </Button>
      </form>
    </AuthCard>
  )
}
