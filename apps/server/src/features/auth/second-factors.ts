import type { OtherWays, SecondFactor } from '@slipstream/contract/auth'
import type { UserRow } from './current-user.ts'

type Factors = Pick<UserRow, 'twoFactorSince' | 'passkeyCount'>

/** The factors that can complete a sign-in to this account. Recovery codes work in addition. */
export const secondFactorsOf = ({ twoFactorSince, passkeyCount }: Factors): SecondFactor[] => [
  ...(twoFactorSince === null ? [] : ['app' as const]),
  ...(passkeyCount === 0 ? [] : ['passkey' as const]),
]

/** Ask this function whether an account has a second factor, instead of reading the columns behind it. */
export const hasSecondFactor = (row: Factors) => secondFactorsOf(row).length > 0

/** What opens an account besides its password. */
export const otherWaysOf = (row: Factors & Pick<UserRow, 'discordUsername'>): OtherWays => ({
  discordUsername: row.discordUsername,
  passkeys: row.passkeyCount,
  hasApp: row.twoFactorSince !== null,
})
