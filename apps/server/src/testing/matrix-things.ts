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
import { strays, stripeEvents } from '@slipstream/db/tables/payments'
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
import { first } from '@slipstream/db/testing/first'
import { createPlan, createSubscription } from '@slipstream/db/testing/subscription-factories'
import { mailSuppressions } from '@slipstream/db/tables/newsletter'
import { createNewsletter } from '@slipstream/db/testing/newsletter-factories'
import { createTeamCategory, createTeamMember } from '@slipstream/db/testing/factories'
import { createUpload } from '@slipstream/db/testing/upload-factories'
import { CALLS } from './access-matrix.ts'
import { LEGAL_MAKERS } from './matrix-legal-things.ts'
import type { Make } from './matrix-maker.ts'
import { newSession } from './matrix-people.ts'
import { TICKET_MAKERS } from './matrix-ticket-things.ts'
import { USER_MAKERS } from './matrix-user-things.ts'

const newMod = async (db: WritableDb) => (await createMod(db)).id

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
const newTeamMember = async (db: WritableDb) => createTeamMember(db, { categoryId: (await createTeamCategory(db)).id })

const newAnnouncement = async (db: WritableDb) =>
  first(await db.insert(announcements).values({ kind: 'mod', state: 'unknown' }).returning()).id

const newTask = async (db: WritableDb) =>
  first(await db.insert(developerTasks).values({ title: 'Rotate the keys' }).returning()).id

const newRoom = async (db: WritableDb) =>
  first(await db.insert(chatRooms).values({ name: randomUUID() }).returning()).id

const newMessage = async (db: WritableDb, authorId: number) => {
  const values = { roomId: await newRoom(db), authorId, body: 'Hello', key: randomUUID() }
  return first(await db.insert(chatMessages).values(values).returning()).id
}

const newTrace = async (db: WritableDb) =>
  first(await db.insert(traces).values({ fileName: 'leak.zip', sizeBytes: 1 }).returning()).id

const newSuppression = async (db: WritableDb) => {
  const values = { address: `${randomUUID()}@customer.example`, reason: 'bounce' } as const
  return first(await db.insert(mailSuppressions).values(values).returning()).id
}

const newGameVersion = async (db: WritableDb) => {
  await db.insert(gameVersions).values({ version: '0.38' }).onConflictDoNothing()
  return '0.38'
}

const newStray = async (db: WritableDb) => {
  const values = {
    kind: 'order',
    reference: randomUUID(),
    stripeId: 'cs_1',
    amountCents: 500,
    soldAt: new Date(),
  } as const
  return first(await db.insert(strays).values(values).returning()).id
}

const newOperation = async (db: WritableDb) => {
  const values = { kind: randomUUID(), title: 'Cleanup', unit: 'rows', cursor: {} } as const
  return first(await db.insert(operations).values(values).returning()).id
}

/** A job that has used up its attempts. It has no key, so every call gets its own. */
const newDeadJob = async (db: WritableDb) => {
  const { rows } = await db.execute<{ id: number }>(sql`
    select id::int from graphile_worker.add_job('payments.check_money', payload => '{}'::json)`)
  const { id } = first(rows)
  await db.execute(sql`update graphile_worker._private_jobs set attempts = max_attempts where id = ${id}`)
  return id
}

const newEvent = async (db: WritableDb) => {
  const id = `evt_${randomUUID()}`
  await db.insert(stripeEvents).values({ id, type: 'charge.refunded', objectId: 'ch_1' })
  return id
}

/** A published mod's only picture: it cannot be removed, so it still exists for the next request. */
const newPicture = async (db: WritableDb) => {
  const modId = await newMod(db)
  return [modId, (await createPicture(db, { modId })).id]
}

const newOrder = async (db: WritableDb, ownerId: number) =>
  createOrder(db, { userId: ownerId, status: 'paid', paidAt: new Date() })

const newInvoice = async (db: WritableDb, ownerId: number) =>
  (await createInvoice(db, await newOrder(db, ownerId))).number

const newPurchase = async (db: WritableDb, ownerId: number) => {
  const modId = await newMod(db)
  return { modId, ...(await createPurchase(db, { userId: ownerId, mod: { id: modId, title: 'A mod' } })) }
}

/** By a customer whose account is gone, so that everybody may vote. */
const newReview = async (db: WritableDb) => (await createReview(db, { modId: await newMod(db) })).id

