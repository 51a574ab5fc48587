import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openScriptedDiscord, type ScriptedDiscord } from '#testing/scripted-discord.ts'
import { DiscordFailed, openDiscord } from './discord.ts'

const TOKEN = '/api/oauth2/token'
const ME = '/api/users/@me'
const KIT = { id: '1170000000000000042', username: 'kit', avatar: '5f2d8c1b9a3e4706b8d1c2f3a4e59687' }

let scripted: ScriptedDiscord
beforeAll(async () => {
  scripted = await openScriptedDiscord()
})
afterEach(() => scripted.answerTruly())
afterAll(() => scripted.close())

const open = (url = scripted.url, timeoutMs?: number) =>
  openDiscord(
    { url, clientId: 'the-store', clientSecret: 'hush', redirectUri: 'http://127.0.0.1:4300/back' },
    timeoutMs,
  )

/** The round trip, with what Discord adds to the return address. */
const roundTrip = async (returned: Record<string, string>, discord = open()) => {
  const { state, codeVerifier } = await discord.start()
  return discord.finish(new URLSearchParams({ state, ...returned }), { state, codeVerifier })
}

test('the redirect to Discord carries a state and a challenge and requests only name and address', async () => {
  const { address, state, codeVerifier } = await open('https://discord.com').start()
  const { origin, pathname, searchParams } = new URL(address)
  expect(origin + pathname).toBe('https://discord.com/oauth2/authorize')
  expect(Object.fromEntries(searchParams)).toEqual({
    response_type: 'code',
    client_id: 'the-store',
    redirect_uri: 'http://127.0.0.1:4300/back',
    scope: 'identify email',
    state,
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
  })
  expect(address).not.toContain(codeVerifier)
  expect((await open().start()).state).not.toBe(state)
})

test.each([
  ['true', { email: 'kit@customer.example', verified: true }, 'kit@customer.example'],
  ['false', { email: 'kit@customer.example', verified: false }, null],
  ['absent', { email: 'kit@customer.example' }, null],
  ['true without an address', { email: null, verified: true }, null],
])('an e-mail address counts only if Discord has verified it: verified is %s', async (_name, mail, verifiedEmail) => {
  const code = scripted.allow({ ...KIT, ...mail })
  expect(await roundTrip({ code })).toEqual({ ...KIT, verifiedEmail })
})

test.each([null, undefined, '../../evil', 7])('an avatar of %j is ignored', async (avatar) => {
  const profile = await roundTrip({ code: scripted.allow({ ...KIT, avatar }) })
  expect(profile).toMatchObject({ id: KIT.id, avatar: null })
})

test('an issuer in Discord’s answer must be Discord', async () => {
  const code = scripted.allow(KIT)
  expect(await roundTrip({ code, iss: scripted.url })).toMatchObject({ id: KIT.id })
  await expect(roundTrip({ code, iss: 'https://elsewhere.example' })).rejects.toThrow(DiscordFailed)
})

describe('failures at Discord', () => {
  test.each([
    ['the person declines', { error: 'access_denied' }],
    ['the code is missing', {}],
    ['the code is unknown', { code: 'nobodys' }],
    ['the state differs', { state: 'another', code: 'code-0' }],
  ])('a return from Discord fails with DiscordFailed when %s', async (_name, returned) => {
    await expect(roundTrip(returned)).rejects.toThrow(DiscordFailed)
  })

  test.each([
    ['the token call fails', TOKEN, { status: 500, body: 'oops', type: 'text/plain' }],
    ['the token call is rate limited', TOKEN, { status: 429, body: '{"message":"You are being rate limited."}' }],
    ['the token is not JSON', TOKEN, { body: '{"access_token": "x"' }],
    ['the token is a page', TOKEN, { body: '<html>', type: 'text/html' }],
    ['the profile call fails', ME, { status: 503, body: '{}' }],
    ['the profile is not JSON', ME, { body: '<html>' }],
    ['the profile has no id', ME, { body: '{"username":"kit"}' }],
    ['the id is not a number', ME, { body: '{"id":"1/../2","username":"kit","avatar":null}' }],
  ])('a sign-in with Discord fails with DiscordFailed when %s', async (_name, path, answer) => {
    scripted.answerWith(path, answer)
    await expect(roundTrip({ code: scripted.allow(KIT) })).rejects.toThrow(DiscordFailed)
  })

  test.each([TOKEN, ME])('a sign-in with Discord fails when %s times out', async (path) => {
    scripted.answerWith(path, 'silence')
    const impatient = open(scripted.url, 200)
    await expect(roundTrip({ code: scripted.allow(KIT) }, impatient)).rejects.toThrow(DiscordFailed)
  })

  test('a sign-in with Discord fails when Discord cannot be reached', async () => {
    await expect(roundTrip({ code: 'x' }, open('http://127.0.0.1:1'))).rejects.toThrow(DiscordFailed)
  })
})
