import type { APIUser } from 'discord-api-types/v10'
import type { FastifyInstance } from 'fastify'
import { DISCORD_GUILD_ID } from './credentials.ts'
import type { Discord } from './discord-state.ts'
import { apiMember, findMember, unknownGuild } from './guild.ts'
import { bearerOf, isBot } from './tokens.ts'
import { BOT, publicUser } from './users.ts'

// A path parameter, because some clients escape the @ and the router decodes only parameters.
const ME = '/users/:me(^@me$)'

/** What the granted scopes let the application see. */
export const currentUserRoutes = (api: FastifyInstance, discord: Discord) => {
  api.get(ME, (request): APIUser => {
    if (isBot(request)) return publicUser(BOT)
    const { user, scopes } = bearerOf(discord, request, 'identify')
    const shown: APIUser = { ...publicUser(user), locale: 'en-US', mfa_enabled: false, premium_type: 0 }
    return scopes.includes('email') ? { ...shown, email: user.email, verified: user.verified } : shown
  })

  api.get<{ Params: { guild: string } }>(`${ME}/guilds/:guild/member`, (request) => {
    const { user } = bearerOf(discord, request, 'guilds.members.read')
    const member = findMember(discord, user.id)
    // For users who are not members, the guild does not exist.
    if (request.params.guild !== DISCORD_GUILD_ID || !member) throw unknownGuild()
    return apiMember(user, member)
  })
}
