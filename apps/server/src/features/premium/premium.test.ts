import { eq, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction, readRows, type Tx } from '@slipstream/db/client'
import { users } from '@slipstream/db/tables/users'
import { createUser } from '@slipstream/db/testing/factories'
import { PERSONAL_DATA } from '#all-personal-data.ts'
import { erasePerson } from '#features/account/personal-data.service.ts'
import { linkDiscord, unlinkDiscord } from '#features/auth/discord-account.service.ts'
import { releaseKind } from '#features/outbox/held-messages.service.ts'
import { banUser, unbanUser } from '#features/users/ban.service.ts'
import { openDiscordRoles } from '#gateways/discord-roles.ts'
import { enqueue } from '#lib/jobs/jobs.ts'
import { holdEverything } from '#lib/outbox/hold.ts'
import { collectLogLines } from '#testing/log-lines.ts'
import { startOwnDiscord, type OwnDiscord } from '#testing/own-discord.ts'
import { freshName } from '#testing/people.ts'
import { runJobs } from '#testing/run-jobs.ts'
import { openTestStore, type TestStore } from '#testing/test-store.ts'
import { type CheckStep, checkRoles } from './check-roles.service.ts'
import { premiumChanged, roleDueAt, syncRole } from './discord-role.service.ts'

const MODERATOR = '1180000000000000004'

let store: TestStore
let discord: OwnDiscord
beforeAll(async () => {
  discord = await startOwnDiscord()
  store = await openTestStore({}, { DISCORD_URL: discord.address })
})
beforeEach(async () => {
  await store.empty()
  await store.db.execute('delete from graphile_worker._private_jobs')
  await discord.reset()
})
afterAll(async () => {
  await store.close()
  await discord.close()
})

const secondsFromNow = (seconds: number) => new Date(Date.now() + seconds * 1_000)
const inAnHour = () => secondsFromNow(3_600)
const newPerson = async (values: Partial<typeof users.$inferInsert> = {}) =>
  createUser(store.db, { username: freshName(), discordId: await discord.newUser(), ...values })
type Person = Awaited<ReturnType<typeof newPerson>>

/** A member who already has the role. */
const newMember = async (values: Partial<typeof users.$inferInsert> = {}) => {
  const person = await newPerson({ premiumExpiresAt: inAnHour(), ...values })
  await change((tx) => premiumChanged(tx, person.id))
  return person
}
const change = async (work: (tx: Tx) => Promise<unknown>) => {
  await inTransaction(store.db, work)
  await runJobs(store)
}
const setPremium = (person: Person, premiumExpiresAt: Date | null) =>
  change(async (tx) => {
    await tx.update(users).set({ premiumExpiresAt }).where(eq(users.id, person.id))
    await premiumChanged(tx, person.id)
  })
const rolesOf = ({ discordId }: Person) => discord.rolesOf(discordId ?? '')
const waiting = () =>
  readRows<{ run_at: Date; attempts: number; payload: CheckStep }>(
    store.db,
    sql`select run_at, attempts, payload from graphile_worker._private_jobs
      where locked_at is null order by run_at`,
  )

