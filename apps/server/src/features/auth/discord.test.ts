import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterEach, describe, expect, inject, test, vi } from 'vitest'
import type { SignedIn } from '@slipstream/contract/auth'
import { inTransaction } from '@slipstream/db/client'
import { oneTimeSecrets, sessions, signIns } from '@slipstream/db/tables/auth'
import { users } from '@slipstream/db/tables/users'
import { type Browser, openBrowser } from '#testing/browser.ts'
import { openEmptiedTestStore } from '#testing/test-store.ts'

const START = '/api/auth/discord'
const TICKET = '/api/auth/discord/ticket'
const FAILED = '/?error=discord_failed'
const NO_TICKET = 'no-ticket-at-all-but-long-enough'

const store = await openEmptiedTestStore()
afterEach(async () => {
  vi.useRealTimers()
  await order('faults/clear')
  // The emulator may be shared with a developer's own store.
  for (const id of people.splice(0)) await order('users/remove', { id })
})

interface Person {
  id: string
  username: string
  avatar: string | null
}

const discordUrl = () => inject('environment').DISCORD_URL ?? ''

const order = async (name: string, body: object = {}) => {
  const answer = await fetch(`${discordUrl()}/_control/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(answer.status).toBe(200)
  return (await answer.json()) as Person
}

const randomName = (length: number) => randomBytes(length).toString('hex').slice(0, length)

const people: string[] = []

/** A new Discord user that no other test uses. */
const newPerson = async (details: object = {}) => {
  const person = await order('users/add', { username: `kit_${randomName(12)}`, ...details })
  people.push(person.id)
  return person
}

/** What Discord's page does when a button is pressed; returns the address it sends the browser back to. */
const decide = async (address: string | undefined, form: Record<string, string>) => {
  const answer = await fetch(address ?? '', { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
  const { origin, pathname, search } = new URL(answer.headers.get('location') ?? '')
  expect(origin).toBe(store.config.publicUrl)
  return pathname + search
}

const newBrowser = () => openBrowser(store.app, store.config.publicUrl)

const setOut = async (browser: Browser) => (await browser.visit(START)).headers.location?.toString()

/** Runs the round trip and returns where the store redirects to. */
const roundTrip = async (browser: Browser, { id }: Pick<Person, 'id'>) => {
  const back = await browser.visit(await decide(await setOut(browser), { user: id }))
  expect(back.statusCode).toBe(302)
  return back.headers.location ?? ''
}

const ticketIn = (location: string) => new URL(location, store.config.publicUrl).searchParams.get('token') ?? NO_TICKET

const swap = async (browser: Browser, person: Pick<Person, 'id'>) =>
  browser.call('POST', TICKET, { ticket: ticketIn(await roundTrip(browser, person)) })

const signIn = async (browser: Browser, person: Pick<Person, 'id'>) => {
  const answer = await swap(browser, person)
  expect(answer.statusCode).toBe(200)
  return answer.json<SignedIn>().user
}

/** Counts queries waiting for a row lock. */
const countWaiting = async () => {
  const { rows } = await store.db.execute(sql`
    select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
  return rows.length
}

/** Expects no account, ticket or session. */
const expectNothingHappened = async () => {
  expect(await store.db.select().from(users)).toEqual([])
  expect(await store.db.select().from(oneTimeSecrets)).toEqual([])
  expect(await store.db.select().from(sessions)).toEqual([])
}

describe('signing in with Discord', () => {
  test('[AUTH-01] [AUTH-07] a new person returns from Discord with a ticket that becomes a session and a token', async () => {
    const kit = await newPerson({ email: 'Kit@Customer.example', avatar: true })
    const browser = newBrowser()

    const start = await browser.visit(START)
    expect(start.statusCode).toBe(302)
    expect(start.headers).toMatchObject({ 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' })
    expect(start.headers['set-cookie']).toMatch(/^discord=[\w-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/)

    const back = await browser.visit(await decide(start.headers.location, { user: kit.id }))
    expect(back.statusCode).toBe(302)
    expect(back.headers).toMatchObject({ 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' })
    expect(back.headers.location).toMatch(/^\/\?discord_success=true&token=[\w-]{43}$/)
    expect(browser.cookies.has('session')).toBe(false)

    const answer = await browser.call('POST', TICKET, { ticket: ticketIn(back.headers.location ?? '') })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({
      success: true,
      user: {
        username: kit.username,
        email: 'kit@customer.example',
        emailVerified: true,
        isAdmin: false,
        isDeveloper: false,
        discordId: kit.id,
        discord_username: kit.username,
        image: `${store.config.providers.discordCdn}/avatars/${kit.id}/${kit.avatar}.png?size=128`,
      },
    })
    expect([...browser.cookies.keys()]).toEqual(['session', 'device'])
    expect((await browser.call('GET', '/api/auth/user')).json()).toMatchObject({ discordId: kit.id })
    expect(await store.db.select().from(signIns)).toMatchObject([{ method: 'discord', result: 'ok' }])
  })

  test('a returning Discord user gets the same account, with the current name and picture', async () => {
    const kit = await newPerson({ avatar: true })
    const before = await signIn(newBrowser(), kit)
    const renamed = await order('users/change', { id: kit.id, username: `${kit.username}_2`, avatar: 'new' })
    const after = await signIn(newBrowser(), kit)
    expect(after).toMatchObject({ id: before.id, username: before.username })
    expect(after).toMatchObject({ discord_username: renamed.username, discordAvatar: renamed.avatar })
    expect(renamed.avatar).not.toBe(kit.avatar)
  })

  test('a Discord name that is taken in the store gets a number', async () => {
    const kit = await newPerson()
    await store.db.insert(users).values({ username: kit.username.toUpperCase() })
    const user = await signIn(newBrowser(), kit)
    expect(user.username).toMatch(new RegExp(`^${kit.username}\\d+$`))
    expect(user.discord_username).toBe(kit.username)
  })

  test('a long Discord name that is taken is shortened to make room for the number', async () => {
    const long = await newPerson({ username: `kit_${randomName(28)}` })
    await store.db.insert(users).values({ username: long.username })
    const user = await signIn(newBrowser(), long)
    expect(user.username).toMatch(/\d$/)
    expect(user.username).toHaveLength(32)
  })

  test.each([
    ['the account', ({ id }: Person) => ({ username: 'kit', discordId: id }), 1],
    ['the name', ({ username }: Person) => ({ username }), 2],
    ['the address', () => ({ username: 'other', email: 'kit@customer.example', emailVerifiedAt: new Date() }), 2],
  ])(
    'a sign-in with Discord survives a race with another transaction that creates %s',
    async (_name, values, accounts) => {
      const kit = await newPerson({ email: 'kit@customer.example' })
      let arrival = Promise.resolve('')
      await inTransaction(store.db, async (tx) => {
        await tx.insert(users).values(values(kit))
        arrival = roundTrip(newBrowser(), kit)
        await vi.waitFor(async () => expect(await countWaiting()).toBe(1), { timeout: 5_000 })
      })
      expect(await arrival).toContain('discord_success=true')
      expect(await store.db.select().from(users)).toHaveLength(accounts)
      expect(await store.db.select().from(users).where(eq(users.discordId, kit.id))).toHaveLength(1)
    },
  )

  test('a banned account cannot sign in with Discord, and the attempt is recorded', async () => {
    const kit = await newPerson()
    const user = await signIn(newBrowser(), kit)
    await store.db.update(users).set({ bannedAt: new Date() }).where(eq(users.id, user.id))
    const browser = newBrowser()
    expect(await roundTrip(browser, kit)).toBe(FAILED)
    expect(browser.cookies.size).toBe(0)
    expect(await store.db.select().from(oneTimeSecrets)).toEqual([])
    const [, refused] = await store.db.select().from(signIns).orderBy(signIns.id)
    expect(refused).toMatchObject({ userId: user.id, method: 'discord', result: 'banned' })
  })

  test('an account with a second factor is asked for its code after Discord', async () => {
    const kit = await newPerson()
    const user = await signIn(newBrowser(), kit)
    await store.db.update(users).set({ twoFactorSince: new Date() }).where(eq(users.id, user.id))
    const browser = newBrowser()
    const answer = await swap(browser, kit)
    expect(answer.json()).toMatchObject({ success: false, challenge: expect.any(String) })
    expect(browser.cookies.size).toBe(0)
  })

  test('too many Discord sign-ins from one address are refused before the redirect', async () => {
    const browser = newBrowser()
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await browser.visit(await decide(await setOut(browser), { cancel: 'yes' }))
    }
    expect(await setOut(browser)).toBe(FAILED)
  })

  test('password attempts count toward the Discord limit, and a refusal on the way back is recorded', async () => {
    const browser = newBrowser()
    const address = await decide(await setOut(browser), { user: (await newPerson()).id })
    const wrong = { username: 'nobody', password: 'not the right one' }
    for (let attempt = 0; attempt < 10; attempt += 1) await browser.call('POST', '/api/auth/login', wrong)
    expect((await browser.visit(address)).headers.location).toBe(FAILED)
    const attempts = await store.db.select().from(signIns).where(eq(signIns.method, 'discord'))
    expect(attempts).toMatchObject([{ userId: null, result: 'limited' }])
    await expectNothingHappened()
  })
})

describe('T-OAUTH: the round trip to Discord', () => {
  test('[AUTH-08] T-OAUTH: a person who declines at Discord is not signed in', async () => {
    const browser = newBrowser()
    const back = await browser.visit(await decide(await setOut(browser), { cancel: 'yes' }))
    expect(back.statusCode).toBe(302)
    expect(back.headers).toMatchObject({ location: FAILED, 'cache-control': 'private, no-store' })
    expect(browser.cookies.size).toBe(0)
    await expectNothingHappened()
  })

  test('[AUTH-08] T-OAUTH: a return without a state, or to a browser that did not start the sign-in, fails', async () => {
    const kit = await newPerson()
    const browser = newBrowser()
    const address = await decide(await setOut(browser), { user: kit.id })
    const { code } = Object.fromEntries(new URLSearchParams(address.split('?')[1]))
    expect((await browser.visit(`${START}/callback?code=${code}`)).headers.location).toBe(FAILED)
    expect((await newBrowser().visit(address)).headers.location).toBe(FAILED)
    await expectNothingHappened()
  })

  test('[AUTH-08] T-OAUTH: a return with another browser’s state fails and leaves the current round trip alone', async () => {
    const [kit, attacker] = [await newPerson(), await newPerson()]
    const browser = newBrowser()
    const own = await decide(await setOut(browser), { user: kit.id })
    const foreign = await decide(await setOut(newBrowser()), { user: attacker.id })
    expect((await browser.visit(foreign)).headers.location).toBe(FAILED)
    await expectNothingHappened()
    expect((await browser.visit(own)).headers.location).toContain('discord_success=true')
  })

  test('[AUTH-08] T-OAUTH: a state works once, even if the browser kept its cookie', async () => {
    const kit = await newPerson()
    const browser = newBrowser()
    const address = await decide(await setOut(browser), { user: kit.id })
    const kept = browser.cookies.get('discord') ?? ''
    expect((await browser.visit(address)).headers.location).toContain('discord_success=true')
    expect((await browser.visit(address)).headers.location).toBe(FAILED)
    browser.cookies.set('discord', kept)
    expect((await browser.visit(address)).headers.location).toBe(FAILED)
    expect(await store.db.select().from(oneTimeSecrets)).toHaveLength(1)
  })

  test('[AUTH-08] T-OAUTH: a round trip of more than ten minutes fails', async () => {
    const kit = await newPerson()
    const browser = newBrowser()
    const address = await setOut(browser)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * 60_000 + 1 })
    const back = await decide(address, { user: kit.id })
    expect((await browser.visit(back)).headers.location).toBe(FAILED)
    expect(browser.cookies.size).toBe(0)
    await expectNothingHappened()
  })

  test('[AUTH-08] T-OAUTH: of two tabs, the one that started later signs in, even if the earlier one returns first', async () => {
    const kit = await newPerson()
    const browser = newBrowser()
    const earlier = await decide(await setOut(browser), { user: kit.id })
    const later = await decide(await setOut(browser), { user: kit.id })
    expect((await browser.visit(earlier)).headers.location).toBe(FAILED)
    expect((await browser.visit(later)).headers.location).toContain('discord_success=true')
  })

  test('[AUTH-08] T-OAUTH: a tab that started earlier cannot sign in once a later one has', async () => {
    const kit = await newPerson()
    const browser = newBrowser()
    const earlier = await decide(await setOut(browser), { user: kit.id })
    const later = await decide(await setOut(browser), { user: kit.id })
    expect((await browser.visit(later)).headers.location).toContain('discord_success=true')
    expect((await browser.visit(earlier)).headers.location).toBe(FAILED)
  })

  const useCode = async (code: string | null) => {
    const browser = newBrowser()
    const { searchParams } = new URL((await setOut(browser)) ?? '')
    const back = await browser.visit(`${START}/callback?code=${code}&state=${searchParams.get('state')}`)
    return back.headers.location
  }
  const codeIn = (address: string) => new URLSearchParams(address.split('?')[1]).get('code')

  test('[AUTH-08] T-OAUTH: a code from another browser’s round trip is useless', async () => {
    const kit = await newPerson()
    const stolen = codeIn(await decide(await setOut(newBrowser()), { user: kit.id }))
    expect(await useCode(stolen)).toBe(FAILED)
    await expectNothingHappened()
  })

  test('[AUTH-08] T-OAUTH: a code that signed somebody in is useless afterwards', async () => {
    const kit = await newPerson()
    const browser = newBrowser()
    const back = await decide(await setOut(browser), { user: kit.id })
    expect((await browser.visit(back)).headers.location).toContain('discord_success=true')
    expect(await useCode(codeIn(back))).toBe(FAILED)
    expect((await browser.visit(back)).headers.location).toBe(FAILED)
  })

  test('[AUTH-08] T-OAUTH: a forged or altered cookie is ignored', async () => {
    const kit = await newPerson()
    const browser = newBrowser()
    const address = await decide(await setOut(browser), { user: kit.id })
    const encrypted = browser.cookies.get('discord') ?? ''
    for (const wrong of ['', 'x', encrypted.slice(0, -2), Buffer.from('{"state":"x"}').toString('base64url')]) {
      browser.cookies.set('discord', wrong)
      expect((await browser.visit(address)).headers.location).toBe(FAILED)
    }
    await expectNothingHappened()
  })

  test('[AUTH-08] T-OAUTH: a return with duplicate parameters is refused', async () => {
    const browser = newBrowser()
    const state = new URL((await setOut(browser)) ?? '').searchParams.get('state')
    const back = await browser.visit(`${START}/callback?state=${state}&state=${state}&code=a`)
    expect(back.headers.location).toBe(FAILED)
  })

  test.each([
    ['error', 'POST /api/oauth2/token'],
    ['rate-limit', 'POST /api/oauth2/token'],
    ['unavailable', 'POST /api/oauth2/token'],
    ['error', 'GET /api/users'],
    ['unavailable', 'GET /api/users'],
  ])('[AUTH-08] T-OAUTH: sign-in fails cleanly when Discord is down: %s at %s', async (kind, call) => {
    const kit = await newPerson()
    await order('faults', { kind, call })
    expect(await roundTrip(newBrowser(), kit)).toBe(FAILED)
    await expectNothingHappened()
    await order('faults/clear')
    expect(await roundTrip(newBrowser(), kit)).toContain('discord_success=true')
  })
})

describe('the ticket of a Discord sign-in', () => {
  const refusedWith = (answer: { statusCode: number; json: () => unknown }) => {
    expect(answer.statusCode).toBe(410)
    return (answer.json() as { code: string }).code
  }

  test('[AUTH-07] a ticket sent by another browser is refused and used up', async () => {
    const attacker = await newPerson()
    const own = newBrowser()
    const ticket = ticketIn(await roundTrip(own, attacker))

    const victim = newBrowser()
    expect(refusedWith(await victim.call('POST', TICKET, { ticket }))).toBe('auth.link_expired')
    expect(victim.cookies.size).toBe(0)
    expect(refusedWith(await own.call('POST', TICKET, { ticket }))).toBe('auth.link_expired')
    expect(await store.db.select().from(sessions)).toEqual([])
  })

  test('[AUTH-07] a browser with its own round trip does not accept another browser’s ticket', async () => {
    const [kit, attacker] = [await newPerson(), await newPerson()]
    const foreign = ticketIn(await roundTrip(newBrowser(), attacker))
    const victim = newBrowser()
    const own = ticketIn(await roundTrip(victim, kit))
    expect(refusedWith(await victim.call('POST', TICKET, { ticket: foreign }))).toBe('auth.link_expired')
    expect((await victim.call('POST', TICKET, { ticket: own })).json()).toMatchObject({ user: { discordId: kit.id } })
  })

  test('[AUTH-07] a ticket works once', async () => {
    const browser = newBrowser()
    const ticket = ticketIn(await roundTrip(browser, await newPerson()))
    const kept = browser.cookies.get('discord') ?? ''
    expect((await browser.call('POST', TICKET, { ticket })).statusCode).toBe(200)
    browser.cookies.set('discord', kept)
    expect(refusedWith(await browser.call('POST', TICKET, { ticket }))).toBe('auth.link_expired')
    expect(await store.db.select().from(sessions)).toHaveLength(1)
  })

  test('[AUTH-07] a Discord sign-in ticket expires after a minute', async () => {
    const browser = newBrowser()
    const ticket = ticketIn(await roundTrip(browser, await newPerson()))
    const [issued] = await store.db.select().from(oneTimeSecrets)
    expect(issued?.expiresAt.getTime()).toBeLessThanOrEqual(Date.now() + 60_000)
    await store.db.update(oneTimeSecrets).set({ expiresAt: new Date(Date.now() - 1_000) })
    expect(refusedWith(await browser.call('POST', TICKET, { ticket }))).toBe('auth.link_expired')
  })

  test('[AUTH-07] a ticket issued before a ban does not sign in', async () => {
    const browser = newBrowser()
    const ticket = ticketIn(await roundTrip(browser, await newPerson()))
    await store.db.update(users).set({ bannedAt: new Date() })
    const answer = await browser.call('POST', TICKET, { ticket })
    expect(answer.json()).toMatchObject({ code: 'auth.banned' })
    expect(await store.db.select().from(signIns)).toMatchObject([{ method: 'discord', result: 'banned' }])
    expect(await store.db.select().from(sessions)).toEqual([])
  })
})
