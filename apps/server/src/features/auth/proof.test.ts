import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { createCoupon } from '@slipstream/db/testing/order-factories'
import { newMods } from '#testing/buying-store.ts'
import { newPerson, type Person } from '#testing/people.ts'
import { openFileStore } from '#testing/test-store.ts'

const store = await openFileStore()
let admin: Person
beforeAll(async () => {
  admin = await newPerson(store, { isAdmin: true })
})

/** Makes the last authentication of the session too old. */
const wait = async () => {
  await store.db.execute(
    sql`update sessions set proven_at = now() - interval '11 minutes' where user_id = ${admin.row.id}`,
  )
  store.services.auth.identity.forget(admin.row.id)
}
const refresh = async () => {
  await store.db.execute(sql`update sessions set proven_at = now() where user_id = ${admin.row.id}`)
  store.services.auth.identity.forget(admin.row.id)
}

const TERMS = { startsAt: null, endsAt: null, maxUses: null, perUserLimit: null, isActive: true, note: '' }
const coupon = (code: string, discount: object) => ({ code, discount, ...TERMS })

test.each([
  ['a coupon above 50 %', 'POST', '/api/admin/coupons', coupon('STEEP', { kind: 'percent', percent: 51 })],
  ['a coupon above $20', 'POST', '/api/admin/coupons', coupon('LARGE', { kind: 'amount', amountCents: 2_001 })],
  ['exporting account data', 'GET', '/api/account/export', undefined],
  ['exporting the order list', 'GET', '/api/admin/orders/export', undefined],
] as const)('%s requires reauthentication', async (_what, method, url, body) => {
  await wait()
  const refused = await admin.call(method, url, body)
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'auth.proof_required'])
  await refresh()
  expect((await admin.call(method, url, body)).statusCode).toBe(200)
})

test('giving a mod away requires reauthentication', async () => {
  const [mod] = await newMods(store, [1_250])
  const body = { username: admin.row.username, modId: mod?.id, reason: 'For testing it' }
  await wait()
  expect((await admin.call('POST', '/api/admin/entitlements', body)).json()).toMatchObject({
    code: 'auth.proof_required',
  })
  await refresh()
  expect((await admin.call('POST', '/api/admin/entitlements', body)).statusCode).toBe(200)
})

test('every change to a steep coupon requires reauthentication, and a change to an ordinary one does not', async () => {
  const [steep, ordinary] = [
    await createCoupon(store.db, { code: 'GIVEAWAY', percent: 100 }),
    await createCoupon(store.db, { code: 'ORDINARY', percent: 50 }),
  ]
  await wait()
  const change = async (id: number) =>
    (await admin.call('PATCH', `/api/admin/coupons/${id}`, { maxUses: 1_000 })).statusCode
  expect([await change(steep.id), await change(ordinary.id)]).toEqual([403, 200])
  const cheap = coupon('CHEAP', { kind: 'percent', percent: 50 })
  expect((await admin.call('POST', '/api/admin/coupons', cheap)).statusCode).toBe(200)
  await refresh()
  expect(await change(steep.id)).toBe(200)
})

test('changing payments or mail in the settings requires reauthentication, and other settings do not', async () => {
  const change = async (body: object) => {
    const answer = await admin.call('PATCH', '/api/admin/settings/values', body)
    return answer.json<{ code?: string }>().code ?? answer.statusCode
  }
  await wait()
  expect(await change({ sellerTaxId: 'DE 123' })).toBe('auth.proof_required')
  expect(await change({ heroTitle: 'Drive', staffEmail: 'staff@store.example' })).toBe('auth.proof_required')
  expect(await change({ heroTitle: 'Drive' })).toBe(200)
  await refresh()
  expect(await change({ sellerTaxId: 'DE 123' })).toBe(200)
})

test('a call that needs reauthentication says first what is wrong with the request', async () => {
  await wait()
  expect((await admin.call('POST', '/api/admin/users/1/ban', { reason: '' })).statusCode).toBe(400)
})
