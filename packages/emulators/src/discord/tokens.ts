import { randomBytes } from 'node:crypto'
import type { RESTPostOAuth2AccessTokenResult } from 'discord-api-types/v10'
import type { FastifyRequest } from 'fastify'
import { DISCORD_BOT_TOKEN } from './credentials.ts'
import type { Discord, DiscordUser } from './discord-state.ts'
import { unauthorized } from './refusal.ts'
import type { Scope } from './scopes.ts'
import { findUser } from './users.ts'

const TOKEN_SECONDS = 604_800

export const randomToken = () => randomBytes(15).toString('base64url')

export const issueToken = (discord: Discord, userId: string, scopes: Scope[]): RESTPostOAuth2AccessTokenResult => {
  const token = { accessToken: randomToken(), refreshToken: randomToken(), userId, scopes }
  discord.kept.state().tokens.push({ ...token, expiresAt: discord.now() + TOKEN_SECONDS * 1_000 })
  discord.kept.changed()
  return {
    token_type: 'Bearer',
    access_token: token.accessToken,
    expires_in: TOKEN_SECONDS,
    refresh_token: token.refreshToken,
    scope: scopes.join(' '),
  }
}

export const findToken = (discord: Discord, accessToken: string) =>
  discord.kept.state().tokens.find((token) => token.accessToken === accessToken && token.expiresAt > discord.now())

/** The user of the bearer token, if they granted the scope the call needs. */
export const bearerOf = (
  discord: Discord,
  { headers }: FastifyRequest,
  needed: Scope,
): { user: DiscordUser; scopes: Scope[] } => {
  const token = findToken(discord, /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '')
  const user = token && findUser(discord, token.userId)
  if (!user || !token.scopes.includes(needed)) throw unauthorized()
  return { user, scopes: token.scopes }
}

export const isBot = ({ headers }: FastifyRequest) => headers.authorization === `Bot ${DISCORD_BOT_TOKEN}`

export const requireBot = (request: FastifyRequest) => {
  if (!isBot(request)) throw unauthorized()
}
