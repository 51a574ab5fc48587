import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { inTransaction } from '@slipstream/db/client'
import { numberGaps } from '@slipstream/db/tables/backups'
import { invoices } from '@slipstream/db/tables/invoices'
import { orders } from '@slipstream/db/tables/orders'
import { JOB_SCHEDULE } from '#all-jobs.ts'
import { readConfig } from '#config.ts'
import { fulfillOrder } from '#features/orders/fulfill-order.service.ts'
import { openStorage, type Storage } from '#gateways/storage.ts'
import { onFailpoint } from '#lib/failpoints.ts'
import { lastChanges } from '#testing/audit-log.ts'
import { buy, newBuyer, newMods, openEmptiedStore } from '#testing/buying-store.ts'
import { expectMoneyIsRight } from '#testing/money-check.ts'
import { openOwnBuckets } from '#testing/own-buckets.ts'
import { runJobs } from '#testing/run-jobs.ts'
import { noteNumbers, readMark } from './number-marks.ts'
import { type Places, readPlaces } from './number-series.ts'
import { LEFT_OUT, openCopy } from './open-copy.service.ts'
import { isSilentCopy, markRestored } from './restored-copy.service.ts'

vi.setConfig({ testTimeout: 60_000 })

const store = await openEmptiedStore()
let buckets: Awaited<ReturnType<typeof openOwnBuckets>>
let storage: Storage
beforeAll(async () => {
  buckets = await openOwnBuckets()
  storage = openStorage(readConfig({ ...inject('environment'), ...buckets.environment }).storage)
})
beforeEach(() => storage.remove('private', 'numbers/high-water.json'))
afterAll(async () => {
  storage.close()
  await buckets.remove()
})

const sell = async (price = 1_500) => {
  const { number } = await buy(store, await newBuyer(store, await newMods(store, [price])))
  await runJobs(store)
  const [order] = await store.db.select().from(orders).where(sql`number = ${number}`)
  const [invoice] = await store.db.select().from(invoices).where(sql`order_id = ${order?.id}`)
  return { id: order?.id ?? 0, number, invoice: invoice?.number ?? '' }
}

