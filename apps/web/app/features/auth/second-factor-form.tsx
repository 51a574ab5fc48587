import { useState } from 'react'
import { ApiError } from '#lib/request.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { AuthCard } from './auth-card.tsx'
import { FormNotice } from './form-notice.tsx'
import { useSecondFactor } from './sign-in.queries.ts'
import { TextButton } from './text-button.tsx'
import { useAuthForm } from './use-auth-form.ts'

interface SecondFactorFormProps {
  challenge: string
  onDone: () => void | Promise<void>
  /** The first step was too long ago. */
  onExpired: () => void
  onBack: () => void
}

const SHORTEST_CODE = 6
const spoken = {
  app: {
    intro: 'Enter the code that your authenticator app shows.',
    label: 'Six-digit code',
    missing: 'Enter the six digits.',
    other: 'Use a recovery code',
  },
  recovery: {
    intro: 'Enter one of the recovery codes you have kept. Each works once.',
    label: 'Recovery code',
    missing: 'Enter the whole recovery code.',
    other: 'Use the authenticator app',
  },
} as const

const withoutBlanks = (code: string) => code.replaceAll(/\s/g, '')

export const SecondFactorForm = ({ challenge, onDone, onExpired, onBack }: SecondFactorFormProps) => {
  const [kind, setKind] = useState<'app' | 'recovery'>('app')
  const words = spoken[kind]
  const { mutateAsync } = useSecondFactor()
  const { form, isPending, problems, failure, clear } = useAuthForm({
    names: ['code'],
    check: ({ code }) => (withoutBlanks(code).length < SHORTEST_CODE ? { code: words.missing } : {}),
    send: ({ code }) => mutateAsync({ challenge, code: withoutBlanks(code) }),
    onDone,
    onRefused: (error) => {
      if (error instanceof ApiError && error.code === 'auth.link_expired') onExpired()
    },
    defaultText: () => 'Login failed',
    fieldOf: { 'auth.wrong_code': 'code' },
    retry: 'code',
  })
  return (
    <AuthCard title="One more step" intro={words.intro} after={<TextButton onClick={onBack}>Back to login</TextButton>}>
      <form {...form} className="flex flex-col gap-4">
        <Field label={words.label} error={problems.code}>
          <Input
            key={kind}
            name="code"
            size="lg"
            autoFocus
            autoComplete={kind === 'app' ? 'one-time-code' : 'off'}
            inputMode={kind === 'app' ? 'numeric' : 'text'}
            autoCapitalize="none"
            spellCheck={false}
            onInput={() => clear('code')}
          />
        </Field>
        {failure && <FormNotice tone="destructive">{failure}</FormNotice>}
        <Button type="submit" variant="primary" size="lg" isLoading={isPending}>
          Login
        </Button>
        <TextButton
          className="self-center text-ui"
          onClick={() => {
            clear('code')
            setKind(kind === 'app' ? 'recovery' : 'app')
          }}
        >
          {words.other}
        </TextButton>
      </form>
    </AuthCard>
  )
}
