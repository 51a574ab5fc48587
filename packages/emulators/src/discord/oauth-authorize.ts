import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { type NewUserForm, sendAuthorizePage, sendRefusedPage } from './authorize-page.ts'
import { DISCORD_CLIENT_ID } from './credentials.ts'
import type { Discord, DiscordUser } from './discord-state.ts'
import { Refusal } from './refusal.ts'
import { isScope, type Scope } from './scopes.ts'
import { randomToken } from './tokens.ts'
import { addUser, NewUser } from './users.ts'

const CODE_LIFE_MS = 60_000

const text = z.string().optional().catch(undefined)
const Query = z.object({
  client_id: text,
  redirect_uri: text,
  response_type: text,
  scope: text,
  state: text,
  prompt: text,
  code_challenge: text,
  code_challenge_method: text,
})
type Query = z.infer<typeof Query>

interface Wish {
  redirectUri: string
  state: string | undefined
  scopes: Scope[]
  challenge: string | undefined
}

const Form = z.record(z.string(), z.unknown()).catch({})

/** The authorization page and its decisions. */
export const authorizeRoutes = (app: FastifyInstance, discord: Discord) => {
  const show = withWish(discord, (wish, _request, reply) => sendForm(discord, reply, wish))

  const decide = withWish(discord, (wish, request, reply) => {
    const form = Form.parse(request.body)
    if (form.cancel !== undefined) return returnWith(discord, reply, wish, DENIED)
    if (form.user === undefined) return allowNewUser(discord, reply, wish, form)
    const user = discord.kept.state().users.find(({ id }) => id === form.user)
    // The user may have been deleted while the page was open.
    return user ? allow(discord, reply, wish, user) : sendForm(discord, reply, wish)
  })

  for (const prefix of ['', '/api', '/api/v10']) {
    app.get(`${prefix}/oauth2/authorize`, show)
    app.post(`${prefix}/oauth2/authorize`, decide)
  }
}

const DENIED = {
  error: 'access_denied',
  error_description: 'The resource owner or authorization server denied the request',
}

type Answer = (wish: Wish, request: FastifyRequest, reply: FastifyReply) => FastifyReply

/**
 * Accepts only valid authorization requests. Anything else is refused, on the page or with a redirect to the
 * application.
 */
const withWish = (discord: Discord, answer: Answer) => (request: FastifyRequest, reply: FastifyReply) => {
  const query = Query.parse(request.query)
  const { client_id, redirect_uri = '', scope = '', state, code_challenge: challenge } = query
  // A user must not be redirected to a URL that is not the application's.
  if (client_id !== DISCORD_CLIENT_ID) return sendRefusedPage(reply, 'Unknown Application')
  if (!isRegistered(redirect_uri)) return sendRefusedPage(reply, 'Invalid OAuth2 redirect_uri')
  const wish = { redirectUri: redirect_uri, state, scopes: scope.split(' ').filter(isScope), challenge }
  const mistake = mistakeIn(query)
  return mistake ? returnWith(discord, reply, wish, mistake) : answer(wish, request, reply)
}

/** Applications under development run on this machine, on any port. */
const isRegistered = (address: string) =>
  URL.canParse(address) && /^http:\/\/(127\.0\.0\.1|localhost)(:\d+)?$/.test(new URL(address).origin)

const mistakeIn = (query: Query) => {
  const invalid = (description: string) => ({ error: 'invalid_request', error_description: description })
  if (query.response_type === undefined) return invalid('Missing response_type parameter.')
  if (query.response_type !== 'code') return { error: 'unsupported_response_type' }
  if (!query.scope?.split(' ').every(isScope)) {
    return { error: 'invalid_scope', error_description: 'The requested scope is invalid, unknown, or malformed.' }
  }
  // Nobody stays signed in here, so both values show the page.
  if (query.prompt !== undefined && !['consent', 'none'].includes(query.prompt)) return invalid('Invalid "prompt"')
  return hasGoodChallenge(query) ? undefined : invalid('Unsupported "code_challenge_method"')
}

const hasGoodChallenge = ({ code_challenge, code_challenge_method }: Query) =>
  code_challenge === undefined
    ? code_challenge_method === undefined
    : code_challenge_method === 'S256' && /^[\w-]{43}$/.test(code_challenge)

const sendForm = (
  discord: Discord,
  reply: FastifyReply,
  wish: Wish,
  rejected?: { form: NewUserForm; reason: string },
) => sendAuthorizePage(reply, { ...wish, users: discord.kept.state().users, ...(rejected && { rejected }) })

const allow = (discord: Discord, reply: FastifyReply, wish: Wish, user: DiscordUser) => {
  const { scopes, redirectUri, challenge } = wish
  const code = randomToken()
  const expiresAt = discord.now() + CODE_LIFE_MS
  discord.kept.state().codes.push({ code, userId: user.id, scopes, redirectUri, challenge, expiresAt })
  discord.kept.changed()
  return returnWith(discord, reply, wish, { code })
}

const allowNewUser = (discord: Discord, reply: FastifyReply, wish: Wish, form: NewUserForm) => {
  const details = NewUser.safeParse(form)
  if (!details.success) {
    return sendForm(discord, reply, wish, {
      form,
      reason: details.error.issues.map(({ message }) => message).join(' '),
    })
  }
  try {
    return allow(discord, reply, wish, addUser(discord, details.data))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return sendForm(discord, reply, wish, { form, reason: error.message })
  }
}

/** Redirects back to the application with the issuer (RFC 9207), like Discord. */
const returnWith = (
  discord: Discord,
  reply: FastifyReply,
  { redirectUri, state }: Wish,
  answer: Record<string, string>,
) => {
  const address = new URL(redirectUri)
  const parameters = { ...answer, ...(state !== undefined && { state }), iss: discord.address }
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value)
  return reply.redirect(address.href, 303)
}
