import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { AdminMod } from '@slipstream/contract/mods-admin'
import { announcementChannel, announcements } from '@slipstream/db/tables/announcements'
import { operations } from '@slipstream/db/tables/operations'
import { orders } from '@slipstream/db/tables/orders'
import { strays } from '@slipstream/db/tables/payments'
import { createCategory, createPicture, createReview } from '@slipstream/db/testing/catalogue-factories'
import { mailSuppressions } from '@slipstream/db/tables/newsletter'
import { createNewsletter, NEWSLETTER } from '@slipstream/db/testing/newsletter-factories'
import { mailTemplates } from '@slipstream/db/tables/templates'
import { createTeamCategory, createTeamMember } from '@slipstream/db/testing/factories'
import { createCoupon } from '@slipstream/db/testing/order-factories'
import { createPlan, createSubscription } from '@slipstream/db/testing/subscription-factories'
import { storePicture } from '#features/pictures/pictures.service.ts'
import { inTransaction } from '@slipstream/db/client'
import { holdEverything } from '#lib/outbox/hold.ts'
import { readContractEndpoints } from '#testing/contract-endpoints.ts'
import { readAllRows } from '#testing/all-rows.ts'
import { lastChanges } from '#testing/audit-log.ts'
import { type BuyingStore, buy, newBuyer, newMods, openBuyingStore } from '#testing/buying-store.ts'
import type { Person } from '#testing/people.ts'
import { runJobs } from '#testing/run-jobs.ts'
import { WRITES_ON_LEGAL } from '#testing/legal-writes.ts'
import { WRITES_ON_TICKETS } from '#testing/ticket-writes.ts'
import { WRITES_ON_USERS } from '#testing/user-writes.ts'
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
const CATEGORY = { name: 'Haulers', slug: 'haulers', description: '' }
const WORDS = { version: '3.0', changes: ['Louder.'], gameVersions: ['0.36'] }
const TEAM_CATEGORY = { name: 'Pit crew', description: '' }
const TEAM_MEMBER = { name: 'Sol', role: 'Support', bio: '', avatarKey: null }
const TERMS = { startsAt: null, endsAt: null, maxUses: 20, perUserLimit: 1, isActive: true, note: '' }
type Call = Parameters<Person['call']>

const onNewsletter = async (
  method: 'POST' | 'PATCH' | 'DELETE',
  values: Parameters<typeof createNewsletter>[1],
  act = '',
  body?: object,
): Promise<Call> => {
  const { id } = await createNewsletter(store.db, values)
  return [method, `/api/admin/newsletters/${id}${act}` as `/api/admin/newsletters/${number}`, body]
}

const onAnnouncement = async (act: 'again' | 'dismiss'): Promise<Call> => {
  const [row] = await store.db.insert(announcements).values({ kind: 'mod', state: 'unknown' }).returning()
  return ['POST', `/api/admin/announcements/${row?.id ?? 0}/${act}`]
}

const newTeamMember = async () => createTeamMember(store.db, { categoryId: (await createTeamCategory(store.db)).id })

