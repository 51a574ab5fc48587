import { useRef, useState } from 'react'
import { Link, useNavigate } from '#lib/link.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast-store.ts'
import { useForm } from '#ui/use-form.ts'
import { AuthCard, OrDivider } from './auth-card.tsx'
import { BotCheck } from './bot-check.tsx'
import { DiscordButton } from './discord-button.tsx'
import { FormNotice } from './form-notice.tsx'
import { useNextPath, withNext } from './next-path.ts'
import { RuledField } from './ruled-field.tsx'
import { rulesOf, useAuthOptions, useRegister } from './sign-in.queries.ts'
import { SignedInNote } from './signed-in-note.tsx'
import { textLink } from './text-button.tsx'

const BOT_CHECK = 'cf-turnstile-response'
const WAIT = 'Please complete the bot check first.'
const EMPTY = { username: '', email: '', password: '', [BOT_CHECK]: '' }

export const RegisterForm = () => {
  const next = useNextPath()
  const navigate = useNavigate()
  const { data: options, isError, refetch } = useAuthOptions()
  const { mutateAsync } = useRegister()
  const [attempt, setAttempt] = useState(0)
  const answer = useRef<string | null>(null)
  const { form, isPending, problems, failure, clear } = useForm({
    initial: EMPTY,
    schema: rulesOf('register'),
    words: { [BOT_CHECK]: WAIT },
    body: ({ username, email, password }) => ({
      username: username.trim(),
      email: email.trim(),
      password,
      [BOT_CHECK]: answer.current ?? '',
    }),
    send: mutateAsync,
    onDone: async ({ message }) => {
      toast({
        title: message,
        description:
          'Confirm your e-mail address with the link we’ve sent you. If it doesn’t arrive, request another one in your profile.',
      })
      await navigate(next, { replace: true })
    },
    onRefused: () => setAttempt((count) => count + 1),
    explain: () => 'Registration failed',
    fieldOf: {
      'auth.username_taken': 'username',
      'auth.username_reserved': 'username',
      'auth.weak_password': 'password',
      'auth.bot_check_failed': BOT_CHECK,
      'auth.bot_check_away': BOT_CHECK,
    },
  })

  return (
    <AuthCard
      title="Create an account"
      intro="Your mods, updates and receipts in one place."
      after={
        <>
          Already have one?{' '}
          <Link to={withNext('/login', next)} className={textLink}>
            Login
          </Link>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <SignedInNote next={next} />
        <DiscordButton next={next} />
        <OrDivider>or with your e-mail address</OrDivider>
        <form {...form} className="flex flex-col gap-4">
          <RuledField
            label="Username"
            name="username"
            rule="Username"
            hint="3 to 32 letters, digits, dots, dashes or underscores."
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            problem={problems.username}
            onType={() => clear('username')}
          />
          <RuledField
            label="E-mail"
            name="email"
            type="email"
            rule="EmailAddress"
            hint="For receipts and password resets."
            autoComplete="email"
            problem={problems.email}
            onType={() => clear('email')}
          />
          <RuledField
            label="Password"
            name="password"
            rule="NewPassword"
            hint="At least 10 characters. A few random words work well."
            autoComplete="new-password"
            problem={problems.password}
            onType={() => clear('password')}
          />
          <BotCheck
            widget={options?.turnstile}
            isUnknown={isError}
            onRetry={() => void refetch()}
            name={BOT_CHECK}
            action="register"
            attempt={attempt}
            problem={problems[BOT_CHECK]}
            onAnswer={(given) => {
              answer.current = given
              if (given !== null && problems[BOT_CHECK] === WAIT) clear(BOT_CHECK)
            }}
          />
          {failure && <FormNotice tone="destructive">{failure}</FormNotice>}
          <Button type="submit" variant="primary" size="lg" isLoading={isPending}>
            Create account
          </Button>
          <p className="text-small text-muted">
            By creating an account you accept the{' '}
            <Link to="/terms" className={textLink}>
              terms
            </Link>{' '}
            and the{' '}
            <Link to="/privacy" className={textLink}>
              privacy policy
            </Link>
            .
          </p>
        </form>
      </div>
    </AuthCard>
  )
}
