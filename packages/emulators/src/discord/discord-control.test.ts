import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  DISCORD_BOT_TOKEN,
  DISCORD_GUILD_ID,
  DISCORD_PREMIUM_ROLE_ID,
  DISCORD_WEBHOOK_ID,
  DISCORD_WEBHOOK_TOKEN,
} from './credentials.ts'
import type { DiscordUser } from './discord-state.ts'
import { MIKA, NORA_WITHOUT_EMAIL, OLA_OUTSIDE } from './initial-state.ts'
import { startDiscord } from './testing/running-discord.ts'
import { createApplication } from './testing/signing-in.ts'

let discord: Awaited<ReturnType<typeof startDiscord>>
let application: ReturnType<typeof createApplication>

beforeAll(async () => {
  discord = await startDiscord()
  application = createApplication(discord.address, 'http://127.0.0.1:4000/callback')
})
afterEach(() => discord.order('reset'))
afterAll(() => discord.close())

interface Guild {
  members: { userId: string; username: string; roles: { id: string; name: string }[] }[]
}
const users = () => discord.report<DiscordUser[]>('users')
const names = async () => (await users()).map(({ username }) => username)
const memberNames = async () => (await discord.report<Guild>('guild')).members.map(({ username }) => username)
const sendMessage = (content: string, address = discord.address) =>
  fetch(`${address}/api/webhooks/${DISCORD_WEBHOOK_ID}/${DISCORD_WEBHOOK_TOKEN}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ content }),
  })

describe('the control API for users', () => {
  test('the initial users include a developer, one without e-mail, one unverified, one with an avatar and one outside the server', async () => {
    const all = await users()
    expect(all.map(({ username }) => username)).toContain('slipstream_dev')
    expect(all.filter(({ email }) => email === null)).toHaveLength(1)
    expect(all.filter(({ email, verified }) => email !== null && !verified)).toHaveLength(1)
    expect(all.filter(({ avatar }) => avatar !== null)).toHaveLength(1)
    expect(await memberNames()).not.toContain('ola_outsider')
  })

  test("a user can be added with only a name and gets an id like Discord's", async () => {
    const user = await discord.order<DiscordUser>('users/add', { username: 'new_driver' })
    expect(user).toEqual({
      id: expect.stringMatching(/^\d{17,20}$/),
      username: 'new_driver',
      displayName: null,
      email: null,
      verified: false,
      avatar: null,
    })
    expect(await users()).toContainEqual(user)
  })

  test('a rename and a new e-mail are visible with existing tokens', async () => {
    const { access_token } = await application.signIn(MIKA)
    await discord.order('users/change', { id: MIKA, username: 'mika.renamed', email: 'other@customer.example' })
    expect(await application.currentUser(access_token)).toMatchObject({
      id: MIKA,
      username: 'mika.renamed',
      global_name: 'Mika Apex',
      email: 'other@customer.example',
      verified: true,
    })
  })

  test('a user without an e-mail is never verified', async () => {
    const user = await discord.order<DiscordUser>('users/change', { id: MIKA, email: null, verified: true })
    expect(user).toMatchObject({ email: null, verified: false })
  })

  test('a removed user leaves the server, and their token is refused', async () => {
    const { access_token, refresh_token } = await application.signIn(MIKA)
    await discord.order('users/remove', { id: MIKA })
    expect(await names()).not.toContain('mika.apex')
    expect(await memberNames()).not.toContain('')
    expect((await application.get('/users/@me', access_token)).status).toBe(401)
    expect((await application.exchange('', { grant_type: 'refresh_token', refresh_token })).status).toBe(400)
  })

  test.each([
    ['a name that is taken', 'users/add', { username: 'mika.apex' }, 400],
    ['the name of somebody else', 'users/change', { id: MIKA, username: 'nora_nomail' }, 400],
    ['a name Discord does not allow', 'users/add', { username: 'two..dots' }, 400],
    ['an unknown parameter', 'users/change', { id: MIKA, mail: 'x@customer.example' }, 400],
    ['an unknown user', 'users/change', { id: '1' }, 404],
    ['removing an unknown user', 'users/remove', { id: '1' }, 404],
    ['an unknown user joining', 'guild/join', { id: '1' }, 404],
  ])('the control API refuses %s with a reason', async (_what, order, body, status) => {
    const before = await users()
    const answer = await fetch(`${discord.address}/_control/${order}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(answer.status).toBe(status)
    expect(await answer.json()).toEqual({ error: expect.any(String) })
    expect(await users()).toEqual(before)
  })

  test('a user can keep their own name', async () => {
    const user = await discord.order<DiscordUser>('users/change', { id: MIKA, username: 'mika.apex', displayName: 'M' })
    expect(user).toMatchObject({ username: 'mika.apex', displayName: 'M' })
  })
})

