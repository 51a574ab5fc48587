import { eq, isNotNull } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '@slipstream/db/client'
import { mods } from '@slipstream/db/tables/mods'
import {
  createCategory,
  createConfiguration,
  createMod,
  createRelease,
} from '@slipstream/db/testing/catalogue-factories'
import { enqueue } from '#lib/jobs/jobs.ts'
import { catalogueChanged } from '#testing/catalogue.ts'
import { runJobs } from '#testing/run-jobs.ts'
import { openEmptiedTestStore } from '#testing/test-store.ts'
import { refreshModFacts } from '#features/catalogue/mod-facts.service.ts'

const store = await openEmptiedTestStore()
let categoryId: number
beforeEach(async () => {
  await catalogueChanged(store)
  categoryId = (await createCategory(store.db)).id
})

const HOUR = 3_600_000
const hoursFromNow = (hours: number) => new Date(Date.now() + hours * HOUR)
const priced = (values: Partial<Parameters<typeof createMod>[1]>) =>
  createMod(store.db, { categoryId, priceCents: 2_000, salePriceCents: 1_550, ...values })

describe('a sale', () => {
  test.each([
    ['has no window', null, null, 15.5],
    ['began and has no end', -1, null, 15.5],
    ['ends later', null, 1, 15.5],
    ['runs within its window', -1, 1, 15.5],
    ['begins later', 1, 2, null],
    ['is over', -2, -1, null],
  ])('a mod with a sale that %s shows the current price', async (_name, starts, ends, discountPrice) => {
    const saleEndsAt = ends === null ? null : hoursFromNow(ends)
    const { id } = await priced({ saleStartsAt: starts === null ? null : hoursFromNow(starts), saleEndsAt })
    const seen = { price: 20, discountPrice, saleEndsAt: discountPrice ? (saleEndsAt?.toISOString() ?? null) : null }
    expect((await store.call('GET', `/api/mods/${id}`)).json()).toMatchObject(seen)
    expect((await store.call('GET', '/api/mods')).json().items).toMatchObject([seen])
    const onSale = (await store.call('GET', '/api/mods?sale=true')).json()
    expect(onSale.items).toHaveLength(discountPrice ? 1 : 0)
  })

  test('the sort price of a mod changes when its sale begins and ends', async () => {
    const begun = await priced({ saleStartsAt: hoursFromNow(-1) })
    const over = await priced({ saleEndsAt: hoursFromNow(-1), currentPriceCents: 1_550 })
    const later = await priced({ saleStartsAt: hoursFromNow(1) })
    const heard = new Promise<void>((resolve) => store.services.bus.onChange('mods', () => resolve()))
    await inTransaction(store.db, (tx) => enqueue(tx, 'mods.turn_sales', {}))
    await runJobs(store)
    await heard
    const prices = await store.db.select({ id: mods.id, now: mods.currentPriceCents }).from(mods).orderBy(mods.id)
    expect(prices).toEqual([
      { id: begun.id, now: 1_550 },
      { id: over.id, now: 2_000 },
      { id: later.id, now: 2_000 },
    ])
    expect((await store.call('GET', '/api/mods?maxPrice=16')).json().items).toMatchObject([{ id: begun.id }])
    const drawn = await store.db
      .select({ id: mods.id })
      .from(mods)
      .where(isNotNull(mods.shareImageKey))
      .orderBy(mods.id)
    expect(drawn).toEqual([{ id: begun.id }, { id: over.id }])
  })

  test('the sale job announces nothing when no sale begins or ends', async () => {
    await priced({ saleStartsAt: hoursFromNow(-1), currentPriceCents: 1_550 })
    let heard = 0
    store.services.bus.onChange('mods', () => (heard += 1))
    await inTransaction(store.db, (tx) => enqueue(tx, 'mods.turn_sales', {}))
    await runJobs(store)
    // Announcements arrive in order: one from the job would be here before this one.
    await catalogueChanged(store)
    expect(heard).toBe(1)
  })
})

test('a mod’s denormalized facts follow its configurations, releases and sale', async () => {
  const mod = await priced({ saleStartsAt: hoursFromNow(-1), version: '0.1.0' })
  const bare = await createMod(store.db, { categoryId, drivetrains: ['FWD'], version: '9.9.9' })
  const untouched = await createMod(store.db, { categoryId, version: '9.9.9' })
  const configurations = [
    { sortOrder: 2, name: 'Race', engine: 'V8', powerKw: 500, drivetrain: 'AWD', bodyStyle: 'coupe' },
    { sortOrder: 1, name: 'Base', engine: 'I4', powerKw: 99, drivetrain: 'RWD', bodyStyle: 'coupe' },
    { sortOrder: 3, name: 'Sport', engine: 'I4', powerKw: 100, drivetrain: 'RWD', bodyStyle: 'sedan' },
    { sortOrder: 4, name: 'Shell' },
  ] as const
  for (const values of configurations) await createConfiguration(store.db, { modId: mod.id, ...values })
  await createRelease(store.db, { modId: mod.id, version: '1.1.0', publishedAt: new Date('2026-02-01') })
  await createRelease(store.db, { modId: mod.id, version: '1.0.0', publishedAt: new Date('2026-01-01') })

  await inTransaction(store.db, (tx) => refreshModFacts(tx, [mod.id, bare.id]))
  const read = async (id: number) => (await store.db.select().from(mods).where(eq(mods.id, id)))[0]
  expect(await read(mod.id)).toMatchObject({
    currentPriceCents: 1_550,
    engine: 'I4',
    powerKw: 99,
    drivetrain: 'RWD',
    drivetrains: ['AWD', 'RWD'],
    bodyStyles: ['coupe', 'sedan'],
    powerBands: ['brisk', 'mild', 'wild'],
    version: '1.1.0',
    releasedAt: new Date('2026-02-01'),
  })
  expect(await read(bare.id)).toMatchObject({ drivetrains: [], version: null, engine: null })
  expect(await read(untouched.id)).toMatchObject({ version: '9.9.9' })

  await inTransaction(store.db, (tx) => refreshModFacts(tx))
  expect(await read(untouched.id)).toMatchObject({ version: null })
})
