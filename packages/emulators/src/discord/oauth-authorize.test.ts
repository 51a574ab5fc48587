import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { DiscordUser } from './discord-state.ts'
import { MIKA } from './initial-state.ts'
import { startDiscord } from './testing/running-discord.ts'
import { createApplication, locationOf, newProof } from './testing/signing-in.ts'

const REDIRECT = 'http://localhost:4000/callback?kept=1'

let discord: Awaited<ReturnType<typeof startDiscord>>
let application: ReturnType<typeof createApplication>

beforeAll(async () => {
  discord = await startDiscord()
  application = createApplication(discord.address, REDIRECT)
})
afterEach(() => discord.order('reset'))
afterAll(() => discord.close())

const ask = async (changes: Record<string, string | undefined> = {}) => {
  const answer = await fetch(application.authorizeAddress(changes), { redirect: 'manual' })
  return { status: answer.status, page: await answer.text(), returned: locationOf(answer) }
}

describe('an application’s request', () => {
  test.each(['', '/api', '/api/v10'])('the page at %s/oauth2/authorize offers every Discord user', async (prefix) => {
    const address = application.authorizeAddress().replace('/oauth2', `${prefix}/oauth2`)
    const page = await (await fetch(address)).text()
    expect(page).toContain('Access your e-mail address')
    expect(page.match(/name="user" value="\d+"/g)).toHaveLength(5)
  })

  test.each([
    ['an unknown application', { client_id: '1' }, 'Unknown Application'],
    ['no redirect URI', { redirect_uri: undefined }, 'Invalid OAuth2 redirect_uri'],
    ['the redirect URI of another application', { redirect_uri: 'https://elsewhere.example/' }, 'redirect_uri'],
    ['a redirect URI that only looks local', { redirect_uri: 'http://127.0.0.1.elsewhere.example/' }, 'redirect_uri'],
  ])('an authorization request with %s is refused on the page, without a redirect', async (_what, changes, reason) => {
    const { status, page, returned } = await ask(changes)
    expect(status).toBe(400)
    expect(page).toContain(reason)
    expect(returned).toBeUndefined()
  })

  test.each([
    ['no response type', { response_type: undefined }, 'invalid_request'],
    ['a token instead of a code', { response_type: 'token' }, 'unsupported_response_type'],
    ['no scope', { scope: undefined }, 'invalid_scope'],
    ['an unknown scope', { scope: 'identify everything' }, 'invalid_scope'],
    ['an unknown prompt', { prompt: 'login' }, 'invalid_request'],
    [
      'a plain code challenge',
      { code_challenge: newProof().challenge, code_challenge_method: 'plain' },
      'invalid_request',
    ],
    ['a code challenge without its method', { code_challenge: newProof().challenge }, 'invalid_request'],
    [
      'a challenge that is not a SHA-256',
      { code_challenge: 'short', code_challenge_method: 'S256' },
      'invalid_request',
    ],
  ])(
    'an authorization request with %s redirects to the application with an error and the state',
    async (_what, changes, error) => {
      const { status, returned } = await ask(changes)
      expect(status).toBe(303)
      expect(Object.fromEntries(returned ?? [])).toMatchObject({ error, state: 'state-of-the-visit', kept: '1' })
    },
  )

  test.each(['none', 'consent'])(
    'with prompt=%s the authorization page is shown, because nobody is signed in',
    async (prompt) => {
      expect((await ask({ prompt })).status).toBe(200)
    },
  )
})

describe('a user’s decision', () => {
  test('choosing a user returns a code, the state and the issuer (RFC 9207)', async () => {
    const { status, returned } = await application.decide({ user: MIKA })
    expect(status).toBe(303)
    expect(Object.fromEntries(returned ?? [])).toEqual({
      kept: '1',
      code: expect.stringMatching(/^[\w-]{20}$/),
      state: 'state-of-the-visit',
      iss: discord.address,
    })
  })

  test('without a state in the request, none is returned', async () => {
    const { returned } = await application.decide({ user: MIKA }, { state: undefined })
    expect(returned?.has('state')).toBe(false)
  })

  test('canceling returns access_denied with its description and the state', async () => {
    const { returned } = await application.decide({ cancel: 'yes' })
    expect(Object.fromEntries(returned ?? [])).toMatchObject({
      error: 'access_denied',
      error_description: 'The resource owner or authorization server denied the request',
      state: 'state-of-the-visit',
    })
    expect(returned?.has('code')).toBe(false)
  })

  test('submitting the authorization page is validated like opening it', async () => {
    expect((await application.decide({ user: MIKA }, { client_id: '1' })).status).toBe(400)
    expect((await application.decide({ user: MIKA }, { scope: 'all' })).returned?.get('error')).toBe('invalid_scope')
  })

  test('a user deleted while the authorization page is open is no longer offered', async () => {
    await discord.order('users/remove', { id: MIKA })
    const { status, page } = await application.decide({ user: MIKA })
    expect(status).toBe(200)
    expect(page).not.toContain(MIKA)
  })

  test('a new user is created and signed in', async () => {
    const { returned } = await application.decide({
      username: 'new.driver',
      displayName: 'New Driver',
      email: 'new@customer.example',
      verified: 'no',
      avatar: 'yes',
    })
    const token = await application.tokenFor(returned?.get('code') ?? '')
    expect(await application.currentUser(token.access_token)).toMatchObject({
      username: 'new.driver',
      global_name: 'New Driver',
      email: 'new@customer.example',
      verified: false,
      avatar: expect.stringMatching(/^[0-9a-f]{32}$/),
    })
  })

  test.each([
    ['a name that is taken', 'mika.apex', 'The username mika.apex is taken.'],
    ['a name Discord does not allow', 'Mika Apex', 'A username has'],
  ])('%s is reported next to the field, and typed values stay', async (_what, username, reason) => {
    const { status, page } = await application.decide({
      username,
      displayName: 'Kept "name"',
      email: '',
      verified: 'no',
    })
    expect(status).toBe(400)
    expect(page).toContain(reason)
    expect(page).toContain('value="Kept &#34;name&#34;"')
    expect(await discord.report<DiscordUser[]>('users')).toHaveLength(5)
  })
})
