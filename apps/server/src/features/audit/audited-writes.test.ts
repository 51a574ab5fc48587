import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { AdminMod } from '@slipstream/contract/mods-admin'
import { orders } from '@slipstream/db/tables/orders'
import { createPicture } from '@slipstream/db/testing/catalogue-factories'
import { createCoupon } from '@slipstream/db/testing/order-factories'
import { storePicture } from '#features/pictures/pictures.service.ts'
import { lastChanges } from '#testing/audit-log.ts'
import { type BuyingStore, buy, newBuyer, newMods, openBuyingStore } from '#testing/buying-store.ts'
import type { Person } from '#testing/people.ts'
import { runJobs } from '#testing/run-jobs.ts'
import { testPicture } from '#testing/test-picture.ts'
import { openWorkbench, type Workbench } from '#testing/workbench.ts'

vi.setConfig({ testTimeout: 60_000 })

let store: BuyingStore
let bench: Workbench
beforeAll(async () => {
  store = await openBuyingStore()
  await store.db.execute(sql`
    create function refuse_entry() returns trigger language plpgsql as 'begin raise exception ''the log is full''; end'`)
})
beforeEach(async () => {
  await store.empty()
  bench = await openWorkbench(store)
})
afterAll(() => store.close())

const TOMORROW = new Date(Date.now() + 86_400_000).toISOString()
const WORDS = { version: '3.0', changes: ['Louder.'], gameVersions: ['0.36'] }
type Call = Parameters<Person['call']>

/** A published mod with two pictures, one large enough to crop, two releases and a third as draft. */
const newMod = async () => {
  const { storage } = store.services
  const mod = await bench.newReadyDraft()
  const stored = await storePicture(storage, await testPicture({ width: 800, height: 500 }))
  const picture = await createPicture(store.db, { modId: mod.id, sortOrder: 1, ...stored })
  await bench.ask('POST', `/api/admin/mods/${mod.id}/publish`, { at: null })
  const second = await bench.newDraftRelease(mod.id, '2.0')
  await bench.ask('POST', `/api/admin/releases/${second.id}/publish`, { at: null })
  const draft = await bench.newDraftRelease(mod.id, '2.5')
  const { form, pictures } = await bench.ask<AdminMod>('GET', `/api/admin/mods/${mod.id}`)
  return { mod: `/api/admin/mods/${mod.id}`, id: mod.id, picture, stored, draft, second, form, pictures }
}
type Made = Awaited<ReturnType<typeof newMod>>

const WRITES_ON_MODS: Record<string, (made: Made) => Call | Promise<Call>> = {
  create: () => ['POST', '/api/admin/mods', { title: 'Solano' }],
  save: ({ mod, form }) => ['PATCH', mod, { ...form, title: 'Solano', price: 5 }],
  archive: ({ mod }) => ['POST', `${mod}/archive`],
  duplicate: ({ mod }) => ['POST', `${mod}/duplicate`],
  'publish a mod': async () => ['POST', `/api/admin/mods/${(await bench.newReadyDraft()).id}/publish`, { at: null }],
  'schedule a mod': async () => [
    'POST',
    `/api/admin/mods/${(await bench.newReadyDraft()).id}/publish`,
    { at: TOMORROW },
  ],
  'unschedule a mod': async () => {
    const { id } = await bench.newReadyDraft({ publishAt: new Date(TOMORROW) })
    return ['DELETE', `/api/admin/mods/${id}/publish`]
  },
  'add a picture': async ({ mod, id, stored }) => {
    await bench.newArchive(id, { report: { pictures: [{ key: stored.originalKey }] } as never })
    return ['POST', `${mod}/pictures`, { key: stored.originalKey, label: '', alt: '' }]
  },
  'describe a picture': ({ mod, picture }) => ['PATCH', `${mod}/pictures/${picture.id}`, { label: 'Rear', alt: '' }],
  'crop a picture': ({ mod, picture }) => {
    const area = { left: 0, top: 0, width: 400, height: 300 }
    return ['POST', `${mod}/pictures/${picture.id}/crop`, area]
  },
  'remove a picture': ({ mod, picture }) => ['DELETE', `${mod}/pictures/${picture.id}`],
  'order pictures': ({ mod, pictures }) => {
    const ids = pictures.map(({ id }) => id).reverse()
    return ['POST', `${mod}/pictures/order`, { ids }]
  },
  'create a release': async ({ mod, id }) => {
    const { id: uploadId } = await bench.newArchive(id)
    return ['POST', `${mod}/releases`, { uploadId, ...WORDS }]
  },
  'edit a release': ({ draft }) => ['PATCH', `/api/admin/releases/${draft.id}`, WORDS],
  'publish a release': ({ draft }) => ['POST', `/api/admin/releases/${draft.id}/publish`, { at: null }],
  'schedule a release': ({ draft }) => ['POST', `/api/admin/releases/${draft.id}/publish`, { at: TOMORROW }],
  'withdraw a release': ({ second }) => ['POST', `/api/admin/releases/${second.id}/withdraw`],
  'remove a release': ({ draft }) => ['DELETE', `/api/admin/releases/${draft.id}`],
}

