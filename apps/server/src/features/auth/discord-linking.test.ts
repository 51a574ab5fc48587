import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SignedIn } from '@slipstream/contract/auth'
import { sessions } from '@slipstream/db/tables/auth'
import { developerPin, users } from '@slipstream/db/tables/users'
import { createUser } from '@slipstream/db/testing/factories'
import { type Browser, openBrowser } from '#testing/browser.ts'
import { readMailbox } from '#testing/mailbox.ts'
import { type OpenServer, openServer } from '#testing/open-server.ts'
import { signIn as signInByPassword } from '#testing/people.ts'
import { runJobs } from '#testing/run-jobs.ts'
import { openScriptedDiscord, type ScriptedDiscord } from '#testing/scripted-discord.ts'
import { openTestStore, type TestStore } from '#testing/test-store.ts'

const START = '/api/auth/discord'
const DEVELOPER = 'kimi_sysdev'

let store: TestStore
let discord: ScriptedDiscord
/** The same store with a scripted Discord and a known developer name. */
let scripted: OpenServer
beforeAll(async () => {
  store = await openTestStore()
  discord = await openScriptedDiscord()
  const { config } = store
  const providers = { ...config.providers, discord: discord.url }
  scripted = await openServer({ ...config, providers, developerDiscordUsername: DEVELOPER })
})
beforeEach(() => store.empty())
afterAll(async () => {
  await scripted.close()
  discord.close()
  await store.close()
})

let ids = 0
/** A Discord user the store does not know yet. */
const person = (details: object = {}) => {
  ids += 1
  return { id: `11700000000000${10_000 + ids}`, username: `nora_${ids}`, avatar: null, ...details }
}

const newBrowser = () => openBrowser(scripted.app, store.config.publicUrl)

/** A browser that is signed in with a password. */
const signedInAs = async (username: string) => {
  const browser = newBrowser()
  await signInByPassword(browser, username)
  return browser
}

const createRobin = () => createUser(store.db, { username: 'robin', email: `robin-${Date.now()}@mail.example` })

const toldOf = async ({ email }: { email: string | null }) => {
  await runJobs(store)
  return (await readMailbox(email ?? '')).map(({ text }) => text)
}

/** Runs the round trip and returns where the store redirects to. */
const roundTrip = async (browser: Browser, who: object, query = '') => {
  const start = await browser.visit(`${START}${query}`)
  const away = new URL(start.headers.location ?? '', store.config.publicUrl)
  if (away.origin !== discord.url) return start.headers.location ?? ''
  const back = new URLSearchParams({ code: discord.allow(who), state: away.searchParams.get('state') ?? '' })
  return (await browser.visit(`${START}/callback?${back.toString()}`)).headers.location ?? ''
}

const signIn = async (browser: Browser, who: object) => {
  const location = await roundTrip(browser, who)
  const ticket = new URL(location, store.config.publicUrl).searchParams.get('token')
  const answer = await browser.call('POST', `${START}/ticket`, { ticket })
  expect(answer.statusCode).toBe(200)
  return answer.json<SignedIn>().user
}

const userRow = async (id: number) => (await store.db.select().from(users).where(eq(users.id, id)))[0]

const forgetProof = async () => {
  await store.db.update(sessions).set({ provenAt: new Date(Date.now() - 11 * 60_000) })
  scripted.services.auth.identity.forget()
}

describe('T-LINK: an e-mail address never links two accounts', () => {
  const EMAIL = 'robin@customer.example'
  const says = { true: { verified: true }, false: { verified: false }, absent: {} }

  const theirs = { email: EMAIL, emailVerified: true }
  const nothing = { email: null, emailVerified: false }

  test.each([
    ['true', 'verified', nothing],
    // The local account claims the address but has not verified it.
    ['true', 'unverified', theirs],
    ['false', 'verified', nothing],
    ['false', 'unverified', nothing],
    ['absent', 'verified', nothing],
    ['absent', 'unverified', nothing],
  ] as const)(
    'T-LINK: Discord reporting verified as %s never signs in to a local account with an address that is %s',
    async (verified, local, expected) => {
      const emailVerifiedAt = local === 'verified' ? new Date() : null
      const before = await createUser(store.db, { email: EMAIL, emailVerifiedAt })
      const browser = newBrowser()
      const user = await signIn(browser, person({ email: EMAIL.toUpperCase(), ...says[verified] }))
      expect(user).toMatchObject(expected)
      expect(user.id).not.toBe(before.id)
      expect((await browser.call('GET', '/api/auth/user')).json()).toMatchObject({ id: user.id })
      expect(await userRow(before.id)).toEqual(before)
      expect(await store.db.select().from(sessions).where(eq(sessions.userId, before.id))).toEqual([])
    },
  )

  test.each([
    ['true', theirs],
    ['false', nothing],
    ['absent', nothing],
  ] as const)(
    'T-LINK: a new account gets only an address that Discord reports as verified (%s)',
    async (verified, expected) => {
      expect(await signIn(newBrowser(), person({ email: EMAIL, ...says[verified] }))).toMatchObject(expected)
    },
  )
})

