import { createServer, type Server, type Socket } from 'node:net'
import { pino } from 'pino'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openDatabase } from '@slipstream/db/client'
import { readConfig } from '#config.ts'
import { openChangeBus } from '#lib/cache/change-bus.ts'
import { freePort } from '#testing/free-port.ts'
import { openDiscord } from './discord.ts'
import { openMailer } from './mailer.ts'
import { openRedis } from './redis.ts'
import { openStorage } from './storage.ts'
import { openStripe } from './stripe.ts'
import { openTurnstile } from './turnstile.ts'

/** The longest timeout plus a margin for a busy machine. */
const PATIENCE_MS = 15_000
const SHORT_MS = 500

/** Accepts every connection and never answers. */
let silent: Server
let port = 0
const sockets = new Set<Socket>()
beforeAll(async () => {
  port = await freePort()
  silent = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).resume()
  })
  await new Promise<void>((resolve) => silent.listen(port, '127.0.0.1', resolve))
})
afterAll(() => {
  for (const socket of sockets) socket.destroy()
  silent.close()
})

const url = () => `http://127.0.0.1:${port}`
const log = pino({ level: 'silent' })
const config = () => readConfig(inject('environment'))
const mail = {
  to: 'buyer@mail.example',
  subject: 'Hello',
  text: 'Hello',
  html: '',
  replyTo: 'help@store.example',
  messageId: 'silent',
}
const discordReturn = new URLSearchParams({ code: 'code', state: 'state' })
const openOwnMailer = () => openMailer({ url: `smtp://127.0.0.1:${port}`, from: 'store@slipstream.example' })

const CALLS: Record<string, () => Promise<unknown>> = {
  'SMTP (send)': () => openOwnMailer().send(mail),
  'SMTP (check)': () => openOwnMailer().check(),
  Stripe: () =>
    openStripe({ ...config(), providers: { ...config().providers, stripe: url() } }, SHORT_MS).readSession('cs_test_1'),
  Discord: () =>
    openDiscord({ url: url(), clientId: '1', clientSecret: 'secret', redirectUri: `${url()}/back` }).finish(
      discordReturn,
      { state: 'state', codeVerifier: 'v'.repeat(43) },
    ),
  Turnstile: () =>
    openTurnstile({ url: url(), secretKey: 'key', hostname: 'store.example' }).check({
      response: 'x',
      ip: '127.0.0.1',
      action: 'register',
    }),
  S3: () => openStorage({ ...config().storage, endpoint: url() }, SHORT_MS).hasPublic('picture.webp'),
  PostgreSQL: () => {
    const database = openDatabase({
      url: `postgres://nobody@127.0.0.1:${port}/nothing`,
      applicationName: 'slipstream-test',
      maxConnections: 1,
      onIdleError: () => {},
    })
    return database.db.execute(sql`select 1`)
  },
  'announcements of PostgreSQL': () => openChangeBus(`postgres://nobody@127.0.0.1:${port}/nothing`, log),
}

test.concurrent.each(Object.keys(CALLS))(
  '%s times out if the server accepts and never answers',
  async (name) => {
    const call = CALLS[name]!
    await expect(call()).rejects.toThrow()
  },
  PATIENCE_MS,
)

test('nothing waits for a Redis that accepts and never answers', async () => {
  const redis = openRedis(`redis://127.0.0.1:${port}`, log)
  expect(await redis.attempt((client) => client.get('key'))).toBeNull()
  expect(redis.isUp()).toBe(false)
  redis.close()
})
