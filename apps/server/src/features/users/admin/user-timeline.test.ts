import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import type { UserDetail, UserEvent } from '@slipstream/contract/users-detail'
import { downloads } from '@slipstream/db/tables/locker'
import { createMod, createRelease, createReview } from '@slipstream/db/testing/catalogue-factories'
import { createPurchase } from '@slipstream/db/testing/order-factories'
import { createSubscription } from '@slipstream/db/testing/subscription-factories'
import { createTicket } from '@slipstream/db/testing/ticket-factories'
import { newPerson, type Person } from '#testing/people.ts'
import { openEmptiedTestStore } from '#testing/test-store.ts'

const store = await openEmptiedTestStore()
let admin: Person
let person: Person
beforeEach(async () => {
  admin = await newPerson(store, { isAdmin: true })
  person = await newPerson(store)
})

const read = async (after?: string) => {
  const query = after === undefined ? '' : `?after=${after}`
  const answer = await admin.call('GET', `/api/admin/users/${person.row.id}/timeline${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ items: UserEvent[]; next: string | null }>()
}

const readAll = async () => {
  const found: UserEvent[] = []
  for (let after: string | null | undefined; after !== null; ) {
    const page = await read(after)
    found.push(...page.items)
    after = page.next
  }
  return found
}

/** Creates an entry of every kind. */
const live = async () => {
  const userId = person.row.id
  const mod = await createMod(store.db, { title: 'Aurelion' })
  const release = await createRelease(store.db, { modId: mod.id })
  await createPurchase(store.db, { userId, mod })
  await store.db
    .insert(downloads)
    .values({ userId, modId: mod.id, releaseId: release.id, version: '1.0.0', ip: '10.1.2.3' })
  await createReview(store.db, { modId: mod.id, userId, rating: 4 })
  await createTicket(store.db, { userId, subject: 'It does not start' })
  await createSubscription(store.db, { userId })
  await admin.call('POST', `/api/admin/users/${userId}/notes`, { body: 'Be generous.' })
  await admin.call('POST', `/api/admin/users/${userId}/ban`, { reason: 'Shared mods', endsAt: null })
}

test('the timeline has every kind of entry, newest first', async () => {
  await live()
  const events = await readAll()
  const kinds = new Set(events.map(({ kind }) => kind))
  expect([...kinds].sort()).toEqual(
    ['download', 'joined', 'mod', 'note', 'order', 'review', 'sign-in', 'staff', 'subscription', 'ticket'].sort(),
  )
  expect(events.map(({ at }) => at)).toEqual(
    events
      .map(({ at }) => at)
      .toSorted()
      .reverse(),
  )
  const of = (kind: UserEvent['kind']) => events.find((event) => event.kind === kind)
  expect(of('staff')).toMatchObject({ what: 'ban', by: admin.row.username, detail: 'Shared mods' })
  expect(of('note')).toMatchObject({ by: admin.row.username, detail: 'Be generous.' })
  expect(of('download')).toMatchObject({ about: 'Aurelion', what: '1.0.0', detail: '10.1.2.3' })
  expect(of('review')).toMatchObject({ about: 'Aurelion', what: '4' })
  expect(of('ticket')).toMatchObject({ about: 'It does not start' })
  expect(of('sign-in')).toMatchObject({ what: 'ok' })
  expect(of('joined')?.at).toBe(person.row.createdAt.toISOString())
})

test('the pages of a timeline hold every entry once, even if all have the same time', async () => {
  await live()
  await store.db.execute(sql`insert into sign_ins (user_id, method, result, ip, user_agent, at)
    select ${person.row.id}, 'password', 'wrong_secret', '10.0.0.1', '', timestamptz '2026-05-05' from generate_series(1, 70)`)
  await store.db.execute(sql`insert into downloads (user_id, mod_id, release_id, version, at)
    select ${person.row.id}, mod_id, release_id, '2.0', timestamptz '2026-05-05' from downloads, generate_series(1, 40)`)
  const events = await readAll()
  expect(new Set(events.map(({ key }) => key)).size).toBe(events.length)
  expect(events.filter(({ kind }) => kind === 'sign-in')).toHaveLength(71)
  expect(events.filter(({ kind }) => kind === 'download')).toHaveLength(41)
})

test('a timeline contains nothing of another person', async () => {
  await live()
  const other = await newPerson(store)
  const answer = await admin.call('GET', `/api/admin/users/${other.row.id}/timeline`)
  expect(answer.json<{ items: UserEvent[] }>().items.map(({ kind }) => kind)).toEqual(['sign-in', 'joined'])
})

test('a timeline cursor that was not issued is refused', async () => {
  const answer = await admin.call('GET', `/api/admin/users/${person.row.id}/timeline?after=bm9wZQ`)
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'request.invalid'])
})

test('[ROUTE-07] the account detail sums up purchases, downloads, reviews and tickets', async () => {
  await live()
  const detail = (await admin.call('GET', `/api/admin/users/${person.row.id}`)).json<UserDetail>()
  expect(detail).toMatchObject({
    username: person.row.username,
    isYou: false,
    isInvited: false,
    hasPassword: true,
    hasSecondFactor: false,
    ban: { reason: 'Shared mods', endsAt: null },
    sums: { orders: 1, spentCents: 0, downloads: 1, downloadedMods: 1, reviews: 1, tickets: 1, openTickets: 1 },
    orders: [{ status: 'paid', titles: ['Aurelion'] }],
    mods: [{ title: 'Aurelion', source: 'purchase', downloads: 1 }],
    modCount: 1,
    // The ban ended all sessions.
    sessions: [],
  })
  expect((await admin.call('GET', `/api/admin/users/${admin.row.id}`)).json()).toMatchObject({ isYou: true })
})
