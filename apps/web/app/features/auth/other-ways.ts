import type { OtherWays } from '@slipstream/contract/auth'
import { plural } from '#lib/counts.ts'

/** Names what else opens the account after a reset; empty if nothing does. */
export const textOfWays = ({ discordUsername, passkeys, hasApp }: OtherWays) => {
  const ways = [
    ...(discordUsername === null ? [] : [`Discord (${discordUsername})`]),
    ...(passkeys === 0 ? [] : [plural(passkeys, 'passkey')]),
    ...(hasApp ? ['an authenticator app'] : []),
  ]
  if (ways.length === 0) return ''
  return ` Your account also has ${new Intl.ListFormat('en').format(ways)}. Your profile opens next: remove what is not yours.`
}