describe('the control API for the server', () => {
  test('a user joins, joins again, and leaves with all their roles', async () => {
    await discord.order('guild/join', { id: OLA_OUTSIDE })
    await discord.order('guild/join', { id: OLA_OUTSIDE })
    expect((await memberNames()).filter((name) => name === 'ola_outsider')).toHaveLength(1)
    await discord.order('guild/leave', { id: OLA_OUTSIDE })
    expect(await memberNames()).not.toContain('ola_outsider')
  })

  test('the guild report lists the roles of the members', async () => {
    const { access_token } = await application.signIn(OLA_OUTSIDE, 'guilds.join')
    await fetch(`${discord.address}/api/guilds/${DISCORD_GUILD_ID}/members/${OLA_OUTSIDE}`, {
      method: 'PUT',
      headers: { authorization: `Bot ${DISCORD_BOT_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ access_token, roles: [DISCORD_PREMIUM_ROLE_ID] }),
    })
    expect((await discord.report<Guild>('guild')).members).toContainEqual(
      expect.objectContaining({ userId: OLA_OUTSIDE, roles: [{ id: DISCORD_PREMIUM_ROLE_ID, name: 'Premium' }] }),
    )
  })

  test('a reset restores the initial state', async () => {
    const before = { users: await users(), members: await memberNames() }
    const { access_token } = await application.signIn(MIKA)
    await discord.order('users/remove', { id: NORA_WITHOUT_EMAIL })
    await sendMessage('Hello')
    await discord.order('reset')
    expect({ users: await users(), members: await memberNames() }).toEqual(before)
    expect(await discord.report('messages')).toEqual([])
    expect(await discord.report('calls')).toEqual([])
    expect((await application.get('/users/@me', access_token)).status).toBe(401)
  })
})

describe('the control page', () => {
  const page = async () => (await fetch(discord.address)).text()

  test('the Discord page shows users, members with roles, messages and the fault form', async () => {
    await sendMessage('The older')
    await sendMessage('The newer <b>one</b>')
    const text = await page()
    expect(text).toContain('@slipstream_dev')
    expect(text).toContain('Members of the server')
    expect(text.indexOf('The newer &#60;b&#62;one')).toBeGreaterThan(0)
    expect(text.indexOf('The newer')).toBeLessThan(text.indexOf('The older'))
    expect(text).toContain('action="/_control/faults"')
    expect(text).toContain(`${discord.address}/api`)
  })

  test('forms on the Discord page run actions, ignore empty fields and return to the page', async () => {
    const answer = await fetch(`${discord.address}/_control/users/change`, {
      method: 'POST',
      headers: { accept: 'text/html', referer: `${discord.address}/` },
      body: new URLSearchParams({
        id: MIKA,
        username: 'mika.apex',
        displayName: '',
        email: '',
        verified: 'no',
        avatar: 'keep',
      }),
      redirect: 'manual',
    })
    expect(answer.status).toBe(303)
    expect((await users()).find(({ id }) => id === MIKA)).toMatchObject({
      displayName: null,
      email: null,
      verified: false,
      avatar: '5f2d8c1b9a3e4706b8d1c2f3a4e59687',
    })
  })

  test('viewing the Discord page makes no call to Discord and works during an outage', async () => {
    await discord.order('faults', { kind: 'unavailable' })
    expect(await page()).toContain('connection cut')
    expect(await discord.report('calls')).toEqual([])
  })
})

describe('stored state', () => {
  test('users, members and tokens survive a restart if the emulator has a folder to keep them in', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'discord-'))
    try {
      const first = await startDiscord({ folder })
      const token = await createApplication(first.address, 'http://127.0.0.1:4000/').signIn(MIKA)
      await first.order('users/change', { id: MIKA, displayName: 'Kept' })
      await first.close()

      const second = await startDiscord({ folder })
      const { currentUser } = createApplication(second.address, 'http://127.0.0.1:4000/')
      expect(await currentUser(token.access_token)).toMatchObject({ id: MIKA, global_name: 'Kept' })
      await second.close()
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