describe('the Discord role', () => {
  test('[CAP-04] a member gets the Premium role and loses it at the second Premium ends; other roles stay', async () => {
    const person = await newPerson()
    await discord.setRoles(person.discordId ?? '', [MODERATOR])
    const endsAt = secondsFromNow(1)
    await setPremium(person, endsAt)
    expect(await rolesOf(person)).toEqual(['Premium', 'Moderator'])
    expect((await waiting()).map(({ run_at }) => new Date(run_at))).toEqual([endsAt])

    await expect
      .poll(
        async () => {
          await runJobs(store)
          return rolesOf(person)
        },
        { timeout: 10_000 },
      )
      .toEqual(['Moderator'])
    expect(Date.now()).toBeGreaterThanOrEqual(endsAt.getTime())
    expect(await waiting()).toEqual([])
  })

  test('a renewal keeps the Discord role and postpones its removal', async () => {
    const member = await newMember()
    const later = secondsFromNow(7_200)
    await setPremium(member, later)
    expect(await rolesOf(member)).toEqual(['Premium'])
    expect((await waiting()).map(({ run_at }) => new Date(run_at))).toEqual([later])
  })

  test.each<[string, (person: Person) => (tx: Tx) => Promise<unknown>]>([
    [
      'a ban',
      ({ id }) =>
        (tx) =>
          banUser(tx, id, { reason: null, endsAt: null }),
    ],
    [
      'unlinking Discord',
      ({ id }) =>
        (tx) =>
          unlinkDiscord(tx, { id }),
    ],
    [
      'erasing the account',
      ({ id }) =>
        (tx) =>
          erasePerson(tx, PERSONAL_DATA, id),
    ],
    [
      'a refund of Premium',
      ({ id }) =>
        async (tx) => {
          await tx.update(users).set({ premiumExpiresAt: new Date() }).where(eq(users.id, id))
          await premiumChanged(tx, id)
        },
    ],
  ])('%s removes the role but keeps the person in the server', async (_, work) => {
    const member = await newMember()
    expect(await rolesOf(member)).toEqual(['Premium'])
    await change(work(member))
    expect(await rolesOf(member)).toEqual([])
  })

  test('linking another Discord account moves the role', async () => {
    const member = await newMember()
    const other = await discord.newUser()
    const profile = { id: other, username: 'racer_other', avatar: null, verifiedEmail: null }
    await change((tx) => linkDiscord(tx, member.id, profile))
    expect([await rolesOf(member), await discord.rolesOf(other)]).toEqual([[], ['Premium']])
  })

  test('the role returns when a temporary ban ends, or at once when the ban is lifted', async () => {
    const member = await newMember()
    const endsAt = secondsFromNow(60)
    await change((tx) => banUser(tx, member.id, { reason: null, endsAt }))
    expect((await waiting()).map(({ run_at }) => new Date(run_at))).toEqual([endsAt])
    await change((tx) => unbanUser(tx, member.id))
    expect(await rolesOf(member)).toEqual(['Premium'])
  })

  test('[AUTH-09] the role is due exactly while Premium is active and the person is not banned', () => {
    const now = new Date()
    const [before, after] = [new Date(now.getTime() - 1), new Date(now.getTime() + 1)]
    const free = { bannedAt: null, banEndsAt: null }
    expect(roleDueAt({ premiumExpiresAt: after, ...free }, now)).toEqual({ isDue: true, changesAt: after })
    for (const person of [
      undefined,
      { premiumExpiresAt: null, ...free },
      { premiumExpiresAt: now, ...free },
      { premiumExpiresAt: before, ...free },
      { premiumExpiresAt: after, bannedAt: before, banEndsAt: null },
    ]) {
      expect(roleDueAt(person, now)).toEqual({ isDue: false, changesAt: null })
    }
  })

  test('a member who has not joined the server causes no error', async () => {
    const discordId = await discord.newUser({ isInServer: false })
    await newMember({ discordId })
    expect(await discord.rolesOf(discordId)).toBeNull()
    expect((await waiting()).map(({ attempts }) => attempts)).toEqual([0])
  })

  test('without a bot, Premium changes call Discord neither now nor later', async () => {
    const person = await newPerson({ premiumExpiresAt: inAnHour() })
    await inTransaction(store.db, (tx) => premiumChanged(tx, person.id))
    await runJobs({ ...store, config: { ...store.config, discordBot: null } })
    expect(await discord.calls()).toEqual([])
    expect(await waiting()).toEqual([])
  })
})

describe('failures at Discord', () => {
  test('a Discord rate limit pauses all calls until it expires, and does not count as a failed attempt', async () => {
    const people = [
      await newPerson({ premiumExpiresAt: inAnHour() }),
      await newPerson({ premiumExpiresAt: inAnHour() }),
    ]
    await discord.fault({ kind: 'rate-limit', times: 1 })
    const before = Date.now()
    await change(async (tx) => {
      for (const { id } of people) await premiumChanged(tx, id)
    })
    const calls = await discord.calls()
    // A busy machine may get here only after the pause.
    expect(calls).toEqual(Date.now() - before < 200 ? ['PUT 429'] : expect.arrayContaining(['PUT 429']))
    for (const { run_at, attempts } of await waiting()) {
      expect(attempts).toBe(0)
      expect(new Date(run_at).getTime()).toBeGreaterThanOrEqual(before + 200)
    }
    await expect
      .poll(async () => {
        await runJobs(store)
        return Promise.all(people.map(rolesOf))
      })
      .toEqual([['Premium'], ['Premium']])
    expect(await discord.calls()).toEqual(['PUT 429', 'PUT 204', 'PUT 204'])
  })

  test.each(['error', 'unavailable', 'error-after'])('a Discord call that fails with %s is retried', async (kind) => {
    await discord.fault({ kind })
    const member = await newMember()
    await expect.poll(async () => (await waiting()).map(({ attempts }) => attempts)).toEqual([1])
    await discord.clearFaults()
    await store.db.execute(sql`update graphile_worker._private_jobs set run_at = now()`)
    await runJobs(store)
    expect(await rolesOf(member)).toEqual(['Premium'])
  })

  test('Premium that ends while Discord is slow to give the role leaves no role behind', async () => {
    const person = await newPerson({ premiumExpiresAt: inAnHour() })
    await discord.fault({ kind: 'slow', call: 'PUT', times: 1, delayMs: 1_500 })
    const parts = { db: store.db, discordRoles: openDiscordRoles(store.config) }
    const slow = syncRole(parts, person.discordId ?? '')
    await expect.poll(() => discord.suffered()).toBe(1)
    await setPremium(person, new Date())
    await slow
    expect(await rolesOf(person)).toEqual([])
  })

  test('a change that is queued while the role is being set runs at once, not when Premium ends', async () => {
    const member = await newMember()
    const discordRoles = openDiscordRoles(store.config)
    await inTransaction(store.db, (tx) => premiumChanged(tx, member.id))
    await syncRole({ db: store.db, discordRoles }, member.discordId ?? '')
    const [job] = await waiting()
    expect(new Date(job?.run_at ?? 0).getTime()).toBeLessThanOrEqual(Date.now())
  })
})