/** As a restore does: the rows and counters of the backup are back, and the copy is silent. */
const goBackTo = async (places: Places, lostOrders: readonly number[]) => {
  for (const id of lostOrders) {
    await store.db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`)
      for (const table of ['invoices', 'ledger_entries', 'order_items', 'order_events', 'entitlements']) {
        const column =
          table === 'entitlements'
            ? sql`order_item_id in (select id from order_items where order_id = ${id})`
            : sql`order_id = ${id}`
        await tx.execute(sql`delete from ${sql.identifier(table)} where ${column}`)
      }
      await tx.execute(sql`delete from orders where id = ${id}`)
    })
  }
  for (const [name, { place }] of [
    ['order_numbers', places.orders],
    ['users_id_seq', places.accounts],
  ] as const) {
    await store.db.execute(sql`select setval(${name}::regclass, greatest(${place}::bigint, 1), ${place > 0})`)
  }
  await store.db.execute(sql`delete from invoice_counters`)
  for (const [series, { year, place }] of [
    ['INV', places.invoices],
    ['CN', places.credit_notes],
  ] as const) {
    if (place > 0) await store.db.execute(sql`insert into invoice_counters values (${series}, ${year}, ${place})`)
  }
  await inTransaction(store.db, (tx) => markRestored(tx, 'archive'))
}

const open = (from: Pick<Storage, 'sizeOfPrivate' | 'readPrivate'> = storage) =>
  openCopy({ db: store.db, storage: from, stripe: store.payments.stripe })

const placeOf = (number: string) => Number(number.split('-').at(-1))

describe('[CAP-40] the numbers after a restore', () => {
  test('no number of an order, an invoice or an account that the lost store has issued is issued again', async () => {
    const kept = await sell()
    const backup = await readPlaces(store.db)
    const lost = await sell()
    await noteNumbers(store.db, storage)
    const lostPlaces = await readPlaces(store.db)
    await goBackTo(backup, [lost.id])

    const gaps = await open()
    expect(await isSilentCopy(store.db)).toBe(false)
    const next = await sell()
    expect(placeOf(next.invoice)).toBe(placeOf(lost.invoice) + LEFT_OUT + 1)
    expect(placeOf(next.number)).toBe(placeOf(lost.number) + LEFT_OUT + 1)
    expect((await readPlaces(store.db)).accounts.place).toBe(lostPlaces.accounts.place + LEFT_OUT + 1)

    const gap = gaps?.find(({ series }) => series === 'invoices')
    expect(gap).toMatchObject({
      firstPlace: placeOf(kept.invoice) + 1,
      lastPlace: placeOf(lost.invoice) + LEFT_OUT,
      reason: expect.stringMatching(
        /^The database was restored from archive on 20.*\. Numbers 2 to 2 may have been issued after that backup\. The next 1000 stay unused/,
      ),
    })
    expect(await store.db.select().from(numberGaps)).toHaveLength(5)
    expect(await lastChanges(store.db)).toContainEqual(
      expect.objectContaining({ action: 'open restored copy', subjectName: 'archive' }),
    )
    expect(await open()).toBeNull()
  })

  test('without a mark, for example if the storage was lost too, the numbers at Stripe suffice', async () => {
    await sell()
    const backup = await readPlaces(store.db)
    const lost = await sell()
    await goBackTo(backup, [lost.id])
    await open()
    const next = await sell()
    expect(placeOf(next.invoice)).toBe(placeOf(lost.invoice) + LEFT_OUT + 1)
    expect(placeOf(next.number)).toBe(placeOf(lost.number) + LEFT_OUT + 1)
  })

  test('a copy is not opened while the mark or Stripe cannot be read, and opening it later works', async () => {
    await sell()
    await goBackTo(await readPlaces(store.db), [])
    const away = () => Promise.reject(new Error('the storage is away'))
    await expect(open({ sizeOfPrivate: away, readPrivate: away })).rejects.toThrow('the storage is away')
    await store.stripe.fault({ kind: 'error', call: 'GET /v1/checkout/sessions' })
    await expect(open()).rejects.toMatchObject({ code: 'payments.away' })
    await store.stripe.clearFaults()
    expect(await isSilentCopy(store.db)).toBe(true)
    expect(await open()).toHaveLength(5)
  })

  test('a process that dies while it opens a copy leaves out no number twice', async () => {
    await sell()
    await goBackTo(await readPlaces(store.db), [])
    onTestFinished(() => onFailpoint(() => {}))
    onFailpoint((point) => {
      if (point === 'copy.gaps_booked') throw new Error('killed')
    })
    await expect(open()).rejects.toThrow('killed')
    expect(await isSilentCopy(store.db)).toBe(true)
    onFailpoint(() => {})
    await open()
    expect(await store.db.select().from(numberGaps)).toHaveLength(5)
    expect(placeOf((await sell()).invoice)).toBe(1 + LEFT_OUT + 1)
  })

  test('the mark is written every minute by a job, rises with the numbers and never goes back', async () => {
    expect(JOB_SCHEDULE['backups.note_numbers']?.cron).toBe('* * * * *')
    await sell()
    const backup = await readPlaces(store.db)
    const lost = await sell()
    await noteNumbers(store.db, storage)
    expect((await readMark(storage)).invoices).toMatchObject({ place: placeOf(lost.invoice) })
    await goBackTo(backup, [lost.id])
    await noteNumbers(store.db, storage)
    expect((await readMark(storage)).invoices).toMatchObject({ place: placeOf(lost.invoice) })
  })
})

test('an order that was paid after the backup keeps the number of its invoice, which the buyer already has', async () => {
  await sell()
  const backup = await readPlaces(store.db)
  const { id, invoice } = await sell()
  const [before] = await store.db.select().from(orders).where(sql`id = ${id}`)
  await noteNumbers(store.db, storage)
  // In the backup, the order still waits for its payment.
  const [items] = [
    await store.db.execute(sql`select mod_id, title, price_cents, paid_cents from order_items where order_id = ${id}`),
  ]
  await goBackTo(backup, [id])
  await store.db
    .insert(orders)
    .values({ ...before, id: undefined, status: 'pending', paidAt: null, paymentIntentId: null } as never)
  const [again] = await store.db.select().from(orders).where(sql`number = ${before?.number}`)
  const [item] = items.rows
  await store.db.execute(sql`insert into order_items (order_id, mod_id, title, price_cents, paid_cents)
    values (${again?.id}, ${item?.mod_id}, ${item?.title}, ${item?.price_cents}, ${item?.paid_cents})`)
  await open()
  expect(await fulfillOrder(store.payments, again?.id ?? 0)).toBe('paid')
  const issued = await store.db.select().from(invoices).where(sql`order_id = ${again?.id}`)
  expect(issued.map(({ number }) => number)).toEqual([invoice])
  await expectMoneyIsRight(store)
})