/** Keyed by endpoint. A second way to call an endpoint has a note after the colon. */
const WRITES: Record<string, () => Call | Promise<Call>> = {
  'POST /api/admin/mods': () => ['POST', '/api/admin/mods', { title: 'Solano' }],
  'POST /api/admin/mods/:id/fill': async () => {
    const { id } = await bench.newDraft()
    const { id: uploadId } = await bench.newArchive(id, { report: {} as never })
    return ['POST', `/api/admin/mods/${id}/fill`, { uploadId }]
  },
  'POST /api/admin/mods/:id/publish': async () => [
    'POST',
    `/api/admin/mods/${(await bench.newReadyDraft()).id}/publish`,
    { at: null },
  ],
  'POST /api/admin/mods/:id/publish: at a time': async () => [
    'POST',
    `/api/admin/mods/${(await bench.newReadyDraft()).id}/publish`,
    { at: TOMORROW },
  ],
  'DELETE /api/admin/mods/:id/publish': async () => {
    const { id } = await bench.newReadyDraft({ publishAt: new Date(TOMORROW) })
    return ['DELETE', `/api/admin/mods/${id}/publish`]
  },
  'POST /api/admin/chat/rooms': () => ['POST', '/api/admin/chat/rooms', { name: 'Daily' }],
  'POST /api/admin/categories': () => ['POST', '/api/admin/categories', CATEGORY],
  'PATCH /api/admin/categories/:id': () => ['PATCH', `/api/admin/categories/${bench.categoryId}`, CATEGORY],
  'POST /api/admin/categories/order': async () => {
    const { id } = await createCategory(store.db)
    return ['POST', '/api/admin/categories/order', { ids: [id, bench.categoryId] }]
  },
  'DELETE /api/admin/categories/:id': async () => [
    'DELETE',
    `/api/admin/categories/${(await createCategory(store.db)).id}`,
  ],
  'POST /api/admin/newsletters': () => ['POST', '/api/admin/newsletters', NEWSLETTER],
  'PATCH /api/admin/newsletters/:id': () => onNewsletter('PATCH', {}, '', { ...NEWSLETTER, subject: 'Other' }),
  'DELETE /api/admin/newsletters/:id': () => onNewsletter('DELETE', {}),
  'POST /api/admin/newsletters/:id/send': () => onNewsletter('POST', {}, '/send', { at: null }),
  'POST /api/admin/newsletters/:id/send: at a time': () => onNewsletter('POST', {}, '/send', { at: TOMORROW }),
  'POST /api/admin/newsletters/:id/pause': () => onNewsletter('POST', { state: 'sending' }, '/pause'),
  'POST /api/admin/newsletters/:id/resume': () => onNewsletter('POST', { state: 'paused' }, '/resume'),
  'POST /api/admin/newsletters/:id/cancel': () => onNewsletter('POST', { state: 'paused' }, '/cancel'),
  'POST /api/admin/newsletters/:id/unknown/resend': () => onNewsletter('POST', { state: 'done' }, '/unknown/resend'),
  'DELETE /api/admin/mail-suppressions/:id': async () => {
    const values = { address: 'gone@customer.example', reason: 'bounce' } as const
    const [row] = await store.db.insert(mailSuppressions).values(values).returning()
    return ['DELETE', `/api/admin/mail-suppressions/${row?.id ?? 0}`]
  },
  'PATCH /api/admin/templates/:name': () => [
    'PATCH',
    '/api/admin/templates/receipt',
    { subject: 'Thanks', intro: '', outro: '' },
  ],
  'DELETE /api/admin/templates/:name': async () => {
    await store.db.insert(mailTemplates).values({ name: 'receipt', subject: 'Thanks', intro: '', outro: '' })
    return ['DELETE', '/api/admin/templates/receipt']
  },
  'POST /api/admin/announcements/:id/again': () => onAnnouncement('again'),
  'POST /api/admin/announcements/:id/dismiss': () => onAnnouncement('dismiss'),
  'PATCH /api/admin/announcements/channel': async () => {
    await store.db.insert(announcementChannel).values({ id: 1, webhook: 'encrypted', name: 'News' })
    return ['PATCH', '/api/admin/announcements/channel', { kinds: { mod: true, release: false, sale: false } }]
  },
  'DELETE /api/admin/announcements/channel': async () => {
    await store.db.insert(announcementChannel).values({ id: 1, webhook: 'encrypted', name: 'News' })
    return ['DELETE', '/api/admin/announcements/channel']
  },
  'POST /api/admin/team/categories': () => ['POST', '/api/admin/team/categories', TEAM_CATEGORY],
  'PATCH /api/admin/team/categories/:id': async () => [
    'PATCH',
    `/api/admin/team/categories/${(await createTeamCategory(store.db)).id}`,
    TEAM_CATEGORY,
  ],
  'POST /api/admin/team/categories/order': async () => {
    const [first, second] = [await createTeamCategory(store.db), await createTeamCategory(store.db, { name: 'Pit' })]
    return ['POST', '/api/admin/team/categories/order', { ids: [second.id, first.id] }]
  },
  'DELETE /api/admin/team/categories/:id': async () => [
    'DELETE',
    `/api/admin/team/categories/${(await createTeamCategory(store.db)).id}`,
  ],
  'POST /api/admin/team/members': async () => {
    const { id: categoryId } = await createTeamCategory(store.db)
    return ['POST', '/api/admin/team/members', { categoryId, ...TEAM_MEMBER }]
  },
  'PATCH /api/admin/team/members/:id': async () => {
    const { categoryId, id } = await newTeamMember()
    return ['PATCH', `/api/admin/team/members/${id}`, { categoryId, ...TEAM_MEMBER }]
  },
  'POST /api/admin/team/members/order': async () => {
    const { categoryId, id } = await newTeamMember()
    const { id: other } = await createTeamMember(store.db, { categoryId, name: 'Sol', sortOrder: 1 })
    return ['POST', '/api/admin/team/members/order', { categoryId, ids: [other, id] }]
  },
  'DELETE /api/admin/team/members/:id': async () => ['DELETE', `/api/admin/team/members/${(await newTeamMember()).id}`],
  'POST /api/admin/compatibility/game-versions': () => [
    'POST',
    '/api/admin/compatibility/game-versions',
    { version: '0.37' },
  ],
  'DELETE /api/admin/compatibility/game-versions/:version': async () => {
    await bench.ask('POST', '/api/admin/compatibility/game-versions', { version: '0.37' })
    return ['DELETE', '/api/admin/compatibility/game-versions/0.37']
  },
  'POST /api/admin/outbox/:kind/release': async () => {
    await inTransaction(store.db, holdEverything)
    return ['POST', '/api/admin/outbox/wishlist/release']
  },
  'POST /api/admin/outbox/:kind/discard': async () => {
    await inTransaction(store.db, holdEverything)
    return ['POST', '/api/admin/outbox/wishlist/discard']
  },
  'POST /api/admin/backups': () => ['POST', '/api/admin/backups'],
  'POST /api/admin/strays/:id': async () => {
    const sold = {
      kind: 'order',
      reference: randomUUID(),
      stripeId: 'cs_1',
      amountCents: 500,
      soldAt: new Date(),
    } as const
    const [stray] = await store.db.insert(strays).values(sold).returning()
    return ['POST', `/api/admin/strays/${stray?.id}`, { decision: 'refund' }]
  },
  'PATCH /api/admin/settings/values': () => ['PATCH', '/api/admin/settings/values', { storeName: 'Redline' }],
  'POST /api/admin/cleanup': () => ['POST', '/api/admin/cleanup', { at: new Date().toISOString() }],
  'POST /api/admin/operations/:id/cancel': async () => {
    const [operation] = await store.db
      .insert(operations)
      .values({ kind: 'count', title: 'Count', unit: 'rows', cursor: {} })
      .returning()
    return ['POST', `/api/admin/operations/${operation?.id}/cancel`]
  },
  'POST /api/admin/jobs/:id/retry': async () => {
    const { rows } = await store.db.execute<{ id: number }>(sql`
      select id::int from graphile_worker.add_job('payments.check_money', payload => '{}'::json)`)
    await store.db.execute(
      sql`update graphile_worker._private_jobs set attempts = max_attempts where id = ${rows[0]?.id}`,
    )
    return ['POST', `/api/admin/jobs/${rows[0]?.id}/retry`]
  },
  'POST /api/admin/coupons': () => {
    const discount = { kind: 'percent', percent: 10 }
    return ['POST', '/api/admin/coupons', { code: 'DRIFT10', discount, ...TERMS }]
  },
  'PATCH /api/admin/coupons/:id': async () => {
    const { id } = await createCoupon(store.db)
    return ['PATCH', `/api/admin/coupons/${id}`, { isActive: false }]
  },
  'POST /api/admin/subscription/plans': () => ['POST', '/api/admin/subscription/plans', { name: 'Premium' }],
  'PATCH /api/admin/subscription/plans/:id': async () => [
    'PATCH',
    `/api/admin/subscription/plans/${(await createPlan(store.db)).id}`,
    { price: 5 },
  ],
  'DELETE /api/admin/subscription/plans/:id': async () => [
    'DELETE',
    `/api/admin/subscription/plans/${(await createPlan(store.db)).id}`,
  ],
}

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
  'PATCH /api/admin/mods/:id': ({ mod, form }) => ['PATCH', mod, { ...form, title: 'Solano', price: 5 }],
  'POST /api/admin/mods/:id/archive': ({ mod }) => ['POST', `${mod}/archive`],
  'POST /api/admin/mods/:id/duplicate': ({ mod }) => ['POST', `${mod}/duplicate`],
  'POST /api/admin/mods/:id/pictures': async ({ mod, id, stored }) => {
    await bench.newArchive(id, { report: { pictures: [{ key: stored.originalKey }] } as never })
    return ['POST', `${mod}/pictures`, { key: stored.originalKey, label: '', alt: '' }]
  },
  'PATCH /api/admin/mods/:id/pictures/:pictureId': ({ mod, picture }) => [
    'PATCH',
    `${mod}/pictures/${picture.id}`,
    { label: 'Rear', alt: '' },
  ],
  'POST /api/admin/mods/:id/pictures/:pictureId/crop': ({ mod, picture }) => {
    const area = { left: 0, top: 0, width: 400, height: 300 }
    return ['POST', `${mod}/pictures/${picture.id}/crop`, area]
  },
  'DELETE /api/admin/mods/:id/pictures/:pictureId': ({ mod, picture }) => ['DELETE', `${mod}/pictures/${picture.id}`],
  'POST /api/admin/mods/:id/pictures/order': ({ mod, pictures }) => {
    const ids = pictures.map(({ id }) => id).reverse()
    return ['POST', `${mod}/pictures/order`, { ids }]
  },
  'POST /api/admin/mods/:id/releases': async ({ mod, id }) => {
    const { id: uploadId } = await bench.newArchive(id)
    return ['POST', `${mod}/releases`, { uploadId, ...WORDS }]
  },
  'PATCH /api/admin/releases/:id': ({ draft }) => ['PATCH', `/api/admin/releases/${draft.id}`, WORDS],
  'POST /api/admin/releases/:id/publish': ({ draft }) => [
    'POST',
    `/api/admin/releases/${draft.id}/publish`,
    { at: null },
  ],
  'POST /api/admin/releases/:id/publish: at a time': ({ draft }) => [
    'POST',
    `/api/admin/releases/${draft.id}/publish`,
    { at: TOMORROW },
  ],
  'POST /api/admin/releases/:id/withdraw': ({ second }) => ['POST', `/api/admin/releases/${second.id}/withdraw`],
  'DELETE /api/admin/releases/:id': ({ draft }) => ['DELETE', `/api/admin/releases/${draft.id}`],
  'DELETE /api/admin/releases/:id/publish': async ({ draft }) => {
    await bench.ask('POST', `/api/admin/releases/${draft.id}/publish`, { at: TOMORROW })
    return ['DELETE', `/api/admin/releases/${draft.id}/publish`]
  },
  'POST /api/admin/mods/bulk': ({ id }) => ['POST', '/api/admin/mods/bulk', { action: 'archive', ids: [id] }],
  'POST /api/admin/featured': ({ id }) => ['POST', '/api/admin/featured', { ids: [id] }],
  'POST /api/admin/reviews/decide': async ({ id }) => {
    const review = await createReview(store.db, { modId: id, status: 'pending' })
    return ['POST', '/api/admin/reviews/decide', { act: 'approve', reviews: [{ id: review.id, revision: 1 }] }]
  },
  'POST /api/admin/reviews/:id/reply': async ({ id }) => {
    const review = await createReview(store.db, { modId: id })
    return ['POST', `/api/admin/reviews/${review.id}/reply`, { body: 'Thank you.' }]
  },
  'POST /api/admin/compatibility': async ({ second }) => {
    await bench.ask('POST', '/api/admin/compatibility/game-versions', { version: '0.37' })
    const verdict = { gameVersion: '0.37', state: 'broken', fixedIn: null, note: '' }
    return ['POST', '/api/admin/compatibility', { releaseIds: [second.id], ...verdict }]
  },
}

