import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import type { GrantedMod } from '@slipstream/contract/orders-admin'
import { createPurchase } from '@slipstream/db/testing/order-factories'
import { type Buyer, newBuyer, newMods } from '#testing/buying-store.ts'
import { openEmptiedTestStore } from '#testing/test-store.ts'

const store = await openEmptiedTestStore()
let admin: Buyer
beforeEach(async () => {
  admin = await newBuyer(store, [], { isAdmin: true })
})

const LIST = '/api/admin/entitlements'

const list = async (query = '') => {
  const answer = await admin.call('GET', `${LIST}?${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ items: GrantedMod[]; next: string | null }>()
}
const idsFor = async (query: string) => (await list(query)).items.map(({ id }) => id)

const newMod = async (title: string) => {
  const [mod] = await newMods(store, [1_250], { title })
  if (!mod) throw new Error('no mod')
  return mod
}

const give = async (customer: Buyer, mod: { id: number }, reason = 'For testing it') => {
  const answer = await admin.call('POST', LIST, { username: customer.row.username, modId: mod.id, reason })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ id: number }>().id
}

test('the list of gifts shows recipient, giver, reason and status, newest first, without purchases', async () => {
  const [one, two] = [await newBuyer(store, []), await newBuyer(store, [])]
  const [solano, brigand] = [await newMod('Solano 4S'), await newMod('Brigand 100%')]
  await createPurchase(store.db, { userId: one.row.id, mod: brigand })
  const first = await give(one, solano, 'Won the contest')
  const second = await give(two, brigand)
  await admin.call('POST', `${LIST}/${first}/revoke`, { reason: 'Not the winner' })

  const { items, next } = await list()
  expect(next).toBeNull()
  expect(items.map(({ id }) => id)).toEqual([second, first])
  expect(items[0]).toMatchObject({ userId: two.row.id, modId: brigand.id, revokedAt: null, revokeReason: null })
  expect(items[1]).toMatchObject({
    username: one.row.username,
    title: 'Solano 4S',
    reason: 'Won the contest',
    by: admin.row.username,
    firstDownloadedAt: null,
    revokedAt: expect.any(String),
    revokeReason: 'Not the winner',
  })
})

test('a mod can be granted by username in any capitalization, to a person who has never ordered', async () => {
  const customer = await newBuyer(store, [])
  const mod = await newMod('Solano 4S')
  const reason = 'Won the contest'
  const answer = await admin.call('POST', LIST, {
    username: ` ${customer.row.username.toUpperCase()} `,
    modId: mod.id,
    reason,
  })
  expect(answer.statusCode, answer.body).toBe(200)
  expect((await list()).items).toMatchObject([{ userId: customer.row.id, username: customer.row.username, reason }])
  for (const [named, code] of [
    [{ username: 'nobody' }, 'entitlement.no_customer'],
    [{ username: '  ' }, 'request.invalid'],
    [{ customerId: customer.row.id }, 'request.invalid'],
  ] as const) {
    expect((await admin.call('POST', LIST, { ...named, modId: mod.id, reason })).json()).toMatchObject({ code })
  }
})

test('gifts can be searched by part of the username or title, and wildcards are escaped', async () => {
  const [one, two] = [await newBuyer(store, []), await newBuyer(store, [])]
  const first = await give(one, await newMod('Solano 4S'))
  const second = await give(two, await newMod('Brigand 100%'))
  for (const [q, found] of [
    [one.row.username.slice(1).toUpperCase(), [first]],
    ['lano', [first]],
    ['0%', [second]],
    ['%', [second]],
    ['nobody', []],
  ] as const) {
    expect([q, await idsFor(`q=${encodeURIComponent(q)}`)]).toEqual([q, found])
  }
})

test('the list of gifts pages without duplicates or gaps', async () => {
  const customer = await newBuyer(store, [])
  const mod = await newMod('Solano 4S')
  await store.db.execute(sql`
    with given as (
      insert into entitlements (user_id, mod_id, source, revoked_at, revoke_reason)
      select ${customer.row.id}, ${mod.id}, 'grant', now(), 'Over' from generate_series(1, 120) returning id)
    insert into audit_log (actor_id, action, subject, subject_id, subject_name, after)
    select ${admin.row.id}, 'grant', 'entitlement', id::text, 'Solano 4S for somebody', '{"reason": "For testing"}' from given`)
  const seen: number[] = []
  let after: string | null = ''
  while (after !== null) {
    const page: Awaited<ReturnType<typeof list>> = await list(after === '' ? '' : `after=${after}`)
    seen.push(...page.items.map(({ id }) => id))
    after = page.next
  }
  expect(seen).toHaveLength(120)
  expect(new Set(seen).size).toBe(120)
  for (const query of ['after=nonsense', 'q=', 'sort=oldest']) {
    expect([query, (await admin.call('GET', `${LIST}?${query}`)).statusCode]).toEqual([query, 400])
  }
})

test('a customer can neither list, revoke nor pass on gifts', async () => {
  const customer = await newBuyer(store, [])
  const mod = await newMod('Solano 4S')
  const id = await give(customer, mod)
  const other = await newBuyer(store, [])
  for (const answer of [
    await customer.call('GET', LIST),
    await customer.call('POST', `${LIST}/${id}/revoke`, { reason: 'Mine' }),
    await customer.call('POST', LIST, { username: other.row.username, modId: mod.id, reason: 'A present' }),
  ]) {
    expect(answer.statusCode, answer.body).toBe(403)
  }
  expect((await list()).items).toMatchObject([{ id, revokedAt: null }])
})