/** A paid order of one mod, with all its webhooks handled. */
const newOrder = async () => {
  const cart = await newMods(store, [1_250])
  const buyer = await newBuyer(store, cart)
  const { number, session } = await buy(store, buyer)
  await store.stripe.settled()
  const [order] = await store.db.select({ id: orders.id }).from(orders)
  const { rows } = await store.db.execute<{ id: number }>(sql`select id from entitlements`)
  return { order: `/api/admin/orders/${order?.id}`, number, session, buyer, entitlementId: rows[0]?.id }
}
type Ordered = Awaited<ReturnType<typeof newOrder>>

const TERMS = { startsAt: null, endsAt: null, maxUses: 20, perUserLimit: 1, isActive: true, note: '' }
const REASON = { reason: 'Bought by mistake' }

const WRITES_ON_ORDERS: Record<string, (made: Ordered) => Call | Promise<Call>> = {
  refund: ({ order }) => ['POST', `${order}/refund`, REASON],
  'decline a request': async ({ order, number, buyer }) => {
    const asked = await buyer.call('POST', `/api/orders/${number}/refund-request`, REASON)
    expect(asked.statusCode, asked.body).toBe(200)
    return ['POST', `${order}/decline-request`, REASON]
  },
  'resend a receipt': ({ order }) => ['POST', `${order}/receipt`],
  'submit evidence': async ({ order, session }) => {
    await store.stripe.dispute(session)
    await store.stripe.settled()
    await runJobs(store)
    return ['POST', `${order}/evidence`]
  },
  'give a mod': async ({ buyer }) => {
    const [mod] = await newMods(store, [2_000])
    return ['POST', '/api/admin/entitlements', { username: buyer.row.username, modId: mod?.id, ...REASON }]
  },
  'revoke a mod': ({ entitlementId }) => ['POST', `/api/admin/entitlements/${entitlementId}/revoke`, REASON],
  'create a coupon': () => {
    const discount = { kind: 'percent', percent: 10 }
    return ['POST', '/api/admin/coupons', { code: 'DRIFT10', discount, ...TERMS }]
  },
  'change a coupon': async () => {
    const { id } = await createCoupon(store.db)
    return ['PATCH', `/api/admin/coupons/${id}`, { isActive: false }]
  },
}

const TABLES = [
  ...['mods', 'mod_configurations', 'related_mods', 'mod_pictures', 'mod_releases', 'release_compatibility'],
  ...['compatibility_changes', 'orders', 'order_items', 'order_events', 'order_refunds', 'refund_requests'],
  ...['entitlements', 'disputes', 'coupons', 'audit_log'],
  // Rows from incoming webhooks were not written by the request.
  `graphile_worker.jobs where task_identifier <> 'payments.follow_event'`,
]

/** Every row that a write could have changed. */
const everything = async () => {
  const contents: unknown[] = []
  for (const table of TABLES) {
    contents.push((await store.db.execute(sql.raw(`select * from ${table} order by 1`))).rows)
  }
  return contents
}

const expectBothOrNeither = async (call: Call) => {
  const before = await everything()
  await store.db.execute(sql`create trigger full_log before insert on audit_log execute function refuse_entry()`)
  const failed = await bench.admin.call(...call)
  await store.db.execute(sql`drop trigger full_log on audit_log`)
  expect(failed.statusCode, failed.body).toBe(500)
  expect(await everything()).toEqual(before)

  const known = (await lastChanges(store.db)).length
  await bench.ask(...call)
  const [entry, ...others] = await lastChanges(store.db)
  expect(others.length).toBeGreaterThanOrEqual(known)
  expect(entry).toMatchObject({ actorId: bench.admin.row.id, subjectId: expect.any(String) })
  expect([entry?.before, entry?.after]).not.toEqual([null, null])
}

describe('a change and its line in the log', () => {
  test.each(Object.entries(WRITES_ON_MODS))(
    'the write "%s" and its audit entry commit together or not at all',
    async (_name, callOf) => {
      await expectBothOrNeither(await callOf(await newMod()))
    },
  )

  test.each(Object.entries(WRITES_ON_ORDERS))(
    'the order write "%s" and its audit entry commit together or not at all',
    async (_name, callOf) => {
      await expectBothOrNeither(await callOf(await newOrder()))
    },
  )
})
