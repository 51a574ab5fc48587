import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { DISCORD_CLIENT_ID, DISCORD_CLIENT_SECRET } from './credentials.ts'
import type { Discord } from './discord-state.ts'
import { oauthRefusal } from './refusal.ts'
import { issueToken } from './tokens.ts'

const text = z.string().optional()
const TokenForm = z.object({
  client_id: text,
  client_secret: text,
  grant_type: text,
  code: text,
  redirect_uri: text,
  code_verifier: text,
  refresh_token: text,
  token: text,
})
type TokenForm = z.infer<typeof TokenForm>

export const tokenRoutes = (api: FastifyInstance, discord: Discord) => {
  api.post('/oauth2/token', (request) => {
    const form = clientForm(request)
    if (form.grant_type === 'authorization_code') return exchangeCode(discord, form)
    if (form.grant_type === 'refresh_token') return refresh(discord, form)
    throw oauthRefusal(400, 'unsupported_grant_type', `Grant type ${form.grant_type ?? 'None'} is not supported`)
  })

  api.post('/oauth2/token/revoke', (request) => {
    const form = clientForm(request)
    const state = discord.kept.state()
    const revoked = state.tokens.find(({ accessToken, refreshToken }) =>
      [accessToken, refreshToken].includes(form.token ?? ''),
    )
    // Discord ends the whole authorization, whichever token is revoked.
    state.tokens = state.tokens.filter((token) => token.userId !== revoked?.userId)
    discord.kept.changed()
    return {}
  })
}

/** The form of a client that authenticated by form fields or HTTP Basic. */
const clientForm = ({ headers, body }: FastifyRequest): TokenForm => {
  // Discord reads only forms, so a JSON body counts as empty.
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true
  const form = (isForm && TokenForm.safeParse(body).data) || {}
  const [, basic] = /^Basic (.+)$/.exec(headers.authorization ?? '') ?? []
  const given =
    basic === undefined ? `${form.client_id}:${form.client_secret}` : Buffer.from(basic, 'base64').toString()
  if (given !== `${DISCORD_CLIENT_ID}:${DISCORD_CLIENT_SECRET}`) throw oauthRefusal(401, 'invalid_client')
  return form
}

const exchangeCode = (discord: Discord, form: TokenForm) => {
  if (form.code === undefined) throw oauthRefusal(400, 'invalid_request', 'Missing "code" in request.')
  const state = discord.kept.state()
  const code = state.codes.find((one) => one.code === form.code)
  // Any attempt, even a failed one, uses up the code. Expired codes are removed too.
  state.codes = state.codes.filter((one) => one !== code && one.expiresAt > discord.now())
  discord.kept.changed()
  if (!code || code.expiresAt <= discord.now()) throw invalidGrant('code')
  if (code.redirectUri !== form.redirect_uri) throw invalidGrant('redirect_uri')
  if (code.challenge !== undefined) checkVerifier(code.challenge, form.code_verifier)
  return issueToken(discord, code.userId, code.scopes)
}

const checkVerifier = (challenge: string, verifier: string | undefined) => {
  if (verifier === undefined) throw oauthRefusal(400, 'invalid_request', 'Missing "code_verifier" in request.')
  const isProof = /^[\w.~-]{43,128}$/.test(verifier)
  if (!isProof || createHash('sha256').update(verifier).digest('base64url') !== challenge) {
    throw invalidGrant('code_verifier')
  }
}

const refresh = (discord: Discord, form: TokenForm) => {
  const state = discord.kept.state()
  const token = state.tokens.find(({ refreshToken }) => refreshToken === form.refresh_token)
  if (!token) throw invalidGrant('refresh_token')
  state.tokens = state.tokens.filter((one) => one !== token)
  return issueToken(discord, token.userId, token.scopes)
}

const invalidGrant = (parameter: string) => oauthRefusal(400, 'invalid_grant', `Invalid "${parameter}" in request.`)
