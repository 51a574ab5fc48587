import type { Tx } from '@slipstream/db/client'
import { developerPin } from '@slipstream/db/tables/users'
import type { DiscordProfile } from '#gateways/discord.ts'

/** ASCII only: Unicode case folding also turns the Kelvin sign into a k. */
const lowerCase = (name: string) => name.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

/**
 * Pins the first Discord account that signs in with the developer's name. Discord names can be given up and taken by
 * others, so a later account with the name does not replace it.
 */
export const pinDeveloper = async (tx: Tx, { id, username }: DiscordProfile, developerDiscordUsername: string) => {
  if (lowerCase(username) !== developerDiscordUsername) return
  await tx
    .insert(developerPin)
    .values({ discordUsername: developerDiscordUsername, discordId: id })
    .onConflictDoNothing()
}
