import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { OrderSummary } from '@slipstream/contract/orders'
import { inTransaction } from '@slipstream/db/client'
import { createOrder } from '@slipstream/db/testing/order-factories'
import { PERSONAL_DATA } from '#all-personal-data.ts'
import { erasePerson } from '#features/account/personal-data.service.ts'
import { changeSettings } from '#features/settings/settings.service.ts'
import { newBuyer, newMods, openEmptiedStore } from '#testing/buying-store.ts'
import { openOrderDesk } from '#testing/order-desk.ts'

const store = await openEmptiedStore()
const desk = openOrderDesk(store)

const numbersFor = async (query: string) => (await desk.list(query)).map(({ number }) => number)

test('a customer’s order list pages without duplicates or gaps', async () => {
  const { row, call } = await newBuyer(store, [])
  const paidAt = new Date()
  for (let made = 0; made < 45; made++) await createOrder(store.db, { userId: row.id, status: 'paid', paidAt })
  const seen: string[] = []
  for (let after: string | null = ''; after !== null; ) {
    const answer = await call('GET', `/api/orders${after === '' ? '' : `?after=${after}`}`)
    const page = answer.json<{ items: OrderSummary[]; next: string | null }>()
    seen.push(...page.items.map(({ number }) => number))
    expect(seen.length).toBeLessThanOrEqual(45)
    after = page.next
  }
  expect(new Set(seen).size).toBe(45)
})

describe('order administration', () => {
  test('administrators find an order by its refund id, and the list shows the refunded amount', async () => {
    const { id, number } = await desk.newOrder([1_250, 900])
    const [, second] = await desk.itemIds(id)
    await desk.refund(id, [second])
    const booked = (await desk.read(id)).timeline.find(({ source, what }) => source === 'ledger' && what === 'refund')
    expect(await numbersFor(`q=${String(booked?.detail.stripeId)}`)).toEqual([number])
    expect(await desk.list(`q=${number}`)).toMatchObject([{ refundedCents: 900 }])
  })

  test('administrators can filter orders placed before or after a date', async () => {
    const { number } = await desk.newOrder([1_250])
    const later = await createOrder(store.db, { userId: desk.admin().id, createdAt: new Date(Date.now() + 60_000) })
    expect(await numbersFor(`to=${new Date(Date.now() + 30_000).toISOString()}`)).toEqual([number])
    expect(await numbersFor(`from=${new Date(Date.now() + 30_000).toISOString()}`)).toEqual([later.number])
  })

  test('administrators cannot give a mod to a deleted account', async () => {
    const [mod] = await newMods(store, [1_250])
    const { row } = await newBuyer(store, [])
    await inTransaction(store.db, (tx) => erasePerson(tx, PERSONAL_DATA, row.id))
    expect((await desk.grant(`deleted user ${row.id}`, mod?.id)).json()).toMatchObject({
      code: 'entitlement.no_customer',
    })
  })
})

test('a buyer’s order names the seller as set by the creator', async () => {
  const seller = { sellerName: 'Harlan Works', sellerAddress: '1 Pit Lane', sellerTaxId: 'DE123' }
  await inTransaction(store.db, (tx) => changeSettings(tx, seller))
  await expect.poll(() => store.services.settings.current().sellerName).toBe('Harlan Works')
  const { buyer, number } = await desk.newOrder([1_250])
  expect((await buyer.call('GET', `/api/orders/${number}`)).json()).toMatchObject({
    seller: { name: 'Harlan Works', address: '1 Pit Lane', taxId: 'DE123' },
  })
})

test('deleting an account removes its refund reasons and empties its locker', async () => {
  const { buyer, number } = await desk.newOrder([1_250])
  await buyer.call('POST', `/api/orders/${number}/refund-request`, { reason: 'My grandmother in Ulm hates it' })
  await inTransaction(store.db, (tx) => erasePerson(tx, PERSONAL_DATA, buyer.row.id))
  const { rows } = await store.db.execute<{ text: string; owned: number }>(sql`
    select (select jsonb_agg(r) from refund_requests r)::text || (select jsonb_agg(e) from order_events e)::text as text,
      (select count(*)::int from entitlements where revoked_at is null) as owned`)
  expect(rows[0]?.text).not.toContain('Ulm')
  expect(rows[0]?.owned).toBe(0)
})

test('deleting an account removes its name from the audit log’s grants and revocations and keeps the mods', async () => {
  const { buyer, id, mods } = await desk.newOrder([1_250])
  const other = await newBuyer(store, [])
  const [gift] = await newMods(store, [900])
  await desk.revokeFirst(id)
  await desk.grant(buyer.row.username, gift?.id)
  await desk.grant(other.row.username, gift?.id)
  await buyer.call('PATCH', '/api/account', { username: 'renamed' })
  await inTransaction(store.db, (tx) => erasePerson(tx, PERSONAL_DATA, buyer.row.id))
  const { rows } = await store.db.execute<{ name: string }>(
    sql`select subject_name as name from audit_log where subject = 'entitlement' order by id`,
  )
  expect(rows.map(({ name }) => name)).toEqual([
    mods[0]?.title,
    gift?.title,
    `${gift?.title} for ${other.row.username}`,
  ])
})
