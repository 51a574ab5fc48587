import { type ReactNode, useState } from 'react'
import type { SignInAnswer } from '@slipstream/contract/auth'
import { Link } from '#lib/link.ts'
import { ApiError } from '#lib/request.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { useForm } from '#ui/use-form.ts'
import { FormNotice } from './form-notice.tsx'
import { rulesOf } from './sign-in.queries.ts'
import { textLink } from './text-button.tsx'

interface CredentialsFormProps {
  send: (credentials: { username: string; password: string }) => Promise<SignInAnswer>
  onAnswer: (answer: SignInAnswer) => void | Promise<void>
  defaultText: (error: unknown) => string
  /** Focuses the first field, for a user who came back from another panel. */
  isFocused?: boolean
  /** Beside the password label. */
  help?: ReactNode
}

export const CredentialsForm = ({ send, onAnswer, defaultText, isFocused = false, help }: CredentialsFormProps) => {
  const [isBanned, setBanned] = useState(false)
  const { form, isPending, problems, failure, clear } = useForm({
    initial: { username: '', password: '' },
    schema: rulesOf('login'),
    words: { username: 'Enter your username or e-mail address.', password: 'Enter your password.' },
    body: ({ username, password }) => ({ username: username.trim(), password }),
    send,
    onDone: onAnswer,
    onRefused: (error) => setBanned(error instanceof ApiError && error.code === 'auth.banned'),
    explain: defaultText,
    retry: 'password',
  })
  return (
    <form {...form} className="flex flex-col gap-4">
      <Field label="Username or e-mail" error={problems.username}>
        <Input
          name="username"
          size="lg"
          autoComplete="username webauthn"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus={isFocused}
          onInput={() => clear('username')}
        />
      </Field>
      <div>
        <Field label="Password" error={problems.password}>
          <PasswordInput name="password" size="lg" autoComplete="current-password" onInput={() => clear('password')} />
        </Field>
        {help}
      </div>
      {failure && <FormNotice tone="destructive">{failure}</FormNotice>}
      {failure && isBanned && (
        <p className="text-ui text-muted">
          Is this a mistake?{' '}
          <Link to="/contact?new=account" className={textLink}>
            Write to us
          </Link>
        </p>
      )}
      <Button type="submit" variant="primary" size="lg" isLoading={isPending}>
        Login
      </Button>
    </form>
  )
}
