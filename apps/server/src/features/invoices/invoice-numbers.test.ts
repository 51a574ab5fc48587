import { sql } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { inTransaction, readRows, type Tx } from '@slipstream/db/client'
import { createOrder } from '@slipstream/db/testing/order-factories'
import { createUser } from '@slipstream/db/testing/factories'
import { ledgerEntries } from '@slipstream/db/tables/payments'
import { lockOrder } from '#features/orders/order-state.service.ts'
import { openEmptiedTestStore } from '#testing/test-store.ts'
import { issueDocuments } from './issue-documents.service.ts'

vi.setConfig({ testTimeout: 60_000 })

const store = await openEmptiedTestStore()
const ORDERS = 120

/** Paid orders without invoices. */
const newPaidOrders = async (many: number) => {
  const { id: userId } = await createUser(store.db, {})
  const made: number[] = []
  for (let place = 0; place < many; place++) {
    const { id } = await createOrder(store.db, {
      ...{ userId, status: 'paid', paidAt: new Date(), subtotalCents: 1_000, totalCents: 1_000 },
    })
    await store.db
      .insert(ledgerEntries)
      .values({ orderId: id, kind: 'payment', amountCents: 1_000, stripeId: `pi_${id}`, at: new Date() })
    made.push(id)
  }
  return made
}
const refund = (id: number) =>
  store.db
    .insert(ledgerEntries)
    .values({ orderId: id, kind: 'refund', amountCents: -400, stripeId: `re_${id}`, at: new Date() })

const issueFor = async (tx: Tx, orderId: number) => {
  await lockOrder(tx, orderId)
  await issueDocuments(tx, orderId, null)
}
const placesOf = (series: string) =>
  readRows<{ year: number; place: number; order_id: number }>(
    store.db,
    sql`select year, place, order_id from invoices where series = ${series} order by year, place`,
  )
/** As many at once as the store has connections: more would only wait, and time out on a slow machine. */
const LANES = 8
const inLanes = async (ids: readonly number[], act: (id: number, place: number) => Promise<void>) => {
  let next = 0
  const lane = async () => {
    for (let place = next++; place < ids.length; place = next++) await act(ids[place] ?? 0, place)
  }
  await Promise.all(Array.from({ length: LANES }, lane))
}
const upTo = (last: number) => Array.from({ length: last }, (_, place) => place + 1)

describe('[LEGAL-08] invoice numbers', () => {
  test('[LEGAL-08] concurrent orders get invoice numbers without gaps or duplicates, even if every third one is rolled back first', async () => {
    const ids = await newPaidOrders(ORDERS)
    let failures = 0
    const tryOnce = (id: number, isToFail: boolean) =>
      inTransaction(store.db, async (tx) => {
        await issueFor(tx, id)
        if (isToFail) throw new Error('the process died')
      })
    await inLanes(ids, async (id, place) => {
      if (place % 3 === 0) await tryOnce(id, true).catch(() => (failures += 1))
      // Two deliveries report the same payment at once.
      await Promise.all([tryOnce(id, false), tryOnce(id, false)])
    })
    expect(failures).toBe(ORDERS / 3)
    const issued = await placesOf('INV')
    expect(issued.map(({ place }) => place)).toEqual(upTo(ORDERS))
    expect(new Set(issued.map(({ order_id }) => order_id))).toEqual(new Set(ids))

    await inLanes(ids, async (id, place) => {
      await refund(id)
      if (place % 3 === 1) await tryOnce(id, true).catch(() => (failures += 1))
      await Promise.all([tryOnce(id, false), tryOnce(id, false)])
    })
    expect((await placesOf('CN')).map(({ place }) => place)).toEqual(upTo(ORDERS))
    expect(await placesOf('INV')).toHaveLength(ORDERS)
    const { rows } = await store.db.execute(sql`
      select from invoices one join invoices other on other.series = one.series and other.place = one.place + 1
      where other.issued_at < one.issued_at`)
    expect(rows, 'a later number with an earlier date').toEqual([])
  })

  test('[LEGAL-08] invoice numbers restart at one in a new year, and a clock that is set back does not reopen the old year', async () => {
    const [first = 0, second = 0, third = 0] = await newPaidOrders(3)
    const year = new Date().getUTCFullYear()
    const issueNext = (id: number) => inTransaction(store.db, (tx) => issueFor(tx, id))
    await store.db.execute(sql`insert into invoice_counters values ('INV', ${year - 1}, 41)`)
    await issueNext(first)
    await issueNext(second)
    await store.db.execute(sql`update invoice_counters set year = ${year + 1}, place = 7`)
    await issueNext(third)
    expect((await placesOf('INV')).map(({ year: of, place }) => [of, place])).toEqual([
      [year, 1],
      [year, 2],
      [year + 1, 8],
    ])
  })
})
