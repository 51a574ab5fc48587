import { DiscordAPIError, HTTPError, REST } from '@discordjs/rest'
import type { APIGuildMember, APIRole, APIUser } from 'discord-api-types/v10'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Call } from '../http/emulator-app.ts'
import {
  DISCORD_BOT_ROLE_ID,
  DISCORD_BOT_TOKEN,
  DISCORD_GUILD_ID,
  DISCORD_MODERATOR_ROLE_ID,
  DISCORD_PREMIUM_ROLE_ID,
} from './credentials.ts'
import { MIKA, OLA_OUTSIDE } from './initial-state.ts'
import { startDiscord } from './testing/running-discord.ts'
import { createApplication } from './testing/signing-in.ts'

let discord: Awaited<ReturnType<typeof startDiscord>>
let application: ReturnType<typeof createApplication>
let rest: REST

beforeAll(async () => {
  discord = await startDiscord()
  application = createApplication(discord.address, 'http://127.0.0.1:4000/callback')
})
// The client drops a refused token, so each test has its own client.
beforeEach(() => {
  rest = new REST({ api: `${discord.address}/api` }).setToken(DISCORD_BOT_TOKEN)
})
afterEach(async () => {
  rest.clearHandlerSweeper()
  rest.clearHashSweeper()
  await discord.order('reset')
})
afterAll(() => discord.close())

const memberPath = (user: string, guild = DISCORD_GUILD_ID) => `/guilds/${guild}/members/${user}` as const
const rolePath = (user: string, role = DISCORD_PREMIUM_ROLE_ID, guild = DISCORD_GUILD_ID) =>
  `${memberPath(user, guild)}/roles/${role}` as const
const rolesOf = async (user: string) => ((await rest.get(memberPath(user))) as APIGuildMember).roles
const calls = async () => (await discord.report<Call[]>('calls')).map(({ method, status }) => `${method} ${status}`)

const failureOf = async (call: Promise<unknown>): Promise<unknown> => {
  try {
    await call
  } catch (error) {
    return error
  }
  throw new Error('The call succeeded.')
}

