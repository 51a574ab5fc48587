import * as z from 'zod'
import type { Emulator } from '../http/emulator-app.ts'
import { DISCORD_GUILD_ID } from './credentials.ts'
import type { Discord } from './discord-state.ts'
import { findMember, joinGuild, leaveGuild, ROLES, setRoles } from './guild.ts'
import { addUser, changeUser, findUser, knownUser, NewUser, removeUser, UserChange } from './users.ts'

const OneUser = z.strictObject({ id: z.string() })
const BotRank = z.strictObject({ isLow: z.boolean() })
const NewRoles = z.strictObject({ id: z.string(), roles: z.array(z.enum(ROLES.map(({ id }) => id))) })

/** The actions available to programs and on the emulator's page. */
export const controlDiscord = ({ control, report }: Emulator, discord: Discord) => {
  control('users/add', NewUser, (details) => addUser(discord, details))
  control('users/change', UserChange, (change) => changeUser(discord, change))
  control('users/remove', OneUser, ({ id }) => removeUser(discord, id))
  control('guild/join', OneUser, ({ id }) => {
    knownUser(discord, id)
    if (!findMember(discord, id)) joinGuild(discord, id, [])
  })
  control('guild/leave', OneUser, ({ id }) => {
    knownUser(discord, id)
    leaveGuild(discord, id)
  })

  control('guild/bot', BotRank, ({ isLow }) => {
    discord.kept.state().isBotLow = isLow
    discord.kept.changed()
  })
  control('guild/roles', NewRoles, ({ id, roles }) => setRoles(discord, id, roles))

  report('users', () => discord.kept.state().users)
  report('guild', () => ({ id: DISCORD_GUILD_ID, roles: ROLES, members: membersReport(discord) }))
  report('messages', () => discord.kept.state().messages)
}

/** Members with readable names. */
export const membersReport = (discord: Discord) =>
  discord.kept.state().members.map(({ userId, roles, joinedAt }) => ({
    userId,
    username: findUser(discord, userId)?.username ?? '',
    roles: ROLES.filter(({ id }) => roles.includes(id)).map(({ id, name }) => ({ id, name })),
    joinedAt,
  }))
