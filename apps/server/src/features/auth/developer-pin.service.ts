import type { Tx } from '@slipstream/db/client'
import { developerPin } from '@slipstream/db/tables/users'
import type { DiscordProfile } from '#gateways/discord.ts'

/** The alphabet only: to Unicode the Kelvin sign is a k as well. */
const lowerCase = (name: string) => name.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

/**
 * The first Discord account that signs in under the developer's name is the developer's. Names at Discord can be given
 * up and taken by others, so nobody who comes later under this name takes its place.
 */
export const pinDeveloper = async (tx: Tx, { id, username }: DiscordProfile, developerDiscordUsername: string) => {
  if (lowerCase(username) !== developerDiscordUsername) return
  await tx
    .insert(developerPin)
    .values({ discordUsername: developerDiscordUsername, discordId: id })
    .onConflictDoNothing()
}
