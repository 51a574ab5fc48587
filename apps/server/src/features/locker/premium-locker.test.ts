import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Locker, LockerItem } from '@slipstream/contract/locker'
import { inTransaction } from '@slipstream/db/client'
import { entitlements } from '@slipstream/db/tables/entitlements'
import { downloads } from '@slipstream/db/tables/locker'
import { gameVersions } from '@slipstream/db/tables/mod-releases'
import { mods } from '@slipstream/db/tables/mods'
import { users } from '@slipstream/db/tables/users'
import { createPurchase } from '@slipstream/db/testing/order-factories'
import { changeSettings } from '#features/settings/settings.service.ts'
import { newPerson, type Person } from '#testing/people.ts'
import { createReleasedMod, requestDownload } from '#testing/released-mod.ts'
import { openEmptiedTestStore } from '#testing/test-store.ts'
import { untilWaiting } from '#testing/until-waiting.ts'

const store = await openEmptiedTestStore()

const secondsFromNow = (seconds: number) => new Date(Date.now() + seconds * 1_000)

/** A mod with a file in the bucket, included with Premium unless these values say otherwise. */
const newMod = async (values: Partial<typeof mods.$inferInsert> = {}) => {
  const included = { includedWithPremium: true, version: '1.0.0', ...values }
  return (await createReleasedMod(store, { mod: included, release: { version: '1.0.0' } })).mod
}
const newMember = (premiumExpiresAt = secondsFromNow(3_600)) => newPerson(store, { premiumExpiresAt })
const setPremium = (person: Person, premiumExpiresAt: Date | null) =>
  store.db.update(users).set({ premiumExpiresAt }).where(eq(users.id, person.row.id))
const mark = (mod: { id: number }, includedWithPremium: boolean) =>
  store.db.update(mods).set({ includedWithPremium }).where(eq(mods.id, mod.id))
const lockerOf = async (person: Person) => (await person.call('GET', '/api/locker')).json<Locker>()
const itemsOf = async (person: Person) => (await lockerOf(person)).items
const download = (person: Person, mod: { id: number }) => requestDownload(store, person, mod.id)
const codeOf = async (person: Person, mod: { id: number }) =>
  (await download(person, mod)).json<{ code?: string }>().code
const secondsOfLink = async (person: Person, mod: { id: number }) =>
  Number(new URL((await download(person, mod)).json<{ url: string }>().url).searchParams.get('X-Amz-Expires'))

test('[AUTH-09] a member has every included mod in the locker until the instant Premium ends', async () => {
  const [mod, plain] = [await newMod(), await newMod({ includedWithPremium: false })]
  const endsAt = secondsFromNow(3_600)
  const [member, lapsed, other] = [
    await newMember(endsAt),
    await newMember(secondsFromNow(-0.001)),
    await newPerson(store),
  ]
  expect(await lockerOf(member)).toMatchObject({
    items: [
      {
        modId: mod.id,
        source: 'premium',
        since: null,
        premiumUntil: endsAt.toISOString(),
        freeUntil: null,
        isWindowOpen: true,
        orderNumber: null,
        refundUntil: null,
      } satisfies Partial<LockerItem>,
    ],
    premiumExpiresAt: endsAt.toISOString(),
  })
  expect((await lockerOf(lapsed)).items).toEqual([])
  expect(await lockerOf(other)).toMatchObject({ items: [], premiumExpiresAt: null })
  expect(await codeOf(member, plain)).toBe('locker.not_owned')
})

test('[AUTH-09] an included mod can be downloaded until Premium ends and is then refused with a reason, and bought mods stay', async () => {
  const [mod, bought] = [await newMod(), await newMod()]
  const member = await newMember()
  await createPurchase(store.db, { userId: member.row.id, mod: bought })
  expect((await download(member, mod)).statusCode).toBe(200)
  expect(await store.db.select().from(downloads)).toMatchObject([{ modId: mod.id, entitlementId: null }])

  const end = secondsFromNow(0)
  await setPremium(member, end)
  expect(await codeOf(member, mod)).toBe('locker.premium_over')
  expect((await itemsOf(member)).map(({ modId }) => modId)).toEqual([bought.id])
  expect((await download(member, bought)).statusCode).toBe(200)
  // For somebody who was never a member, no Premium has ended.
  expect(await codeOf(await newPerson(store), mod)).toBe('locker.not_owned')

  await setPremium(member, secondsFromNow(60))
  expect((await download(member, mod)).statusCode).toBe(200)
})

