import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import type { SignedIn } from '@slipstream/contract/auth'
import { users } from '@slipstream/db/tables/users'
import { createUser, PUBLIC_PASSWORD } from '@slipstream/db/testing/factories'
import { openTurnstile } from '#gateways/turnstile.ts'
import { openBrowser } from '#testing/browser.ts'
import { freePort } from '#testing/free-port.ts'
import { readMailbox } from '#testing/mailbox.ts'
import { botCheckAnswer, freshName, newBrowser, register, withToken } from '#testing/people.ts'
import { openServer } from '#testing/open-server.ts'
import { runJobs } from '#testing/run-jobs.ts'
import { openFileStore } from '#testing/test-store.ts'

const store = await openFileStore()

const isUser = async (username: string) =>
  (await store.db.select().from(users).where(eq(users.usernameKey, username.toLowerCase()))).length === 1

describe('registration', () => {
  test('[CALL-01] registration creates an account, signs it in and answers success, token, user and message', async () => {
    const username = `Rally_${freshName()}`
    const browser = newBrowser(store)
    const answer = await register(browser, { username, email: `${username}@Mail.example` })
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json()).toEqual({
      success: true,
      token: expect.any(String),
      message: expect.any(String),
      user: expect.objectContaining({
        username,
        email: `${username.toLowerCase()}@mail.example`,
        emailVerified: false,
        isAdmin: false,
        is_admin: false,
        isPremium: false,
      }),
    })
    expect((await browser.call('GET', '/api/auth/user')).json()).toEqual(answer.json<SignedIn>().user)
    expect((await withToken(store.app, answer.json<SignedIn>().token)('GET', '/api/account')).statusCode).toBe(200)

    const [row] = await store.db.select().from(users).where(eq(users.username, username))
    expect(row?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(row?.passwordHash).not.toContain(PUBLIC_PASSWORD)
  })

  test('registration refuses a taken username in any capitalization', async () => {
    const { username } = await createUser(store.db, { username: freshName() })
    const answer = await register(newBrowser(store), { username: username.toUpperCase() })
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({
      code: 'auth.username_taken',
      message: 'This username is taken. Choose another one.',
    })
  })

  test('nobody registers as the store, its staff or a name that reads like them', async () => {
    for (const username of ['admin', 'Ad_min.7', '5upport', 'moderator', 'SlipStream', 'slip-stream_2']) {
      const answer = await register(newBrowser(store), { username })
      expect([answer.statusCode, answer.json().code], username).toEqual([409, 'auth.username_reserved'])
    }
  })

  test('if two people register the same username at once, one is refused', async () => {
    const username = freshName()
    const answers = await Promise.all([
      register(newBrowser(store), { username }),
      register(newBrowser(store), { username, email: `other-${username}@mail.example` }),
    ])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  })

  test.each([
    ['a short password', { password: 'short' }, '/password'],
    ['a username with look-alike characters', { username: 'аdmin_from_afar', email: 'a@mail.example' }, '/username'],
    ['a username with a space', { username: 'deleted user 1', email: 'a@mail.example' }, '/username'],
    ['an invalid e-mail address', { email: 'nobody' }, '/email'],
  ])('registration refuses %s', async (_what, changes, path) => {
    const answer = await register(newBrowser(store), changes)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().issues).toEqual([{ path, message: expect.any(String) }])
  })

  test('one IP address can register five accounts an hour', async () => {
    const browser = newBrowser(store)
    const statuses = []
    for (let time = 0; time < 6; time += 1) statuses.push((await register(browser)).statusCode)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })

  test('registration attempts are counted before the bot check, so a client over its limit no longer triggers it', async () => {
    const browser = newBrowser(store)
    const statuses = []
    for (let time = 0; time < 6; time += 1) {
      statuses.push((await register(browser, { 'cf-turnstile-response': 'made up' })).statusCode)
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
  })
})

