import { useState } from 'react'
import type { SecondFactor } from '@slipstream/contract/auth'
import { usePasskeySupport } from '#lib/passkey.ts'
import { ApiError } from '#lib/request.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { useForm } from '#ui/use-form.ts'
import { AuthCard } from './auth-card.tsx'
import { FormNotice } from './form-notice.tsx'
import { PasskeyFactor } from './passkey-factor.tsx'
import { rulesOf, useSecondFactor } from './sign-in.queries.ts'
import { TextButton } from './text-button.tsx'

interface SecondFactorFormProps {
  challenge: string
  /** The factors of this account besides recovery codes. */
  factors: readonly SecondFactor[]
  onDone: () => void | Promise<void>
  /** The first step has expired. */
  onExpired: () => void
  onBack: () => void
}

type Way = SecondFactor | 'recovery'

const INTROS: Record<Way, string> = {
  passkey: 'Confirm with one of your passkeys.',
  app: 'Enter the code from your authenticator app.',
  recovery: 'Enter one of your saved recovery codes. Each one works once.',
}
const OTHERS: Record<Way, string> = {
  passkey: 'Use a passkey',
  app: 'Use the authenticator app',
  recovery: 'Use a recovery code',
}

export const SecondFactorForm = ({ factors, onBack, ...step }: SecondFactorFormProps) => {
  const isSupported = usePasskeySupport()
  const ways: Way[] = [
    ...(isSupported && factors.includes('passkey') ? ['passkey' as const] : []),
    ...(factors.includes('app') ? ['app' as const] : []),
    'recovery',
  ]
  const [chosen, setChosen] = useState<Way | null>(null)
  const way = chosen ?? ways[0] ?? 'recovery'
  return (
    <AuthCard title="One more step" intro={INTROS[way]} after={<TextButton onClick={onBack}>Back to login</TextButton>}>
      <div className="flex flex-col gap-4">
        {way === 'passkey' ? <PasskeyFactor {...step} /> : <CodeForm key={way} kind={way} {...step} />}
        {ways
          .filter((other) => other !== way)
          .map((other) => (
            <TextButton key={other} className="self-center text-ui" onClick={() => setChosen(other)}>
              {OTHERS[other]}
            </TextButton>
          ))}
      </div>
    </AuthCard>
  )
}

const FIELDS = {
  app: {
    label: 'Six-digit code',
    missing: 'Enter the six digits.',
    autoComplete: 'one-time-code',
    inputMode: 'numeric',
  },
  recovery: {
    label: 'Recovery code',
    missing: 'Enter the whole recovery code.',
    autoComplete: 'off',
    inputMode: 'text',
  },
} as const

const withoutBlanks = (code: string) => code.replaceAll(/\s/g, '')

interface CodeFormProps extends Pick<SecondFactorFormProps, 'challenge' | 'onDone' | 'onExpired'> {
  kind: 'app' | 'recovery'
}

const CodeForm = ({ kind, challenge, onDone, onExpired }: CodeFormProps) => {
  const { label, missing, autoComplete, inputMode } = FIELDS[kind]
  const { mutateAsync } = useSecondFactor()
  const { form, isPending, problems, failure, clear } = useForm({
    initial: { code: '' },
    schema: rulesOf('secondFactor'),
    words: { code: missing },
    body: ({ code }) => ({ challenge, code: withoutBlanks(code) }),
    send: mutateAsync,
    onDone,
    onRefused: (error) => {
      if (error instanceof ApiError && error.code === 'auth.link_expired') onExpired()
    },
    explain: () => 'Login failed',
    fieldOf: { 'auth.wrong_code': 'code' },
    retry: 'code',
  })
  return (
    <form {...form} className="flex flex-col gap-4">
      <Field label={label} error={problems.code}>
        <Input
          name="code"
          size="lg"
          autoFocus
          autoComplete={autoComplete}
          inputMode={inputMode}
          autoCapitalize="none"
          spellCheck={false}
          onInput={() => clear('code')}
        />
      </Field>
      {failure && <FormNotice tone="destructive">{failure}</FormNotice>}
      <Button type="submit" variant="primary" size="lg" isLoading={isPending}>
        Login
      </Button>
    </form>
  )
}
