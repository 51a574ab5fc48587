import { DiscordAPIError, REST } from '@discordjs/rest'
import type { APIMessage } from 'discord-api-types/v10'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { DISCORD_GUILD_ID, DISCORD_WEBHOOK_ID, DISCORD_WEBHOOK_TOKEN } from './credentials.ts'
import type { ReceivedMessage } from './discord-state.ts'
import { startDiscord } from './testing/running-discord.ts'

let discord: Awaited<ReturnType<typeof startDiscord>>
let rest: REST

beforeAll(async () => {
  discord = await startDiscord()
  rest = new REST({ api: `${discord.address}/api` })
})
afterEach(() => discord.order('reset'))
afterAll(async () => {
  rest.clearHandlerSweeper()
  rest.clearHashSweeper()
  await discord.close()
})

const path = (id = DISCORD_WEBHOOK_ID, token = DISCORD_WEBHOOK_TOKEN) => `/webhooks/${id}/${token}` as const
const post = (body: string, type = 'application/json', query = '') =>
  fetch(`${discord.address}/api${path()}${query}`, { method: 'POST', headers: { 'content-type': type }, body })
const send = (body: object, wait = true) =>
  rest.post(path(), { auth: false, body, query: new URLSearchParams({ wait: String(wait) }) })
const received = async () => discord.report<ReceivedMessage[]>('messages')

describe('a channel webhook', () => {
  test('a channel webhook returns the message when asked to wait', async () => {
    const embeds = [{ title: 'New release', description: 'Version 2', fields: [{ name: 'Price', value: '$15' }] }]
    const message = (await send({ content: 'Hello', username: 'Shop', embeds })) as APIMessage
    expect(message).toMatchObject({
      content: 'Hello',
      embeds,
      author: { username: 'Shop', bot: true },
      webhook_id: DISCORD_WEBHOOK_ID,
    })
    expect((await received())[0]?.message).toEqual(message)
  })

  test('a channel webhook answers 204 when not asked to wait, and the emulator lists messages newest first', async () => {
    expect((await post('{"content":"First"}')).status).toBe(204)
    const answer = await post('{"content":"Second","allowed_mentions":{"parse":[]}}')
    expect(await answer.text()).toBe('')
    expect((await received()).map(({ sent }) => sent)).toEqual([
      { content: 'Second', allowed_mentions: { parse: [] } },
      { content: 'First' },
    ])
  })

  test('a channel webhook notifies everyone on @everyone, unless mentions are disallowed', async () => {
    const mentions = async (body: object) => ((await send(body)) as APIMessage).mention_everyone
    expect(await mentions({ content: 'Hello @everyone' })).toBe(true)
    expect(await mentions({ content: 'Hello @everyone', allowed_mentions: { parse: [] } })).toBe(false)
    expect(await mentions({ content: 'Hello @here', allowed_mentions: { parse: ['everyone'] } })).toBe(true)
  })

  test.each([
    ['nothing at all', {}],
    ['white space', { content: ' \n' }],
    ['an empty list of embeds', { embeds: [] }],
  ])('a channel webhook refuses %s as an empty message', async (_what, body) => {
    await expect(send(body)).rejects.toMatchObject({ status: 400, code: 50006 })
    expect(await received()).toEqual([])
  })

  test('a channel webhook accepts 2000 characters and refuses one more with the name of the field', async () => {
    await send({ content: 'x'.repeat(2_000) })
    await expect(send({ content: 'x'.repeat(2_001) })).rejects.toMatchObject({
      status: 400,
      code: 50035,
      rawError: {
        message: 'Invalid Form Body',
        errors: {
          content: { _errors: [{ code: 'BASE_TYPE_MAX_LENGTH', message: 'Must be 2000 or fewer in length.' }] },
        },
      },
    })
    expect(await received()).toHaveLength(1)
  })

  test('a channel webhook reports a value of the wrong type as such, not as missing', async () => {
    await expect(send({ content: 5 })).rejects.toMatchObject({
      rawError: { errors: { content: { _errors: [{ code: 'BASE_TYPE_CHOICES' }] } } },
    })
  })

  test('a channel webhook names the embed that is too long', async () => {
    await expect(send({ embeds: [{ title: 'Good' }, { title: 'x'.repeat(257) }] })).rejects.toMatchObject({
      rawError: { errors: { embeds: { 1: { title: { _errors: [{ code: 'BASE_TYPE_MAX_LENGTH' }] } } } } },
    })
  })

  test('a channel webhook is unknown under another id and refuses another token', async () => {
    const failing = (id: string, token: string) => rest.post(path(id, token), { auth: false, body: { content: 'Hi' } })
    await expect(failing('1', DISCORD_WEBHOOK_TOKEN)).rejects.toBeInstanceOf(DiscordAPIError)
    await expect(failing('1', DISCORD_WEBHOOK_TOKEN)).rejects.toMatchObject({ status: 404, code: 10015 })
    await expect(failing(DISCORD_WEBHOOK_ID, 'wrong')).rejects.toMatchObject({ status: 401, code: 50027 })
    expect(await received()).toEqual([])
  })

  test('a webhook describes itself without authorization', async () => {
    expect(await rest.get(path(), { auth: false })).toMatchObject({
      id: DISCORD_WEBHOOK_ID,
      type: 1,
      name: 'Slipstream news',
      guild_id: DISCORD_GUILD_ID,
    })
    await expect(rest.get(path('1'), { auth: false })).rejects.toMatchObject({ status: 404, code: 10015 })
    await expect(rest.get(path(DISCORD_WEBHOOK_ID, 'wrong'), { auth: false })).rejects.toMatchObject({ status: 401 })
  })

  test('a message is edited in place and keeps its time', async () => {
    const { id, timestamp } = (await send({ content: 'Frist' })) as APIMessage
    const edit = (message: string, body: object) => rest.patch(`${path()}/messages/${message}`, { auth: false, body })
    expect(await edit(id, { content: 'First' })).toMatchObject({
      id,
      content: 'First',
      timestamp,
      edited_timestamp: expect.any(String),
    })
    expect((await received()).map(({ message }) => message.content)).toEqual(['First'])
    await expect(edit('1', { content: 'First' })).rejects.toMatchObject({ status: 404, code: 10008 })
    await expect(edit(id, {})).rejects.toMatchObject({ status: 400, code: 50006 })
  })

  test('a channel webhook refuses broken JSON as Discord does', async () => {
    const answer = await post('{')
    expect(answer.status).toBe(400)
    expect(await answer.json()).toEqual({ code: 50109, message: 'The request body contains invalid JSON.' })
  })

  test.each([
    ['files', '--x--', 'multipart/form-data; boundary=x'],
    ['a poll', '{"content":"Hi","poll":{}}', 'application/json'],
  ])('a channel webhook answers 501 for %s', async (_what, body, type) => {
    expect((await post(body, type)).status).toBe(501)
    expect(await received()).toEqual([])
  })
})