describe('T-ENUM: registering a known address', () => {
  /** Everything the new user can see, with the name and address they typed masked. */
  const seenBy = async (username: string, email: string) => {
    const browser = newBrowser(store)
    const answer = await register(browser, { username, email })
    const { token } = answer.json<SignedIn>()
    const seen = [
      answer,
      await browser.call('GET', '/api/auth/user'),
      await withToken(store.app, token)('GET', '/api/account'),
      await browser.call('POST', '/api/account/email', { email }),
    ]
    return seen.map((one) => [
      one.statusCode,
      one.body
        .replaceAll(username, 'NAME')
        .replaceAll(email, 'ADDRESS')
        .replace(/"token":"[^"]+"|"id":\d+|"createdAt":"[^"]+"/g, ''),
    ])
  }

  test('T-ENUM: registering a known address gives the same answers as a new one, and its owner is told by mail', async () => {
    const owner = await createUser(store.db, { username: freshName(), email: `${freshName()}@mail.example` })
    const [known, unknown] = [owner.email ?? '', `${freshName()}@mail.example`]
    const newcomer = freshName()
    const toKnown = await seenBy(newcomer, known)
    expect(toKnown).toEqual(await seenBy(freshName(), unknown))
    expect(toKnown.map(([status]) => status)).toEqual([200, 200, 200, 200])

    await runJobs(store)
    const subjects = async (to: string) => (await readMailbox(to)).map(({ subject }) => subject)
    expect(await subjects(known)).toEqual(Array(2).fill('You already have an account at Slipstream'))
    expect(await subjects(unknown)).toEqual(Array(2).fill('Confirm your e-mail address for Slipstream'))
    // The address still signs in to the owner's account.
    const login = { username: known, password: PUBLIC_PASSWORD }
    expect((await newBrowser(store).call('POST', '/api/auth/login', login)).json().user.id).toBe(owner.id)
  })
})

describe('[AUTH-13] the bot check at registration', () => {
  const refusedBy = async (response: string | undefined) => {
    const username = freshName()
    const browser = newBrowser(store)
    const answer = await browser.call('POST', '/api/auth/register', {
      username,
      email: `${username}@mail.example`,
      password: PUBLIC_PASSWORD,
      ...(response !== undefined && { 'cf-turnstile-response': response }),
    })
    expect(await isUser(username)).toBe(false)
    expect(answer.cookies).toEqual([])
    return [answer.statusCode, answer.json<{ code: string }>().code]
  }
  const FAILED = [400, 'auth.bot_check_failed']

  test('[AUTH-13] registration without a bot-check answer is refused', async () => {
    expect(await refusedBy(undefined)).toEqual([400, 'request.invalid'])
    expect(await refusedBy('')).toEqual([400, 'request.invalid'])
  })

  test('[AUTH-13] a bot-check answer that is invented, for another action or from another site is refused', async () => {
    expect(await refusedBy('0.invented')).toEqual(FAILED)
    expect(await refusedBy(await botCheckAnswer({ action: 'contact' }))).toEqual(FAILED)
    expect(await refusedBy(await botCheckAnswer({ action: '' }))).toEqual(FAILED)
    expect(await refusedBy(await botCheckAnswer({ hostname: 'elsewhere.example' }))).toEqual(FAILED)
  })

  test('[AUTH-13] a bot-check answer works once', async () => {
    const answer = await botCheckAnswer()
    expect((await register(newBrowser(store), { 'cf-turnstile-response': answer })).statusCode).toBe(200)
    expect(await refusedBy(answer)).toEqual(FAILED)
  })

  describe('a failing bot-check provider', () => {
    let server: Server | undefined
    afterEach(() => {
      server?.closeAllConnections()
      server?.close()
    })

    /** A Turnstile server that misbehaves. */
    const sick = async (answer: (close: () => void) => { status: number; body: string } | undefined) => {
      server = createServer((_request, response) => {
        const said = answer(() => response.destroy())
        if (said) response.writeHead(said.status, { 'content-type': 'application/json' }).end(said.body)
      }).listen(0, '127.0.0.1')
      await once(server, 'listening')
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    }

    test.each([
      ['cannot be reached', async () => `http://127.0.0.1:${await freePort()}`],
      [
        'closes the connection',
        () =>
          sick((close) => {
            close()
            return undefined
          }),
      ],
      ['answers 500', () => sick(() => ({ status: 500, body: '{"success":false,"error-codes":["internal-error"]}' }))],
      ['answers garbage', () => sick(() => ({ status: 200, body: '<html>' }))],
      [
        'rejects the store’s key',
        () => sick(() => ({ status: 200, body: '{"success":false,"error-codes":["invalid-input-secret"]}' })),
      ],
    ])(
      '[AUTH-13] while Cloudflare %s, registration is refused and the visitor is asked to try again',
      async (_what, open) => {
        const { secretKey } = store.config.turnstile
        const turnstile = openTurnstile({ url: await open(), secretKey, hostname: '127.0.0.1' })
        const secondServer = await openServer(store.config, { auth: { ...store.services.auth, turnstile } })
        const username = freshName()
        const answer = await register(openBrowser(secondServer.app, store.config.publicUrl), { username })
        await secondServer.close()
        expect([answer.statusCode, answer.json().code]).toEqual([503, 'auth.bot_check_away'])
        expect(await isUser(username)).toBe(false)
      },
    )
  })
})