describe('the bot gives and takes roles through @discordjs/rest', () => {
  test('adding or removing a role twice changes nothing', async () => {
    await rest.put(rolePath(MIKA))
    await rest.put(rolePath(MIKA))
    expect(await rolesOf(MIKA)).toEqual([DISCORD_PREMIUM_ROLE_ID])
    await rest.delete(rolePath(MIKA))
    await rest.delete(rolePath(MIKA))
    expect(await rolesOf(MIKA)).toEqual([])
  })

  test.each([
    ['somebody outside the server is Unknown Member', rolePath(OLA_OUTSIDE), 404, 10007],
    ['a role that does not exist is Unknown Role', rolePath(MIKA, '1'), 404, 10011],
    ['another server is Unknown Guild', rolePath(MIKA, DISCORD_PREMIUM_ROLE_ID, '1'), 404, 10004],
    ['a role above the bot is Missing Permissions', rolePath(MIKA, DISCORD_MODERATOR_ROLE_ID), 403, 50013],
  ])('adding and removing a role fails: %s', async (_what, path, status, code) => {
    for (const call of [rest.put(path), rest.delete(path)]) {
      const error = await failureOf(call)
      expect(error).toBeInstanceOf(DiscordAPIError)
      expect(error).toMatchObject({ status, code })
    }
    expect(await rolesOf(MIKA)).toEqual([])
  })

  test.each([
    ['somebody outside the server is Unknown Member', OLA_OUTSIDE, 10007],
    ['somebody who does not exist is Unknown User', '1', 10013],
  ])('looking up a member fails: %s', async (_what, user, code) => {
    expect(await failureOf(rest.get(memberPath(user)))).toMatchObject({ status: 404, code })
  })

  test('members are listed page by page in the order of their ids', async () => {
    const list = async (query: Record<string, string>) =>
      (
        (await rest.get(`/guilds/${DISCORD_GUILD_ID}/members`, {
          query: new URLSearchParams(query),
        })) as APIGuildMember[]
      ).map(({ user }) => user.id)
    const all = await list({ limit: '1000' })
    expect(all).toHaveLength(4)
    expect(all).toEqual(all.toSorted((one, other) => Number(BigInt(one) - BigInt(other))))
    expect(await list({ limit: '3' })).toEqual(all.slice(0, 3))
    expect(await list({ limit: '3', after: all[2] ?? '' })).toEqual(all.slice(3))
    expect(await list({})).toHaveLength(1)
    for (const [name, value] of [
      ['limit', '1001'],
      ['after', 'mika'],
    ] as const) {
      expect(await failureOf(list({ [name]: value }))).toMatchObject({ status: 400, code: 50035 })
    }
  })

  test('the bot sees the order of the roles, and cannot give a role above its own', async () => {
    const order = async () => {
      const roles = (await rest.get(`/guilds/${DISCORD_GUILD_ID}/roles`)) as APIRole[]
      return roles.toSorted((one, other) => one.position - other.position).map(({ name }) => name)
    }
    const me = (await rest.get('/users/@me')) as APIUser
    expect(await rolesOf(me.id)).toEqual([DISCORD_BOT_ROLE_ID])
    expect(await order()).toEqual(['@everyone', 'Premium', 'Slipstream', 'Moderator'])
    await discord.order('guild/bot', { isLow: true })
    expect(await order()).toEqual(['@everyone', 'Slipstream', 'Premium', 'Moderator'])
    expect(await failureOf(rest.put(rolePath(MIKA)))).toMatchObject({ status: 403, code: 50013 })
  })

  test('the bot sees role changes made by a moderator', async () => {
    await discord.order('guild/roles', { id: MIKA, roles: [DISCORD_MODERATOR_ROLE_ID] })
    await rest.put(rolePath(MIKA))
    expect(await rolesOf(MIKA)).toEqual([DISCORD_MODERATOR_ROLE_ID, DISCORD_PREMIUM_ROLE_ID])
  })

  test('every call with a wrong bot token gets 401 and changes nothing', async () => {
    const joining = { body: { access_token: 'any' } }
    const stranger = new REST({ api: `${discord.address}/api` })
    for (const call of [
      () => stranger.get(memberPath(MIKA)),
      () => stranger.get(`/guilds/${DISCORD_GUILD_ID}/members`),
      () => stranger.get(`/guilds/${DISCORD_GUILD_ID}/roles`),
      () => stranger.put(memberPath(MIKA), joining),
      () => stranger.put(rolePath(MIKA)),
      () => stranger.delete(rolePath(MIKA)),
    ]) {
      // The client drops a refused token.
      stranger.setToken('wrong')
      expect(await failureOf(call())).toMatchObject({ status: 401, message: '401: Unauthorized' })
    }
    expect(await rolesOf(MIKA)).toEqual([])
  })
})

