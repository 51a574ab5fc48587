import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { DISCORD_CLIENT_ID, DISCORD_CLIENT_SECRET, DISCORD_GUILD_ID } from './credentials.ts'
import { MIKA, NORA_WITHOUT_EMAIL, OLA_OUTSIDE, UDO_UNVERIFIED } from './initial-state.ts'
import { startDiscord } from './testing/running-discord.ts'
import { createApplication, newProof } from './testing/signing-in.ts'

const REDIRECT = 'http://127.0.0.1:4000/callback'

let clock = Date.parse('2026-01-01T00:00:00Z')
let discord: Awaited<ReturnType<typeof startDiscord>>
let application: ReturnType<typeof createApplication>

beforeAll(async () => {
  discord = await startDiscord({ now: () => clock })
  application = createApplication(discord.address, REDIRECT)
})
afterEach(() => discord.order('reset'))
afterAll(() => discord.close())

const told = async (answer: Response) => ({ status: answer.status, ...((await answer.json()) as object) })
const UNAUTHORIZED = { status: 401, message: '401: Unauthorized', code: 0 }

describe('a code becomes a token', () => {
  test('a code is exchanged once for a token with type, lifetime, refresh token and scope', async () => {
    const code = await application.codeFor(MIKA)
    expect(await told(await application.exchange(code))).toEqual({
      status: 200,
      token_type: 'Bearer',
      access_token: expect.any(String),
      expires_in: 604_800,
      refresh_token: expect.any(String),
      scope: 'identify email',
    })
    expect(await told(await application.exchange(code))).toEqual({
      status: 400,
      error: 'invalid_grant',
      error_description: 'Invalid "code" in request.',
    })
  })

  test('a client that authenticates with HTTP Basic can exchange a code', async () => {
    const code = await application.codeFor(MIKA)
    const basic = Buffer.from(`${DISCORD_CLIENT_ID}:${DISCORD_CLIENT_SECRET}`).toString('base64')
    const answer = await application.postForm(
      '/v10/oauth2/token',
      { grant_type: 'authorization_code', code, redirect_uri: REDIRECT },
      { authorization: `Basic ${basic}` },
    )
    expect(answer.status).toBe(200)
  })

  test('a wrong client secret is refused, and the code stays usable', async () => {
    const code = await application.codeFor(MIKA)
    expect(await told(await application.exchange(code, { client_secret: 'wrong' }))).toEqual({
      status: 401,
      error: 'invalid_client',
    })
    expect((await application.exchange(code)).status).toBe(200)
  })

  test('a code is exchanged within 60 seconds and not later', async () => {
    const [inTime, late] = [await application.codeFor(MIKA), await application.codeFor(MIKA)]
    clock += 59_999
    expect((await application.exchange(inTime)).status).toBe(200)
    clock += 1
    expect(await told(await application.exchange(late))).toMatchObject({ status: 400, error: 'invalid_grant' })
  })

  test('a code works only with its exact redirect URI, and a failed attempt uses it up', async () => {
    const code = await application.codeFor(MIKA)
    expect(await told(await application.exchange(code, { redirect_uri: `${REDIRECT}/` }))).toEqual({
      status: 400,
      error: 'invalid_grant',
      error_description: 'Invalid "redirect_uri" in request.',
    })
    expect((await application.exchange(code)).status).toBe(400)
  })

  test.each([
    ['no code', { grant_type: 'authorization_code' }, 'invalid_request'],
    ['no grant type', {}, 'unsupported_grant_type'],
    ['another grant type', { grant_type: 'password' }, 'unsupported_grant_type'],
  ])('a token request with %s is refused', async (_what, form, error) => {
    const client = { client_id: DISCORD_CLIENT_ID, client_secret: DISCORD_CLIENT_SECRET }
    expect(await told(await application.postForm('/oauth2/token', { ...client, ...form }))).toMatchObject({
      status: 400,
      error,
    })
  })

  test('a code sent as JSON is not exchanged, because Discord reads only forms', async () => {
    const answer = await fetch(`${discord.address}/api/oauth2/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        client_id: DISCORD_CLIENT_ID,
        client_secret: DISCORD_CLIENT_SECRET,
        grant_type: 'authorization_code',
        code: await application.codeFor(MIKA),
        redirect_uri: REDIRECT,
      }),
    })
    expect(answer.status).toBe(401)
  })
})

describe('a code with a challenge (PKCE)', () => {
  const { verifier, challenge } = newProof()
  const codeWithChallenge = () =>
    application.codeFor(MIKA, { code_challenge: challenge, code_challenge_method: 'S256' })

  test('a code with a PKCE challenge is exchanged with the matching verifier', async () => {
    expect((await application.exchange(await codeWithChallenge(), { code_verifier: verifier })).status).toBe(200)
  })

  test.each([
    ['another verifier', { code_verifier: newProof().verifier }, 'invalid_grant'],
    ['no verifier', {}, 'invalid_request'],
  ])('a code with a PKCE challenge is refused with %s', async (_what, form, error) => {
    const answer = await application.exchange(await codeWithChallenge(), form)
    expect(await told(answer)).toMatchObject({
      status: 400,
      error,
      error_description: expect.stringContaining('code_verifier'),
    })
  })

  test('a PKCE verifier shorter than 43 characters is refused even if it matches', async () => {
    const short = 'short-verifier'
    const code = await application.codeFor(MIKA, {
      code_challenge: createHash('sha256').update(short).digest('base64url'),
      code_challenge_method: 'S256',
    })
    expect((await application.exchange(code, { code_verifier: short })).status).toBe(400)
  })
})

describe('a token', () => {
  const refresh = (refresh_token: string) => application.exchange('', { grant_type: 'refresh_token', refresh_token })

  test('a token is valid for a week, and its refresh token gets a new pair once', async () => {
    const old = await application.signIn(MIKA)
    clock += 604_800_000
    expect(await told(await application.get('/users/@me', old.access_token))).toEqual(UNAUTHORIZED)

    const fresh = await application.tokenFor('', { grant_type: 'refresh_token', refresh_token: old.refresh_token })
    expect(fresh.scope).toBe('identify email')
    expect((await application.currentUser(fresh.access_token)).id).toBe(MIKA)
    expect(await told(await refresh(old.refresh_token))).toMatchObject({ status: 400, error: 'invalid_grant' })
  })

  test.each(['access_token', 'refresh_token'] as const)(
    'revoking a token by its %s ends the whole authorization',
    async (kind) => {
      const revoked = await application.signIn(MIKA)
      const sameUser = await application.signIn(MIKA)
      const other = await application.signIn(OLA_OUTSIDE)
      const client = { client_id: DISCORD_CLIENT_ID, client_secret: DISCORD_CLIENT_SECRET }
      expect(
        await told(await application.postForm('/oauth2/token/revoke', { ...client, token: revoked[kind] })),
      ).toEqual({
        status: 200,
      })

      expect((await application.get('/users/@me', revoked.access_token)).status).toBe(401)
      expect((await application.get('/users/@me', sameUser.access_token)).status).toBe(401)
      expect((await refresh(revoked.refresh_token)).status).toBe(400)
      expect((await application.get('/users/@me', other.access_token)).status).toBe(200)
    },
  )

  test('a token cannot be revoked without the client secret', async () => {
    const { access_token } = await application.signIn(MIKA)
    const form = { client_id: DISCORD_CLIENT_ID, client_secret: 'wrong', token: access_token }
    expect((await application.postForm('/oauth2/token/revoke', form)).status).toBe(401)
    expect((await application.get('/users/@me', access_token)).status).toBe(200)
  })
})

describe('the user behind a token', () => {
  test.each(['/users/@me', '/users/%40me', '/v10/users/@me'])('the user of a token is returned by %s', async (path) => {
    const { access_token } = await application.signIn(MIKA)
    expect(await told(await application.get(path, access_token))).toMatchObject({
      status: 200,
      id: MIKA,
      username: 'mika.apex',
      discriminator: '0',
      global_name: 'Mika Apex',
      avatar: '5f2d8c1b9a3e4706b8d1c2f3a4e59687',
      email: 'mika@customer.example',
      verified: true,
    })
  })

  test('the user of a token has no e-mail without the email scope', async () => {
    const { access_token } = await application.signIn(MIKA, 'identify')
    const user = await application.currentUser(access_token)
    expect(user).not.toHaveProperty('email')
    expect(user).not.toHaveProperty('verified')
  })

  test('the user of a token may have no e-mail, or an unverified one', async () => {
    const nora = await application.signIn(NORA_WITHOUT_EMAIL)
    expect(await application.currentUser(nora.access_token)).toMatchObject({ email: null, verified: false })
    const udo = await application.signIn(UDO_UNVERIFIED)
    expect(await application.currentUser(udo.access_token)).toMatchObject({
      email: 'udo@customer.example',
      verified: false,
    })
  })

  test.each([
    ['an unknown token', 'made-up', undefined],
    ['a token without the identify scope', undefined, 'email'],
  ])('the user is not returned for %s', async (_what, madeUp, scope) => {
    const token = madeUp ?? (await application.signIn(MIKA, scope)).access_token
    expect(await told(await application.get('/users/@me', token))).toEqual(UNAUTHORIZED)
  })

  test('the membership of a user requires guilds.members.read', async () => {
    const path = `/users/@me/guilds/${DISCORD_GUILD_ID}/member`
    const scope = 'identify guilds.members.read'
    const mika = await application.signIn(MIKA, scope)
    expect(await told(await application.get(path, mika.access_token))).toMatchObject({
      status: 200,
      user: { id: MIKA },
      roles: [],
      joined_at: expect.any(String),
    })
    const unknownGuild = { status: 404, message: 'Unknown Guild', code: 10004 }
    expect(await told(await application.get('/users/@me/guilds/1/member', mika.access_token))).toEqual(unknownGuild)
    const ola = await application.signIn(OLA_OUTSIDE, scope)
    expect(await told(await application.get(path, ola.access_token))).toEqual(unknownGuild)
    const withoutScope = await application.signIn(MIKA)
    expect(await told(await application.get(path, withoutScope.access_token))).toEqual(UNAUTHORIZED)
  })
})
