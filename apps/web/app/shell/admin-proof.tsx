import type { ReactNode } from 'react'
import { useAccount } from '#features/account/account.queries.ts'
import { Proof } from '#features/account/proof.tsx'
import { ProofDeclined, useProof } from '#features/account/proof-context.ts'
import { useUser } from '#features/auth/auth.queries.ts'

/** Does an act, after a fresh proof of who asks where the store wants one; null where it was not given. */
type Guard = <Answer>(act: () => Promise<Answer>) => Promise<Answer | null>

/** Until the account is loaded: most administrators have a password. */
const UNKNOWN = { hasPassword: true, discordUsername: null, passkeys: 0 }

/** Around a page of the admin panel with acts that the store wants a fresh proof for. */
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