/** By address. A maker serves calls at its address and calls below it without another parameter; the longest wins. */
export const MAKERS: Record<string, Make> = {
  ...TICKET_MAKERS,
  ...USER_MAKERS,
  ...LEGAL_MAKERS,
  '/api/account/passkeys/:id': newPasskey,
  '/api/account/sessions/:id': async (db, ownerId) => (await newSession(db, ownerId)).id,
  '/api/admin/announcements/:id': newAnnouncement,
  '/api/admin/outbox/:kind': async () => 'wishlist',
  '/api/admin/backups/:id': async () => '20260101-000000-00000000',
  '/api/admin/categories/:id': usedCategory,
  '/api/admin/chat/messages/:id': newMessage,
  '/api/admin/chat/rooms/:id': newRoom,
  '/api/admin/compatibility/game-versions/:version': newGameVersion,
  '/api/admin/coupons/:id': async (db) => (await createCoupon(db)).id,
  '/api/admin/dev/tasks/:id': newTask,
  '/api/admin/entitlements/:id': async (db, ownerId) => (await newPurchase(db, ownerId)).entitlement.id,
  '/api/admin/invoices/:number': newInvoice,
  '/api/admin/jobs/:id': newDeadJob,
  '/api/admin/mail-suppressions/:id': newSuppression,
  '/api/admin/mods/:id': newMod,
  '/api/admin/mods/:id/pictures/:pictureId': newPicture,
  '/api/admin/newsletters/:id': async (db) => (await createNewsletter(db)).id,
  '/api/admin/operations/:id': newOperation,
  '/api/admin/strays/:id': newStray,
  '/api/admin/orders/:id': async (db, ownerId) => (await newOrder(db, ownerId)).id,
  '/api/admin/payments/webhooks/:id': newEvent,
  '/api/admin/releases/:id': async (db) => (await createRelease(db, { modId: await newMod(db) })).id,
  '/api/admin/reviews/:id': newReview,
  '/api/admin/subscription/plans/:id': async (db) => (await createPlan(db)).id,
  '/api/admin/subscriptions/payments/:id': async (db, userId) =>
    (await createSubscription(db, { userId, status: 'canceled' })).invoice.id,
  '/api/admin/team/categories/:id': async (db) => (await newTeamMember(db)).categoryId,
  '/api/admin/team/members/:id': async (db) => (await newTeamMember(db)).id,
  '/api/admin/templates/:name': async () => 'receipt',
  '/api/admin/traces/:id': newTrace,
  '/api/admin/uploads/:id': async (db) => (await createUpload(db, { modId: await newMod(db) })).id,
  '/api/cart/:modId': async (db, userId) => {
    const modId = await newMod(db)
    await db.insert(cartItems).values({ userId, modId })
    return modId
  },
  '/api/invoices/:number': newInvoice,
  '/api/locker/:modId': async (db, ownerId) => (await newPurchase(db, ownerId)).modId,
  '/api/mods/:id': newMod,
  '/api/mods/:id/reviews/mine': async (db, userId) => {
    const { modId } = await newPurchase(db, userId)
    await createReview(db, { modId, userId })
    return modId
  },
  '/api/orders/:number': async (db, ownerId) => (await newOrder(db, ownerId)).number,
  '/api/reviews/:id': newReview,
  '/api/wishlist/:modId': async (db, userId) => {
    const modId = await newMod(db)
    await db.insert(wishlistItems).values({ userId, modId })
    return modId
  },
}

/** The address in `MAKERS` that this path is at or below, if any. */
export const madeAt = (path: string) =>
  Object.keys(MAKERS)
    .filter((made) => path === made || (path.startsWith(`${made}/`) && !path.slice(made.length).includes(':')))
    .toSorted((one, other) => other.length - one.length)[0]

/** For each call about one object: creates it and returns the call's address. */
export const THINGS = Object.fromEntries(
  Object.keys(CALLS).flatMap((name) => {
    const [, path = ''] = name.split(' ')
    const make = MAKERS[madeAt(path) ?? '']
    if (!make) return []
    const addressOf = async (db: WritableDb, ownerId: number) => {
      const values = [await make(db, ownerId)].flat()
      return path.replaceAll(/:\w+/g, () => String(values.shift()))
    }
    return [[name, addressOf]]
  }),
)

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
