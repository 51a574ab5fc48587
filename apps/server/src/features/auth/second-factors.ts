import type { SecondFactor } from '@slipstream/contract/auth'
import type { UserRow } from './current-user.ts'

type Factors = Pick<UserRow, 'twoFactorSince' | 'passkeyCount'>

/** What can finish a sign-in to this account after the password or Discord. Recovery codes work besides. */
export const secondFactorsOf = ({ twoFactorSince, passkeyCount }: Factors): SecondFactor[] => [
  ...(twoFactorSince === null ? [] : ['app' as const]),
  ...(passkeyCount === 0 ? [] : ['passkey' as const]),
]

/** The only answer to this question: no other code may look at the columns behind it. */
export const hasSecondFactor = (row: Factors) => secondFactorsOf(row).length > 0