describe('the nightly check of the role', () => {
  const isCheck = sql`task_id = (select id from graphile_worker._private_tasks where identifier = 'premium.check_roles')`

  /** Runs the check page by page, like the worker, and returns its report. */
  const check = async (pageSize: number) => {
    const collected = collectLogLines()
    const log = pino({}, collected.destination)
    const parts = { db: store.db, discordRoles: openDiscordRoles(store.config, { pageSize }), log }
    let step: CheckStep | undefined = {}
    let pages = 0
    for (; step; pages += 1) {
      await checkRoles(parts, step)
      const { rows } = await store.db.execute<{ payload: CheckStep }>(
        sql`delete from graphile_worker._private_jobs where ${isCheck} returning payload`,
      )
      step = rows[0]?.payload
    }
    const [line, ...more] = collected.lines()
    expect(more).toEqual([])
    return { pages, msg: line?.msg, drift: line?.drift }
  }

  test('the role check reports every difference and repairs only the Premium role of known people', async () => {
    const [fine, missing, lapsed] = [await newMember(), await newMember(), await newPerson()]
    const stranger = await discord.newUser()
    const idOf = ({ discordId }: Person) => discordId ?? ''
    const premium = store.config.discordBot?.roleId ?? ''
    await discord.setRoles(idOf(missing), [MODERATOR])
    await discord.setRoles(idOf(lapsed), [premium, MODERATOR])
    await discord.setRoles(stranger, [premium])

    const { pages, msg, drift } = await check(3)
    expect([pages, msg]).toEqual([3, 'the Discord role differed from Premium'])
    // Four users are in the server from the start.
    expect(drift).toEqual({
      members: 8,
      missing: [idOf(missing)],
      extra: [idOf(lapsed)],
      unknown: [stranger],
      counts: { missing: 1, extra: 1, unknown: 1 },
    })
    await runJobs(store)
    expect(await Promise.all([fine, missing, lapsed].map(rolesOf))).toEqual([
      ['Premium'],
      ['Premium', 'Moderator'],
      ['Moderator'],
    ])
    expect(await discord.rolesOf(stranger)).toEqual(['Premium'])

    await discord.setRoles(stranger, [])
    expect(await check(1_000)).toMatchObject({ pages: 1, msg: 'the Discord role matches Premium' })
  })

  test('[CAP-45] a restored store gives and takes no role until a person releases the roles', async () => {
    const [member, lapsed] = [await newMember(), await newPerson()]
    await discord.setRoles(lapsed.discordId ?? '', [store.config.discordBot?.roleId ?? ''])
    await inTransaction(store.db, holdEverything)
    await setPremium(member, null)
    await inTransaction(store.db, (tx) => enqueue(tx, 'premium.check_roles', {}))
    await runJobs(store)
    expect([await rolesOf(member), await rolesOf(lapsed)]).toEqual([['Premium'], ['Premium']])

    await inTransaction(store.db, (tx) => releaseKind(tx, member.id, 'roles'))
    await runJobs(store)
    expect([await rolesOf(member), await rolesOf(lapsed)]).toEqual([[], []])
  })

  test('the role check waits out a rate limit and continues at the same page', async () => {
    await newMember()
    await discord.fault({ kind: 'rate-limit', call: 'GET', times: 1 })
    const discordRoles = openDiscordRoles(store.config)
    const parts = { db: store.db, discordRoles, log: store.services.log }
    await checkRoles(parts, { after: '17' })
    const steps = (await waiting()).filter(({ payload }) => payload.after !== undefined)
    expect(steps.map(({ payload }) => payload.after)).toEqual(['17'])
  })
})
