import { type ReactNode, useEffect } from 'react'
import { useAccount } from '#features/account/account.queries.ts'
import { Proof } from '#features/account/proof.tsx'
import { useProof } from '#features/account/proof-context.ts'
import { useUser } from '#features/auth/auth.queries.ts'
import { askForProof } from '#lib/guard.ts'

/** Assumed until the account is loaded: most admins have a password. */
const UNKNOWN = { hasPassword: true, discordUsername: null, passkeys: 0, twoFactorSince: null }

/** The one dialog of the admin area that asks for reauthentication, whenever the server refuses a call for want of it. */
export const AdminProof = ({ children }: { children: ReactNode }) => {
  const { data: user } = useUser()
  const { data: account } = useAccount()
  return (
    <Proof account={account ?? { ...UNKNOWN, username: user?.username ?? '' }} confirmed={null}>
      <Asker />
      {children}
    </Proof>
  )
}

const Asker = () => {
  const { askProof } = useProof()
  useEffect(() => askForProof(() => askProof(null)))
  return null
}
