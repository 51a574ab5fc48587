import type { APIGuildMember, APIRole, RESTPutAPIGuildMemberJSONBody } from 'discord-api-types/v10'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import {
  DISCORD_BOT_ID,
  DISCORD_BOT_ROLE_ID,
  DISCORD_GUILD_ID,
  DISCORD_MODERATOR_ROLE_ID,
  DISCORD_PREMIUM_ROLE_ID,
} from './credentials.ts'
import type { Discord, DiscordUser, Member } from './discord-state.ts'
import { apiRefusal, orderRefusal, readBody } from './refusal.ts'
import { findToken, requireBot } from './tokens.ts'
import { NO_FLAGS } from './no-flags.ts'
import { BOT, findUser, publicUser } from './users.ts'

export const ROLES = [
  { id: DISCORD_PREMIUM_ROLE_ID, name: 'Premium', isAboveBot: false },
  { id: DISCORD_MODERATOR_ROLE_ID, name: 'Moderator', isAboveBot: true },
]

/** Discord's bit for managing roles. */
const MANAGE_ROLES = String(1 << 28)

/** All roles from the lowest up. The bot's own role is below Premium if somebody dragged it there. */
const allRoles = (discord: Discord): Pick<APIRole, 'id' | 'name' | 'position' | 'permissions'>[] => {
  const bot = { id: DISCORD_BOT_ROLE_ID, name: 'Slipstream', permissions: MANAGE_ROLES }
  const premium = { id: DISCORD_PREMIUM_ROLE_ID, name: 'Premium', permissions: '0' }
  const order = discord.kept.state().isBotLow ? [bot, premium] : [premium, bot]
  return [
    { id: DISCORD_GUILD_ID, name: '@everyone', permissions: '0' },
    ...order,
    { id: DISCORD_MODERATOR_ROLE_ID, name: 'Moderator', permissions: '0' },
  ].map((role, position) => ({ ...role, position }))
}

const Joining = z.strictObject({
  access_token: z.string(),
  roles: z.array(z.string()).optional(),
}) satisfies z.ZodType<RESTPutAPIGuildMemberJSONBody>

/** The query parameters of a member list. Ids are compared as numbers, because a shorter one is smaller. */
const Listing = z.strictObject({
  limit: z.coerce.number().int().min(1).max(1_000).default(1),
  after: z.string().regex(/^\d+$/).default('0'),
})

interface OfGuild {
  Params: { guild: string }
}
interface OfMember {
  Params: { guild: string; user: string }
}
interface OfRole {
  Params: OfMember['Params'] & { role: string }
}

export const guildRoutes = (api: FastifyInstance, discord: Discord) => {
  api.get<OfGuild>('/guilds/:guild/members', (request) => {
    requireBot(request)
    requireGuild(request.params.guild)
    const { limit, after } = readBody(Listing, request.query)
    return discord.kept
      .state()
      .members.filter(({ userId }) => BigInt(userId) > BigInt(after))
      .sort((one, other) => (BigInt(one.userId) < BigInt(other.userId) ? -1 : 1))
      .slice(0, limit)
      .flatMap((member) => {
        const user = findUser(discord, member.userId)
        return user ? [apiMember(user, member)] : []
      })
  })

  api.get<OfGuild>('/guilds/:guild/roles', (request) => {
    requireBot(request)
    requireGuild(request.params.guild)
    return allRoles(discord)
  })

  api.get<OfMember>('/guilds/:guild/members/:user', (request) => {
    requireBot(request)
    requireGuild(request.params.guild)
    if (request.params.user === DISCORD_BOT_ID) {
      return apiMember(BOT, { userId: BOT.id, roles: [DISCORD_BOT_ROLE_ID], joinedAt: new Date(0).toISOString() })
    }
    const user = findUser(discord, request.params.user)
    if (!user) throw apiRefusal(404, 10013, 'Unknown User')
    return apiMember(user, requireMember(discord, user.id))
  })

  api.put<OfMember>('/guilds/:guild/members/:user', (request, reply) => {
    requireBot(request)
    requireGuild(request.params.guild)
    const { access_token, roles = [] } = readBody(Joining, request.body)
    const token = findToken(discord, access_token)
    const user = token && findUser(discord, token.userId)
    if (user?.id !== request.params.user || !token?.scopes.includes('guilds.join')) {
      throw apiRefusal(403, 50025, 'Invalid OAuth2 access token')
    }
    for (const role of roles) requireGrantable(discord, role)
    if (findMember(discord, user.id)) return reply.code(204).send()
    return reply.code(201).send(apiMember(user, joinGuild(discord, user.id, roles)))
  })

  api.put<OfRole>('/guilds/:guild/members/:user/roles/:role', (request, reply) => {
    requireBot(request)
    const { member, role } = memberAndRole(discord, request.params)
    member.roles = [...new Set([...member.roles, role])]
    discord.kept.changed()
    return reply.code(204).send()
  })

  api.delete<OfRole>('/guilds/:guild/members/:user/roles/:role', (request, reply) => {
    requireBot(request)
    const { member, role } = memberAndRole(discord, request.params)
    member.roles = member.roles.filter((one) => one !== role)
    discord.kept.changed()
    return reply.code(204).send()
  })
}

export const findMember = ({ kept }: Discord, userId: string) =>
  kept.state().members.find((member) => member.userId === userId)

export const joinGuild = (discord: Discord, userId: string, roles: string[]): Member => {
  const member = { userId, roles, joinedAt: new Date(discord.now()).toISOString() }
  discord.kept.state().members.push(member)
  discord.kept.changed()
  return member
}

/** Sets a member's roles as if a moderator had changed them by hand. */
export const setRoles = (discord: Discord, userId: string, roles: string[]) => {
  const member = findMember(discord, userId)
  if (!member) throw orderRefusal(404, `User ${userId} is not in the server.`)
  member.roles = roles
  discord.kept.changed()
}

export const leaveGuild = (discord: Discord, userId: string) => {
  const state = discord.kept.state()
  state.members = state.members.filter((member) => member.userId !== userId)
  discord.kept.changed()
}

const memberAndRole = (discord: Discord, { guild, user, role }: OfRole['Params']) => {
  requireGuild(guild)
  const member = requireMember(discord, user)
  requireGrantable(discord, role)
  return { member, role }
}

const requireGuild = (id: string) => {
  if (id !== DISCORD_GUILD_ID) throw unknownGuild()
}

const requireMember = (discord: Discord, userId: string) => {
  const member = findMember(discord, userId)
  if (!member) throw apiRefusal(404, 10007, 'Unknown Member')
  return member
}

const requireGrantable = (discord: Discord, id: string) => {
  const role = ROLES.find((one) => one.id === id)
  if (!role) throw apiRefusal(404, 10011, 'Unknown Role')
  if (role.isAboveBot || discord.kept.state().isBotLow) throw apiRefusal(403, 50013, 'Missing Permissions')
}

export const unknownGuild = () => apiRefusal(404, 10004, 'Unknown Guild')

export const apiMember = (user: DiscordUser, { roles, joinedAt }: Member): APIGuildMember => ({
  user: publicUser(user),
  nick: null,
  avatar: null,
  banner: null,
  roles,
  joined_at: joinedAt,
  premium_since: null,
  communication_disabled_until: null,
  pending: false,
  deaf: false,
  mute: false,
  flags: NO_FLAGS,
})
