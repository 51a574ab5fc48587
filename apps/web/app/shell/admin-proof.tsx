import type { ReactNode } from 'react'
import { useAccount } from '#features/account/account.queries.ts'
import { Proof } from '#features/account/proof.tsx'
import { ProofDeclined, useProof } from '#features/account/proof-context.ts'
import { useUser } from '#features/auth/auth.queries.ts'

/** Runs an action, after reauthentication if the server requires it. Null if the user declined. */
type Guard = <Answer>(act: () => Promise<Answer>) => Promise<Answer | null>

/** Assumed until the account is loaded: most admins have a password. */
const UNKNOWN = { hasPassword: true, discordUsername: null, passkeys: 0 }

/** Wraps an admin page with actions that may need reauthentication. */
export const AdminProof = ({ children }: { children: (guard: Guard) => ReactNode }) => {
  const { data: user } = useUser()
  const { data: account } = useAccount()
  return (
    <Proof account={account ?? { ...UNKNOWN, username: user?.username ?? '' }} confirmed={null}>
      <Guarded>{children}</Guarded>
    </Proof>
  )
}

const Guarded = ({ children }: { children: (guard: Guard) => ReactNode }) => {
  const { guard } = useProof()
  return children(async (act) => {
    try {
      return await guard(null, act)
    } catch (error) {
      if (error instanceof ProofDeclined) return null
      throw error
    }
  })
}