test.each([
  ['ab', 'driverab'],
  ['nora', 'nora'],
  ['Ńora Ünal', 'oranal'],
  ['レーサー', 'driver'],
  ['x'.repeat(40), 'x'.repeat(32)],
])('the Discord name %s becomes %s in the store', async (username, expected) => {
  expect(await signIn(newBrowser(), person({ username }))).toMatchObject({ username: expected })
})

describe('linking Discord', () => {
  test('a signed-in person can link Discord after reauthentication and then sign in with it', async () => {
    const robin = await createRobin()
    const nora = person({ avatar: 'abc123' })
    expect(await roundTrip(await signedInAs('robin'), nora, '?purpose=link')).toBe('/profile?linked=discord')
    expect(await userRow(robin.id)).toMatchObject({
      username: 'robin',
      discordId: nora.id,
      discordUsername: nora.username,
      discordAvatar: 'abc123',
    })
    expect(await signIn(newBrowser(), nora)).toMatchObject({ id: robin.id })
    expect(await toldOf(robin)).toEqual([expect.stringContaining('A Discord account was linked')])
  })

  test('a Discord account that belongs to another account cannot be linked', async () => {
    const robin = await createRobin()
    const nora = person()
    const { id: owner } = await signIn(newBrowser(), nora)
    expect(await roundTrip(await signedInAs('robin'), nora, '?purpose=link')).toBe('/profile?error=discord_taken')
    expect(await userRow(robin.id)).toMatchObject({ discordId: null, discordUsername: null })
    expect(await userRow(owner)).toMatchObject({ discordId: nora.id })
  })

  test('linking Discord requires reauthentication and a signed-in account', async () => {
    const robin = await createRobin()
    const browser = await signedInAs('robin')
    await forgetProof()
    expect(await roundTrip(browser, person(), '?purpose=link')).toBe('/profile?error=proof_required')
    expect(await roundTrip(newBrowser(), person(), '?purpose=link')).toBe('/profile?error=proof_required')
    expect(await userRow(robin.id)).toEqual(robin)
  })

  test('linking fails if another person signed in meanwhile or the session has ended', async () => {
    const robin = await createRobin()
    const other = await createUser(store.db, { username: 'other' })
    for (const meanwhile of ['sign in', 'sign out']) {
      const browser = await signedInAs('robin')
      const away = new URL((await browser.visit(`${START}?purpose=link`)).headers.location ?? '')
      if (meanwhile === 'sign in')
        browser.cookies.set('session', (await signedInAs('other')).cookies.get('session') ?? '')
      else browser.cookies.delete('session')
      const code = discord.allow(person())
      const back = await browser.visit(`${START}/callback?code=${code}&state=${away.searchParams.get('state')}`)
      expect(back.headers.location).toMatch(/^\/profile\?error=/)
    }
    expect(await userRow(robin.id)).toEqual(robin)
    expect(await userRow(other.id)).toEqual(other)
  })

  test('[AUTH-08] a return from linking that was denied or has another state leads to the profile with the reason', async () => {
    await createRobin()
    const browser = await signedInAs('robin')
    const away = new URL((await browser.visit(`${START}?purpose=link`)).headers.location ?? '')
    const foreign = await browser.visit(`${START}/callback?code=x&state=another`)
    expect(foreign.headers.location).toBe('/profile?error=discord_failed')
    const denied = await browser.visit(`${START}/callback?error=access_denied&state=${away.searchParams.get('state')}`)
    expect(denied.headers.location).toBe('/profile?error=discord_failed')
    expect(browser.cookies.has('discord')).toBe(false)
  })
})

