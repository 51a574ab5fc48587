import { eq, sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import type { WritableDb } from '@slipstream/db/client'
import { announcements } from '@slipstream/db/tables/announcements'
import { cartItems } from '@slipstream/db/tables/cart'
import { chatMessages, chatRooms } from '@slipstream/db/tables/chat'
import { developerTasks } from '@slipstream/db/tables/developer'
import { gameVersions } from '@slipstream/db/tables/mod-releases'
import { operations } from '@slipstream/db/tables/operations'
import { passkeys } from '@slipstream/db/tables/passkeys'
import { stripeEvents } from '@slipstream/db/tables/payments'
import { traces } from '@slipstream/db/tables/traces'
import { users } from '@slipstream/db/tables/users'
import { wishlistItems } from '@slipstream/db/tables/wishlist'
import {
  createCategory,
  createMod,
  createPicture,
  createRelease,
  createReview,
} from '@slipstream/db/testing/catalogue-factories'
import { createCoupon, createInvoice, createOrder, createPurchase } from '@slipstream/db/testing/order-factories'
import { createPlan, createSubscription } from '@slipstream/db/testing/subscription-factories'
import { mailSuppressions } from '@slipstream/db/tables/newsletter'
import { createNewsletter } from '@slipstream/db/testing/newsletter-factories'
import { createTeamCategory, createTeamMember } from '@slipstream/db/testing/factories'
import { createUpload } from '@slipstream/db/testing/upload-factories'
import { LEGAL_THINGS } from './matrix-legal-things.ts'
import { newSession } from './matrix-people.ts'
import { TICKET_THINGS } from './matrix-ticket-things.ts'
import { USER_THINGS } from './matrix-user-things.ts'

const newMod = async (db: WritableDb) => (await createMod(db, { categoryId: (await createCategory(db)).id })).id

const newPasskey = async (db: WritableDb, userId: number) => {
  const [{ id } = { id: 0 }] = await db
    .insert(passkeys)
    .values({
      userId,
      credentialId: randomUUID(),
      publicKey: '',
      counter: 0,
      transports: [],
      isBackedUp: false,
      name: 'Phone',
    })
    .returning({ id: passkeys.id })
  await db.update(users).set({ passkeyCount: 1 }).where(eq(users.id, userId))
  return id
}

/** Cannot be removed, so that it still exists for the next request. */
const usedCategory = async (db: WritableDb) => {
  const { id } = await createCategory(db)
  await createMod(db, { categoryId: id })
  return id
}

/** With a member, so that it cannot be removed. */
const newTeamMember = async (db: WritableDb) => {
  const { id: categoryId } = await createTeamCategory(db)
  const { id } = await createTeamMember(db, { categoryId })
  return { category: `/api/admin/team/categories/${categoryId}`, member: `/api/admin/team/members/${id}` }
}

const ofNewsletter =
  (act = '') =>
  async (db: WritableDb) =>
    `/api/admin/newsletters/${(await createNewsletter(db)).id}${act}`

const ofAnnouncement = (act: string) => async (db: WritableDb) => {
  const [row] = await db.insert(announcements).values({ kind: 'mod', state: 'unknown' }).returning()
  return `/api/admin/announcements/${row?.id}/${act}`
}

const newTask = async (db: WritableDb) => {
  const [task] = await db.insert(developerTasks).values({ title: 'Rotate the keys' }).returning()
  return `/api/admin/dev/tasks/${task?.id}`
}

const newRoom = async (db: WritableDb) => {
  const [room] = await db.insert(chatRooms).values({ name: randomUUID() }).returning()
  return room?.id ?? 0
}

const newMessage = async (db: WritableDb, authorId: number) => {
  const values = { roomId: await newRoom(db), authorId, body: 'Hello', key: randomUUID() }
  const [message] = await db.insert(chatMessages).values(values).returning()
  return `/api/admin/chat/messages/${message?.id}`
}

const newTrace = async (db: WritableDb) => {
  const [trace] = await db.insert(traces).values({ fileName: 'leak.zip', sizeBytes: 1 }).returning()
  return `/api/admin/traces/${trace?.id}`
}

const newOperation = async (db: WritableDb) => {
  const [operation] = await db
    .insert(operations)
    .values({ kind: randomUUID(), title: 'Cleanup', unit: 'rows', cursor: {} })
    .returning()
  return `/api/admin/operations/${operation?.id}/cancel`
}

/** A job that has used up its attempts. It has no key, so every call gets its own. */
const newDeadJob = async (db: WritableDb) => {
  const { rows } = await db.execute<{ id: number }>(sql`
    select id::int from graphile_worker.add_job('payments.check_money', payload => '{}'::json)`)
  await db.execute(sql`update graphile_worker._private_jobs set attempts = max_attempts where id = ${rows[0]?.id}`)
  return `/api/admin/jobs/${rows[0]?.id}/retry`
}

const newEvent = async (db: WritableDb) => {
  const id = `evt_${randomUUID()}`
  await db.insert(stripeEvents).values({ id, type: 'charge.refunded', objectId: 'ch_1' })
  return `/api/admin/payments/webhooks/${id}`
}

const newPlan = async (db: WritableDb) => `/api/admin/subscription/plans/${(await createPlan(db)).id}`

const newUpload = async (db: WritableDb) =>
  `/api/admin/uploads/${(await createUpload(db, { modId: await newMod(db) })).id}`

/** The only picture of a published mod, which cannot be removed either. */
const newPicture = async (db: WritableDb) => {
  const modId = await newMod(db)
  return `/api/admin/mods/${modId}/pictures/${(await createPicture(db, { modId })).id}`
}

const newRelease = async (db: WritableDb) => (await createRelease(db, { modId: await newMod(db) })).id
const newOrder = async (db: WritableDb, ownerId: number) =>
  createOrder(db, { userId: ownerId, status: 'paid', paidAt: new Date() })

/** For calls about an order of this user: administrators address it by id, the owner by number. */
const ofOrder = (act: string) => async (db: WritableDb, ownerId: number) =>
  `/api/admin/orders/${(await newOrder(db, ownerId)).id}${act}`
const ofOwnOrder = (act: string) => async (db: WritableDb, ownerId: number) =>
  `/api/orders/${(await newOrder(db, ownerId)).number}${act}`

const ofInvoice = (prefix: string) => async (db: WritableDb, ownerId: number) =>
  `${prefix}/${(await createInvoice(db, await newOrder(db, ownerId))).number}/pdf`

const ofOwnMod = (act: string) => async (db: WritableDb, ownerId: number) => {
  const modId = await newMod(db)
  await createPurchase(db, { userId: ownerId, mod: { id: modId, title: 'A mod' } })
  return `/api/locker/${modId}${act}`
}

const ofMyReview = async (db: WritableDb, ownerId: number) => {
  const modId = await newMod(db)
  await createPurchase(db, { userId: ownerId, mod: { id: modId, title: 'A mod' } })
  await createReview(db, { modId, userId: ownerId })
  return `/api/mods/${modId}/reviews/mine`
}

/** By a customer whose account is gone, so that everybody may vote. */
const ofReview = (prefix: string, act: string) => async (db: WritableDb) =>
  `${prefix}/${(await createReview(db, { modId: await newMod(db) })).id}/${act}`

/** For calls about one object: creates it, owned by this user where it has an owner, and returns its address. */
export const THINGS: Record<string, (db: WritableDb, ownerId: number) => Promise<string>> = {
  ...TICKET_THINGS,
  ...USER_THINGS,
  ...LEGAL_THINGS,
  'PATCH /api/admin/subscription/plans/:id': newPlan,
  'DELETE /api/admin/subscription/plans/:id': newPlan,
  'POST /api/admin/subscriptions/payments/:id/refund': async (db, userId) =>
    `/api/admin/subscriptions/payments/${(await createSubscription(db, { userId, status: 'canceled' })).invoice.id}/refund`,
  'PATCH /api/admin/coupons/:id': async (db) => `/api/admin/coupons/${(await createCoupon(db)).id}`,
  'POST /api/admin/entitlements/:id/revoke': async (db, ownerId) => {
    const mod = { id: await newMod(db), title: 'A mod' }
    return `/api/admin/entitlements/${(await createPurchase(db, { userId: ownerId, mod })).entitlement.id}/revoke`
  },
  'GET /api/admin/orders/:id': ofOrder(''),
  'POST /api/admin/orders/:id/check': ofOrder('/check'),
  'POST /api/admin/orders/:id/decline-request': ofOrder('/decline-request'),
  'GET /api/admin/orders/:id/evidence': ofOrder('/evidence'),
  'POST /api/admin/orders/:id/evidence': ofOrder('/evidence'),
  'POST /api/admin/orders/:id/receipt': ofOrder('/receipt'),
  'POST /api/admin/orders/:id/refund': ofOrder('/refund'),
  'GET /api/admin/invoices/:number/pdf': ofInvoice('/api/admin/invoices'),
  'GET /api/invoices/:number/pdf': ofInvoice('/api/invoices'),
  'GET /api/orders/:number': ofOwnOrder(''),
  'POST /api/orders/:number/refund-request': ofOwnOrder('/refund-request'),
  'POST /api/orders/:number/withdraw': ofOwnOrder('/withdraw'),
  'DELETE /api/account/sessions/:id': async (db, ownerId) =>
    `/api/account/sessions/${(await newSession(db, ownerId)).id}`,
  'PATCH /api/account/passkeys/:id': async (db, ownerId) => `/api/account/passkeys/${await newPasskey(db, ownerId)}`,
  'DELETE /api/account/passkeys/:id': async (db, ownerId) => `/api/account/passkeys/${await newPasskey(db, ownerId)}`,
  'PATCH /api/admin/categories/:id': async (db) => `/api/admin/categories/${await usedCategory(db)}`,
  'PATCH /api/admin/chat/messages/:id': newMessage,
  'DELETE /api/admin/chat/messages/:id': newMessage,
  'GET /api/admin/chat/rooms/:id/messages': async (db) => `/api/admin/chat/rooms/${await newRoom(db)}/messages`,
  'POST /api/admin/chat/rooms/:id/messages': async (db) => `/api/admin/chat/rooms/${await newRoom(db)}/messages`,
  'POST /api/admin/chat/rooms/:id/read': async (db) => `/api/admin/chat/rooms/${await newRoom(db)}/read`,
  'DELETE /api/admin/categories/:id': async (db) => `/api/admin/categories/${await usedCategory(db)}`,
  'DELETE /api/admin/mail-suppressions/:id': async (db) => {
    const values = { address: `${randomUUID()}@customer.example`, reason: 'bounce' } as const
    const [row] = await db.insert(mailSuppressions).values(values).returning()
    return `/api/admin/mail-suppressions/${row?.id}`
  },
  'POST /api/admin/announcements/:id/again': ofAnnouncement('again'),
  'POST /api/admin/announcements/:id/dismiss': ofAnnouncement('dismiss'),
  'GET /api/admin/newsletters/:id': ofNewsletter(),
  'PATCH /api/admin/newsletters/:id': ofNewsletter(),
  'DELETE /api/admin/newsletters/:id': ofNewsletter(),
  'POST /api/admin/newsletters/:id/cancel': ofNewsletter('/cancel'),
  'POST /api/admin/newsletters/:id/pause': ofNewsletter('/pause'),
  'POST /api/admin/newsletters/:id/resume': ofNewsletter('/resume'),
  'POST /api/admin/newsletters/:id/send': ofNewsletter('/send'),
  'GET /api/admin/newsletters/:id/unknown': ofNewsletter('/unknown'),
  'POST /api/admin/newsletters/:id/unknown/resend': ofNewsletter('/unknown/resend'),
  'PATCH /api/admin/templates/:name': async () => '/api/admin/templates/receipt',
  'DELETE /api/admin/templates/:name': async () => '/api/admin/templates/receipt',
  'POST /api/admin/templates/:name/preview': async () => '/api/admin/templates/receipt/preview',
  'POST /api/admin/templates/:name/test': async () => '/api/admin/templates/receipt/test',
  'PATCH /api/admin/team/categories/:id': async (db) => (await newTeamMember(db)).category,
  'DELETE /api/admin/team/categories/:id': async (db) => (await newTeamMember(db)).category,
  'PATCH /api/admin/team/members/:id': async (db) => (await newTeamMember(db)).member,
  'DELETE /api/admin/team/members/:id': async (db) => (await newTeamMember(db)).member,
  'PATCH /api/admin/dev/tasks/:id': (db) => newTask(db),
  'DELETE /api/admin/dev/tasks/:id': (db) => newTask(db),
  'POST /api/admin/backups/:id/download': async () => '/api/admin/backups/20260101-000000-00000000/download',
  'GET /api/admin/payments/webhooks/:id/payload': async (db) => `${await newEvent(db)}/payload`,
  'POST /api/admin/payments/webhooks/:id/replay': async (db) => `${await newEvent(db)}/replay`,
  'POST /api/admin/jobs/:id/retry': (db) => newDeadJob(db),
  'POST /api/admin/operations/:id/cancel': (db) => newOperation(db),
  'GET /api/admin/mods/:id/uploads': async (db) => `/api/admin/mods/${await newMod(db)}/uploads`,
  'GET /api/admin/traces/:id': (db) => newTrace(db),
  'GET /api/admin/uploads/:id': (db) => newUpload(db),
  'DELETE /api/admin/uploads/:id': (db) => newUpload(db),
  'POST /api/admin/uploads/:id/complete': async (db) => `${await newUpload(db)}/complete`,
  'POST /api/admin/uploads/:id/parts': async (db) => `${await newUpload(db)}/parts`,
  'GET /api/admin/mods/:id': async (db) => `/api/admin/mods/${await newMod(db)}`,
  'PATCH /api/admin/mods/:id': async (db) => `/api/admin/mods/${await newMod(db)}`,
  'POST /api/admin/mods/:id/archive': async (db) => `/api/admin/mods/${await newMod(db)}/archive`,
  'POST /api/admin/mods/:id/draft': async (db) => `/api/admin/mods/${await newMod(db)}/draft`,
  'DELETE /api/admin/mods/:id/draft': async (db) => `/api/admin/mods/${await newMod(db)}/draft`,
  'POST /api/admin/mods/:id/duplicate': async (db) => `/api/admin/mods/${await newMod(db)}/duplicate`,
  'POST /api/admin/mods/:id/pictures': async (db) => `/api/admin/mods/${await newMod(db)}/pictures`,
  'PATCH /api/admin/mods/:id/pictures/:pictureId': async (db) => `${await newPicture(db)}`,
  'DELETE /api/admin/mods/:id/pictures/:pictureId': async (db) => `${await newPicture(db)}`,
  'POST /api/admin/mods/:id/pictures/:pictureId/crop': async (db) => `${await newPicture(db)}/crop`,
  'POST /api/admin/mods/:id/pictures/order': async (db) => `/api/admin/mods/${await newMod(db)}/pictures/order`,
  'POST /api/admin/mods/:id/pictures/upload': async (db) => `/api/admin/mods/${await newMod(db)}/pictures/upload`,
  'POST /api/admin/mods/:id/story/preview': async (db) => `/api/admin/mods/${await newMod(db)}/story/preview`,
  'POST /api/admin/mods/:id/fill': async (db) => `/api/admin/mods/${await newMod(db)}/fill`,
  'POST /api/admin/mods/:id/publish': async (db) => `/api/admin/mods/${await newMod(db)}/publish`,
  'DELETE /api/admin/mods/:id/publish': async (db) => `/api/admin/mods/${await newMod(db)}/publish`,
  'GET /api/admin/mods/:id/compatibility': async (db) => `/api/admin/mods/${await newMod(db)}/compatibility`,
  'DELETE /api/admin/compatibility/game-versions/:version': async (db) => {
    await db.insert(gameVersions).values({ version: '0.38' }).onConflictDoNothing()
    return '/api/admin/compatibility/game-versions/0.38'
  },
  'GET /api/admin/mods/:id/releases': async (db) => `/api/admin/mods/${await newMod(db)}/releases`,
  'POST /api/admin/mods/:id/releases': async (db) => `/api/admin/mods/${await newMod(db)}/releases`,
  'PATCH /api/admin/releases/:id': async (db) => `/api/admin/releases/${await newRelease(db)}`,
  'DELETE /api/admin/releases/:id': async (db) => `/api/admin/releases/${await newRelease(db)}`,
  'POST /api/admin/releases/:id/publish': async (db) => `/api/admin/releases/${await newRelease(db)}/publish`,
  'DELETE /api/admin/releases/:id/publish': async (db) => `/api/admin/releases/${await newRelease(db)}/publish`,
  'POST /api/admin/releases/:id/withdraw': async (db) => `/api/admin/releases/${await newRelease(db)}/withdraw`,
  'DELETE /api/cart/:modId': async (db, ownerId) => {
    const modId = await newMod(db)
    await db.insert(cartItems).values({ userId: ownerId, modId })
    return `/api/cart/${modId}`
  },
  'POST /api/locker/:modId/download': ofOwnMod('/download'),
  'POST /api/locker/:modId/renew': ofOwnMod('/renew'),
  'POST /api/locker/:modId/report': ofOwnMod('/report'),
  'GET /api/mods/:id': async (db) => `/api/mods/${await newMod(db)}`,
  'GET /api/mods/:id/related': async (db) => `/api/mods/${await newMod(db)}/related`,
  'GET /api/mods/:id/reviews/mine': ofMyReview,
  'POST /api/mods/:id/reviews/mine': ofMyReview,
  'DELETE /api/mods/:id/reviews/mine': ofMyReview,
  'POST /api/reviews/:id/vote': ofReview('/api/reviews', 'vote'),
  'POST /api/reviews/:id/report': ofReview('/api/reviews', 'report'),
  'POST /api/admin/reviews/:id/reply': ofReview('/api/admin/reviews', 'reply'),
  'GET /api/mods/:id/reviews': async (db) => `/api/mods/${await newMod(db)}/reviews`,
  'DELETE /api/wishlist/:modId': async (db, ownerId) => {
    const modId = await newMod(db)
    await db.insert(wishlistItems).values({ userId: ownerId, modId })
    return `/api/wishlist/${modId}`
  },
}

/** A valid body for a call about a person's own object, so that only ownership can be the reason for a refusal. */
export const BODIES: Record<string, object> = {
  'PATCH /api/account/passkeys/:id': { name: 'Laptop' },
  'POST /api/admin/dev/maintenance': { enabled: false },
  'POST /api/locker/:modId/download': {},
  'POST /api/locker/:modId/report': { report: 'works' },
  'POST /api/tickets/:id/messages': { body: 'It still does not start', clientKey: 'a-key-of-this-page' },
  'POST /api/tickets/:id/rating': { rating: 5, comment: '' },
  'POST /api/orders/:number/refund-request': { reason: 'It does not start' },
}