test('a download link given for Premium does not outlive it, and one for a bought mod does', async () => {
  const [mod, bought] = [await newMod(), await newMod()]
  const member = await newMember()
  await createPurchase(store.db, { userId: member.row.id, mod: bought })
  expect(await secondsOfLink(member, mod)).toBe(60)
  await setPremium(member, secondsFromNow(20))
  expect(await secondsOfLink(member, mod)).toBeLessThanOrEqual(20)
  expect(await secondsOfLink(member, bought)).toBe(60)
})

test('a download is refused if a refund of Premium commits while it is requested', async () => {
  const mod = await newMod()
  const member = await newMember()
  const late = await inTransaction(store.db, async (tx) => {
    await tx.update(users).set({ premiumExpiresAt: new Date() }).where(eq(users.id, member.row.id))
    const coming = download(member, mod)
    await untilWaiting(store)
    return { coming }
  })
  expect((await late.coming).json()).toMatchObject({ code: 'locker.premium_over' })
  expect(await store.db.select().from(downloads)).toEqual([])
})

test('adding a mod to Premium or removing it takes effect for every member at once', async () => {
  const mod = await newMod({ includedWithPremium: false })
  const members = [await newMember(), await newMember()]
  for (const isMarked of [true, false]) {
    await mark(mod, isMarked)
    for (const member of members) expect(await itemsOf(member)).toHaveLength(isMarked ? 1 : 0)
    expect((await download(members[0] as Person, mod)).statusCode).toBe(isMarked ? 200 : 404)
  }
})

test.each(['draft', 'archived'] as const)('Premium does not include a mod that is %s', async (status) => {
  const mod = await newMod({ status })
  const member = await newMember()
  expect(await itemsOf(member)).toEqual([])
  expect(await codeOf(member, mod)).toBe('locker.not_owned')
})

test('a mod that is both bought and included counts as bought, and Premium opens it after its download window', async () => {
  const mod = await newMod()
  const member = await newMember()
  const { entitlement } = await createPurchase(store.db, { userId: member.row.id, mod })
  await store.db.update(entitlements).set({ windowEndsAt: secondsFromNow(-60) })
  await inTransaction(store.db, (tx) => changeSettings(tx, { renewals: 'ask-support' }))
  expect(await itemsOf(member)).toMatchObject([{ source: 'purchase', isWindowOpen: true }])
  expect((await download(member, mod)).statusCode).toBe(200)
  expect(await store.db.select().from(downloads)).toMatchObject([{ entitlementId: entitlement.id }])

  await setPremium(member, secondsFromNow(-1))
  expect(await itemsOf(member)).toMatchObject([{ source: 'purchase', isWindowOpen: false, premiumUntil: null }])
  expect(await codeOf(member, mod)).toBe('locker.window_over')
})

test('updates of included mods are counted for members who have downloaded them', async () => {
  const [mod] = [await newMod(), await newMod()]
  const member = await newMember()
  const updates = async () => (await member.call('GET', '/api/locker/news')).json<{ updates: number }>().updates
  await download(member, mod)
  expect(await updates()).toBe(0)
  await store.db.update(mods).set({ version: '1.1.0' })
  expect(await updates()).toBe(1)
  await setPremium(member, secondsFromNow(-1))
  expect(await updates()).toBe(0)
})

test('a member can report whether an included mod works, but cannot renew it', async () => {
  const mod = await newMod()
  await store.db.insert(gameVersions).values({ version: '0.36' })
  const member = await newMember()
  const report = () => member.call('POST', `/api/locker/${mod.id}/report`, { report: 'works' })
  expect((await report()).json()).toMatchObject({ source: 'premium', ownReport: 'works' })
  expect((await member.call('POST', `/api/locker/${mod.id}/renew`)).json()).toMatchObject({ code: 'locker.not_owned' })
  await setPremium(member, secondsFromNow(-1))
  expect((await report()).json()).toMatchObject({ code: 'locker.not_owned' })
})