describe('unlinking Discord', () => {
  test('an account with a password can unlink Discord, and the next sign-in with that Discord account creates a new account', async () => {
    const nora = person()
    const robin = await createUser(store.db, {
      username: 'robin',
      email: `robin-${Date.now()}@mail.example`,
      discordId: nora.id,
      discordUsername: nora.username,
      discordAvatar: 'abc',
    })
    const answer = await (await signedInAs('robin')).call('DELETE', '/api/account/discord')
    expect(answer.statusCode).toBe(200)
    expect(await userRow(robin.id)).toMatchObject({ discordId: null, discordUsername: null, discordAvatar: null })
    expect((await signIn(newBrowser(), nora)).id).not.toBe(robin.id)
    expect(await toldOf(robin)).toEqual([expect.stringContaining('Discord was unlinked')])
  })

  test('an account without a password cannot unlink Discord', async () => {
    const nora = person()
    const browser = newBrowser()
    const { id } = await signIn(browser, nora)
    const answer = await browser.call('DELETE', '/api/account/discord')
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({ code: 'account.last_way_in' })
    expect(await userRow(id)).toMatchObject({ discordId: nora.id })
  })

  test('unlinking Discord requires reauthentication', async () => {
    const nora = person()
    const robin = await createUser(store.db, { username: 'robin', discordId: nora.id })
    const browser = await signedInAs('robin')
    await forgetProof()
    expect((await browser.call('DELETE', '/api/account/discord')).json()).toMatchObject({ code: 'auth.proof_required' })
    expect(await userRow(robin.id)).toMatchObject({ discordId: nora.id })
  })
})

describe('reauthentication through Discord', () => {
  const provenAt = async () => (await store.db.select().from(sessions))[0]?.provenAt.getTime() ?? 0
  const isFresh = async () => Date.now() - (await provenAt()) < 60_000

  test('reauthentication with the same Discord account succeeds and leads back to the page that asked for it', async () => {
    const nora = person()
    const browser = newBrowser()
    await signIn(browser, nora)
    await forgetProof()
    expect(await roundTrip(browser, nora, '?purpose=prove&next=/profile?tab=security')).toBe('/profile?tab=security')
    expect(await isFresh()).toBe(true)
  })

  test('with a second factor, Discord alone proves no presence', async () => {
    const nora = person()
    const browser = newBrowser()
    const { id } = await signIn(browser, nora)
    await store.db.update(users).set({ twoFactorSince: new Date() }).where(eq(users.id, id))
    await forgetProof()
    expect(await roundTrip(browser, nora, '?purpose=prove')).toBe('/profile?error=proof_required')
    expect(await isFresh()).toBe(false)
  })

  test('reauthentication with another Discord account is refused', async () => {
    const browser = newBrowser()
    await signIn(browser, person())
    await forgetProof()
    expect(await roundTrip(browser, person(), '?purpose=prove')).toBe('/profile?error=discord_failed')
    expect(await isFresh()).toBe(false)
  })

  test('an account without Discord cannot reauthenticate through Discord, and neither can a visitor', async () => {
    await createRobin()
    const browser = await signedInAs('robin')
    await forgetProof()
    expect(await roundTrip(browser, person(), '?purpose=prove')).toBe('/profile?error=discord_failed')
    expect(await isFresh()).toBe(false)
    expect(await roundTrip(newBrowser(), person(), '?purpose=prove')).toBe('/profile?error=proof_required')
  })

  test.each([
    '//elsewhere.example',
    '/\\elsewhere.example',
    '/a//elsewhere.example',
    'https://elsewhere.example',
    '/\t/elsewhere.example',
    '/\r\nset-cookie: a=b',
    '/ü',
    `/${'a'.repeat(300)}`,
    'profile',
    '',
  ])('reauthentication through Discord never redirects to %j', async (next) => {
    const nora = person()
    const browser = newBrowser()
    await signIn(browser, nora)
    expect(await roundTrip(browser, nora, `?purpose=prove&next=${encodeURIComponent(next)}`)).toBe('/profile')
  })
})