/** Writes that are not in these tables, and why. */
const EXCUSED: Record<string, string> = {
  'POST /api/admin/mods/:id/draft': 'an autosaved form changes nothing that anyone else sees',
  'DELETE /api/admin/mods/:id/draft': 'the same',
  'PATCH /api/admin/legal/:document/draft': 'an autosaved text changes nothing that a visitor sees',
  'DELETE /api/admin/legal/:document/draft': 'the same',
  'POST /api/admin/mods/:id/story/preview': 'only renders',
  'POST /api/admin/mods/:id/pictures/upload': 'adds the picture like the call with a key; see gallery.test.ts',
  'POST /api/admin/settings/pictures/upload': 'only signs an address',
  'POST /api/admin/settings/pictures': 'no page shows it until the setting names it, which is audited',
  'POST /api/admin/team/pictures/upload': 'only signs an address',
  'POST /api/admin/team/pictures': 'no page shows it until a member names it, which is audited',
  'POST /api/admin/newsletters/audience': 'only counts',
  'POST /api/admin/newsletters/preview': 'only renders',
  'POST /api/admin/newsletters/test': 'mails only the caller',
  'POST /api/admin/templates/:name/preview': 'only renders',
  'POST /api/admin/templates/:name/test': 'mails only the caller',
  'POST /api/admin/notifications/read': 'marks what only the caller sees',
  'POST /api/admin/uploads': 'audited, but S3 is called before; see uploads.test.ts',
  'POST /api/admin/uploads/:id/complete': 'the same',
  'DELETE /api/admin/uploads/:id': 'the same',
  'POST /api/admin/uploads/:id/parts': 'only signs addresses',
  'POST /api/admin/orders/:id/check': 'follows what Stripe says; the administrator decides nothing',
  'POST /api/admin/money-check': 'only queues a check',
  'POST /api/admin/backups/:id/download': 'audited, but needs a backup in the storage; see backups.test.ts',
  'POST /api/admin/traces': 'audited, but needs a file in the storage; see traces.test.ts',
  'POST /api/admin/traces/file': 'only signs an address; the trace that follows is audited',
  'POST /api/admin/security/second-factor': 'audited, but needs a second factor; see security.test.ts',
  'POST /api/admin/chat/rooms/:id/messages': 'what administrators tell each other; see chat.test.ts',
  'POST /api/admin/chat/rooms/:id/read': 'the same',
  'PATCH /api/admin/chat/messages/:id': 'the same',
  'DELETE /api/admin/chat/messages/:id': 'the same',
  'POST /api/admin/dev/maintenance': 'only the developer may; see developer/audited-operations.test.ts',
  'POST /api/admin/dev/alerts/test': 'the same',
  'POST /api/admin/dev/cache/purge': 'the same',
  'POST /api/admin/dev/db/check': 'the same',
  'POST /api/admin/dev/maintenance/window': 'the same',
  'DELETE /api/admin/dev/maintenance/window': 'the same',
  'POST /api/admin/dev/ping': 'the same',
  'POST /api/admin/dev/revalidate/sitemap': 'the same',
  'POST /api/admin/dev/warm/mods/featured': 'the same',
  'POST /api/admin/dev/warm/reviews/featured': 'the same',
  'POST /api/admin/dev/tasks': 'the same',
  'PATCH /api/admin/dev/tasks/:id': 'the same',
  'DELETE /api/admin/dev/tasks/:id': 'the same',
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

const REASON = { reason: 'Bought by mistake' }

const WRITES_ON_ORDERS: Record<string, (made: Ordered) => Call | Promise<Call>> = {
  'POST /api/admin/orders/:id/refund': ({ order }) => ['POST', `${order}/refund`, REASON],
  'POST /api/admin/orders/:id/decline-request': async ({ order, number, buyer }) => {
    const asked = await buyer.call('POST', `/api/orders/${number}/refund-request`, REASON)
    expect(asked.statusCode, asked.body).toBe(200)
    return ['POST', `${order}/decline-request`, REASON]
  },
  'POST /api/admin/orders/:id/receipt': ({ order }) => ['POST', `${order}/receipt`],
  'POST /api/admin/orders/:id/evidence': async ({ order, session }) => {
    await store.stripe.dispute(session)
    await store.stripe.settled()
    await runJobs(store)
    return ['POST', `${order}/evidence`]
  },
  'POST /api/admin/entitlements': async ({ buyer }) => {
    const [mod] = await newMods(store, [2_000])
    return ['POST', '/api/admin/entitlements', { username: buyer.row.username, modId: mod?.id, ...REASON }]
  },
  'POST /api/admin/entitlements/:id/revoke': ({ entitlementId }) => [
    'POST',
    `/api/admin/entitlements/${entitlementId}/revoke`,
    REASON,
  ],
  'POST /api/admin/payments/webhooks/:id/replay': async () => {
    const { rows } = await store.db.execute<{ id: string }>(sql`select id from stripe_events limit 1`)
    return ['POST', `/api/admin/payments/webhooks/${rows[0]?.id}/replay`]
  },
  'POST /api/admin/subscriptions/payments/:id/refund': async ({ buyer }) => {
    const { invoice } = await createSubscription(store.db, { userId: buyer.row.id })
    return ['POST', `/api/admin/subscriptions/payments/${invoice.id}/refund`, REASON]
  },
}

/** Webhooks and counted visits arrive while a write is checked: these rows were not written by the request. */
const everything = () =>
  readAllRows(store.db, {
    without: /^(stripe_events|visit_.*)$/,
    jobs: `task_identifier <> 'payments.follow_event'`,
  })

/** These writes put a whole list in order, so their audit entry names no single subject. */
const WRITES_ON_LISTS = new Set([
  'POST /api/admin/featured',
  'POST /api/admin/categories/order',
  'POST /api/admin/team/categories/order',
])

const expectBothOrNeither = async (name: string, call: Call) => {
  const before = await everything()
  await store.db.execute(sql`create trigger full_log before insert on audit_log execute function refuse_entry()`)
  const failed = await bench.admin.call(...call)
  await store.db.execute(sql`drop trigger full_log on audit_log`)
  expect(failed.statusCode, failed.body).toBe(500)
  expect(await everything()).toEqual(before)

  const known = (await lastChanges(store.db)).length
  await bench.ask(...call)
  expect(await everything()).not.toEqual(before)
  const [entry, ...others] = await lastChanges(store.db)
  expect(others.length).toBeGreaterThanOrEqual(known)
  expect(entry).toMatchObject({
    actorId: bench.admin.row.id,
    subjectId: WRITES_ON_LISTS.has(name) ? null : expect.any(String),
  })
  expect([entry?.before, entry?.after]).not.toEqual([null, null])
}

test('every admin write is checked for an audit entry or listed as an exception', async () => {
  const writes = [...(await readContractEndpoints()).values()]
    .filter(({ method, access }) => method !== 'GET' && (access === 'admin' || access === 'developer'))
    .map(({ method, path }) => `${method} ${path}`)
  const checked = Object.keys({
    ...WRITES,
    ...WRITES_ON_MODS,
    ...WRITES_ON_ORDERS,
    ...WRITES_ON_TICKETS,
    ...WRITES_ON_USERS,
    ...WRITES_ON_LEGAL,
  }).map((name) => name.split(': ')[0])
  expect([...new Set([...checked, ...Object.keys(EXCUSED)])].sort()).toEqual(writes.sort())
})

describe('an audited write', () => {
  test.each(Object.entries(WRITES))(
    'the write "%s" and its audit entry commit together or not at all',
    async (name, callOf) => {
      await expectBothOrNeither(name, await callOf())
    },
  )

  test.each(Object.entries(WRITES_ON_MODS))(
    'the write to a mod "%s" and its audit entry commit together or not at all',
    async (name, callOf) => {
      await expectBothOrNeither(name, await callOf(await newMod()))
    },
  )

  test.each(Object.entries(WRITES_ON_ORDERS))(
    'the order write "%s" and its audit entry commit together or not at all',
    async (name, callOf) => {
      await expectBothOrNeither(name, await callOf(await newOrder()))
    },
  )

  test.each(Object.entries(WRITES_ON_LEGAL))(
    'the legal write "%s" and its audit entry commit together or not at all',
    async (name, callOf) => {
      await expectBothOrNeither(name, await callOf(store.db))
    },
  )

  test.each(Object.entries(WRITES_ON_TICKETS))(
    'the ticket write "%s" and its audit entry commit together or not at all',
    async (name, callOf) => {
      const { buyer } = await newOrder()
      const about = { db: store.db, adminId: bench.admin.row.id, userId: buyer.row.id }
      await expectBothOrNeither(name, await callOf(about))
    },
  )

  test.each(Object.entries(WRITES_ON_USERS))(
    'the account write "%s" and its audit entry commit together or not at all',
    async (name, callOf) => {
      const { buyer } = await newOrder()
      await expectBothOrNeither(name, await callOf({ db: store.db, adminId: bench.admin.row.id, userId: buyer.row.id }))
    },
  )
})
