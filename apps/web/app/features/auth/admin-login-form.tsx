import { useState } from 'react'
import type { SecondFactor } from '@slipstream/contract/auth'
import { useNavigate } from '#lib/link.ts'
import { ApiError } from '#lib/request.ts'
import { AuthCard, OrDivider } from './auth-card.tsx'
import { CredentialsForm } from './credentials-form.tsx'
import { DiscordButton } from './discord-button.tsx'
import { FormNotice } from './form-notice.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { SecondFactorForm } from './second-factor-form.tsx'
import { useAdminLogin } from './sign-in.queries.ts'

const DASHBOARD = '/admin'
const INTRO = 'For the people who run the store.'
const DEMO_INTRO = 'In this demo, admins don’t need a second factor.'

/** A sign-in that waits for its second factor. */
interface Pending {
  challenge: string
  factors: readonly SecondFactor[]
}

/** Without a message, an error below 500 is about the credentials. A proxy's 502 or a network failure is not. */
const defaultText = (error: unknown) =>
  error instanceof ApiError && error.status < 500 ? 'Invalid credentials' : 'Admin login failed'

export const AdminLoginForm = ({ isDemo = false }: { isDemo?: boolean }) => {
  const navigate = useNavigate()
  const { mutateAsync } = useAdminLogin()
  const [pending, setPending] = useState<Pending | null>(null)
  const [isLate, setLate] = useState(false)
  const goOn = () => navigate(DASHBOARD, { replace: true })

  if (pending !== null) {
    return (
      <SecondFactorForm
        {...pending}
        onDone={goOn}
        onBack={() => setPending(null)}
        onExpired={() => {
          setLate(true)
          setPending(null)
        }}
      />
    )
  }
  return (
    <AuthCard title="Admin login" intro={isDemo ? `${INTRO} ${DEMO_INTRO}` : INTRO}>
      <div className="flex flex-col gap-5">
        {isLate && <FormNotice tone="destructive">That took too long. Please log in again.</FormNotice>}
        <DiscordButton next={DASHBOARD} />
        <PasskeyButton adminsOnly onDone={goOn} />
        <OrDivider>or with your password</OrDivider>
        <CredentialsForm
          send={mutateAsync}
          onAnswer={(answer) => (answer.success ? goOn() : setPending(answer))}
          defaultText={defaultText}
        />
      </div>
    </AuthCard>
  )
}