describe('T-DEV: the developer is one pinned Discord account', () => {
  const pins = () => store.db.select().from(developerPin)

  test('[AUTH-12] the first Discord account with the name becomes developer and admin, whatever the capitalization', async () => {
    const dev = person({ username: DEVELOPER.toUpperCase() })
    expect(await signIn(newBrowser(), dev)).toMatchObject({ isDeveloper: true, isAdmin: true })
    expect(await pins()).toMatchObject([{ discordUsername: DEVELOPER, discordId: dev.id }])
    expect(await signIn(newBrowser(), person())).toMatchObject({ isDeveloper: false, isAdmin: false })
  })

  test('[AUTH-12] a local account with the developer’s name gets no rights, before and after the developer signs in', async () => {
    const attacker = await createUser(store.db, { username: DEVELOPER })
    const browser = await signedInAs(DEVELOPER)
    const rights = async () => (await browser.call('GET', '/api/auth/user')).json<object>()
    expect(await rights()).toMatchObject({ id: attacker.id, isDeveloper: false, isAdmin: false })
    const dev = await signIn(newBrowser(), person({ username: DEVELOPER }))
    expect(dev).toMatchObject({ isDeveloper: true })
    expect(dev.id).not.toBe(attacker.id)
    expect(dev.username).toMatch(new RegExp(`^${DEVELOPER}\\d+$`))
    expect(await rights()).toMatchObject({ isDeveloper: false, isAdmin: false })
  })

  test('[AUTH-12] only the pinned Discord account under the developer’s name is the developer: no other account or name', async () => {
    const dev = person({ username: DEVELOPER })
    const attacker = person()
    await signIn(newBrowser(), dev)
    await signIn(newBrowser(), attacker)

    const away = await signIn(newBrowser(), { ...dev, username: 'renamed_away' })
    expect(away).toMatchObject({ isDeveloper: false, isAdmin: false })
    const taken = await signIn(newBrowser(), { ...attacker, username: DEVELOPER })
    expect(taken).toMatchObject({ isDeveloper: false, isAdmin: false })
    const fresh = await signIn(newBrowser(), person({ username: DEVELOPER }))
    expect(fresh).toMatchObject({ isDeveloper: false, isAdmin: false })

    expect(await signIn(newBrowser(), dev)).toMatchObject({ isDeveloper: true, isAdmin: true })
    expect(await pins()).toMatchObject([{ discordId: dev.id }])
  })

  test('[AUTH-12] the developer has no developer rights when signed in with a password', async () => {
    const dev = person({ username: DEVELOPER })
    const { id, username } = await signIn(newBrowser(), dev)
    const { passwordHash } = await createRobin()
    await store.db.update(users).set({ passwordHash }).where(eq(users.id, id))
    const browser = await signedInAs(username)
    expect((await browser.call('GET', '/api/auth/user')).json()).toMatchObject({ isDeveloper: false, isAdmin: false })
  })

  test('[AUTH-12] linking a Discord account with the developer’s name gives no developer rights', async () => {
    await createRobin()
    const browser = await signedInAs('robin')
    expect(await roundTrip(browser, person({ username: DEVELOPER }), '?purpose=link')).toContain('linked=discord')
    expect(await pins()).toEqual([])
    expect((await browser.call('GET', '/api/auth/user')).json()).toMatchObject({ isDeveloper: false })
  })

  test('[AUTH-12] a banned account with the developer’s name does not become the developer', async () => {
    const dev = person()
    const { id } = await signIn(newBrowser(), dev)
    await store.db.update(users).set({ bannedAt: new Date() }).where(eq(users.id, id))
    expect(await roundTrip(newBrowser(), { ...dev, username: DEVELOPER })).toBe('/?error=discord_failed')
    expect(await pins()).toEqual([])
  })

  test('[AUTH-12] look-alike letters do not match the developer’s name, even if lower-casing maps them to it', async () => {
    const pretenders = [
      DEVELOPER.replace('k', '\u212a'),
      DEVELOPER.replace('i', 'ı'),
      DEVELOPER.replace('i', 'İ'),
      DEVELOPER.replace('s', 'ſ'),
      `${DEVELOPER}\u200b`,
      ` ${DEVELOPER}`,
    ]
    for (const username of pretenders) {
      expect(username).not.toBe(DEVELOPER)
      expect(await signIn(newBrowser(), person({ username }))).toMatchObject({ isDeveloper: false, isAdmin: false })
    }
    expect(await pins()).toEqual([])
  })
})
