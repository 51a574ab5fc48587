import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError } from '#lib/request.ts'
import { AuthCard } from './auth-card.tsx'
import { CredentialsForm } from './credentials-form.tsx'
import { FormNotice } from './form-notice.tsx'
import { SecondFactorForm } from './second-factor-form.tsx'
import { useAdminLogin } from './sign-in.queries.ts'

const DASHBOARD = '/admin'

/** An answer without a sentence is a refusal; no answer at all is a failure. */
const defaultText = (error: unknown) => (error instanceof ApiError ? 'Invalid credentials' : 'Admin login failed')

export const AdminLoginForm = () => {
  const navigate = useNavigate()
  const { mutateAsync } = useAdminLogin()
  const [challenge, setChallenge] = useState<string | null>(null)
  const [isLate, setLate] = useState(false)
  const goOn = () => navigate(DASHBOARD, { replace: true })

  if (challenge !== null) {
    return (
      <SecondFactorForm
        challenge={challenge}
        onDone={goOn}
        onBack={() => setChallenge(null)}
        onExpired={() => {
          setLate(true)
          setChallenge(null)
        }}
      />
    )
  }
  return (
    <AuthCard title="Admin login" intro="For the people who run the store.">
      <div className="flex flex-col gap-5">
        {isLate && <FormNotice tone="destructive">That took too long. Please sign in again.</FormNotice>}
        <CredentialsForm
          send={mutateAsync}
          onAnswer={(answer) => (answer.success ? goOn() : setChallenge(answer.challenge))}
          defaultText={defaultText}
        />
      </div>
    </AuthCard>
  )
}