describe('a user joins the server with their access token', () => {
  test('a user joins the server with the requested roles, and joining twice changes nothing', async () => {
    const { access_token } = await application.signIn(OLA_OUTSIDE, 'identify guilds.join')
    const body = { access_token, roles: [DISCORD_PREMIUM_ROLE_ID] }
    expect(await rest.put(memberPath(OLA_OUTSIDE), { body })).toMatchObject({
      user: { id: OLA_OUTSIDE } satisfies Partial<APIUser>,
      roles: [DISCORD_PREMIUM_ROLE_ID],
    })
    await rest.put(memberPath(OLA_OUTSIDE), { body: { access_token } })
    expect(await rolesOf(OLA_OUTSIDE)).toEqual([DISCORD_PREMIUM_ROLE_ID])
    expect(await calls()).toContain('PUT 204')
  })

  test.each([
    ["with somebody else's token", MIKA, 'identify guilds.join'],
    ['without the guilds.join scope', OLA_OUTSIDE, 'identify'],
  ])('a user does not join the server %s', async (_what, owner, scope) => {
    const { access_token } = await application.signIn(owner, scope)
    const error = await failureOf(rest.put(memberPath(OLA_OUTSIDE), { body: { access_token } }))
    expect(error).toMatchObject({ status: 403, code: 50025 })
    expect(await failureOf(rest.get(memberPath(OLA_OUTSIDE)))).toMatchObject({ code: 10007 })
  })

  test('joining the server without a token is refused as an invalid form', async () => {
    expect(await failureOf(rest.put(memberPath(OLA_OUTSIDE), { body: {} }))).toMatchObject({
      status: 400,
      code: 50035,
      rawError: { errors: { access_token: { _errors: [{ code: 'BASE_TYPE_REQUIRED' }] } } },
    })
  })

  test('an unknown parameter when joining the server is refused', async () => {
    const answer = await fetch(`${discord.address}/api${memberPath(OLA_OUTSIDE)}`, {
      method: 'PUT',
      headers: { authorization: `Bot ${DISCORD_BOT_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ access_token: 'any', nick: 'Ola' }),
    })
    expect(answer.status).toBe(501)
    expect(await answer.json()).toMatchObject({ message: expect.stringContaining('nick') })
  })
})

describe('rate limits and outages of the API', () => {
  test('a normal answer has the rate limit headers and leaves room', async () => {
    const headers = async (path: string) =>
      Object.fromEntries(
        (await fetch(`${discord.address}/api${path}`, { headers: { authorization: `Bot ${DISCORD_BOT_TOKEN}` } }))
          .headers,
      )
    const member = await headers(memberPath(MIKA))
    expect(member).toMatchObject({
      'x-ratelimit-limit': '10',
      'x-ratelimit-remaining': '9',
      'x-ratelimit-reset-after': '1',
      'x-ratelimit-bucket': expect.stringMatching(/^[0-9a-f]{32}$/),
    })
    expect((await headers(memberPath(OLA_OUTSIDE)))['x-ratelimit-bucket']).toBe(member['x-ratelimit-bucket'])
    expect((await headers('/users/@me'))['x-ratelimit-bucket']).not.toBe(member['x-ratelimit-bucket'])
  })

  test('a 429 has the retry delay in its body and headers', async () => {
    await discord.order('faults', { kind: 'rate-limit', times: 1 })
    const answer = await fetch(`${discord.address}/api/users/@me`)
    expect(answer.status).toBe(429)
    expect(await answer.json()).toEqual({ message: 'You are being rate limited.', retry_after: 0.2, global: false })
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'retry-after': '1',
      'x-ratelimit-scope': 'user',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset-after': '0.2',
    })
  })

  test('@discordjs/rest waits after a 429 and succeeds at the second call', async () => {
    await discord.order('faults', { kind: 'rate-limit', call: 'PUT /api/', times: 1 })
    const began = performance.now()
    await rest.put(rolePath(MIKA))
    expect(performance.now() - began).toBeGreaterThanOrEqual(200)
    expect(await calls()).toEqual(['PUT 429', 'PUT 204'])
    expect(await rolesOf(MIKA)).toEqual([DISCORD_PREMIUM_ROLE_ID])
  })

  test('during an outage @discordjs/rest throws and nothing changes', async () => {
    await discord.order('faults', { kind: 'unavailable' })
    expect(await failureOf(rest.put(rolePath(MIKA)))).toMatchObject({
      code: expect.stringMatching(/^(UND_ERR_SOCKET|ECONNRESET)$/),
    })
    await discord.order('faults/clear')
    expect(await rolesOf(MIKA)).toEqual([])
  })

  test('a permanent 500 makes @discordjs/rest throw, and a 500 after the work was done still leaves the role added', async () => {
    await discord.order('faults', { kind: 'error-after', call: 'PUT /api/' })
    expect(await failureOf(rest.put(rolePath(MIKA)))).toBeInstanceOf(HTTPError)
    expect(await rolesOf(MIKA)).toEqual([DISCORD_PREMIUM_ROLE_ID])
  })

  test.each([
    ['an endpoint that is not emulated', 'GET', '/api/v10/guilds/1/channels'],
    ['another version of the API', 'GET', '/api/v9/users/@me'],
    ['a known address with another method', 'PATCH', '/api/users/@me'],
    ['a user other than the one who signed in', 'GET', `/api/users/${MIKA}`],
  ])("%s is answered with 501 in Discord's format", async (_what, method, path) => {
    const answer = await fetch(discord.address + path, { method })
    expect(answer.status).toBe(501)
    expect(await answer.json()).toEqual({
      message: `The Discord emulator does not support ${method} ${path}.`,
      code: 0,
    })
    expect(await calls()).toEqual([`${method} 501`])
  })

  test('an unknown endpoint makes @discordjs/rest throw', async () => {
    expect(await failureOf(rest.get('/gateway/bot'))).toMatchObject({ status: 501 })
  })
})
