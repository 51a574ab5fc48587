import { and, asc, desc, eq, gt, inArray, sql } from 'drizzle-orm'
import type { Tx } from '@slipstream/db/client'
import { coupons } from '@slipstream/db/tables/coupons'
import { invoiceBacklog } from '@slipstream/db/tables/invoices'
import { releaseReports } from '@slipstream/db/tables/locker'
import { orders } from '@slipstream/db/tables/orders'
import { reviews } from '@slipstream/db/tables/reviews'
import { users } from '@slipstream/db/tables/users'
import { createUser } from '@slipstream/db/testing/factories'
import { readGameVersion } from '#features/catalogue/game-versions.service.ts'
import { issueDocuments } from '#features/invoices/issue-documents.service.ts'
import { COUPONS, daysBefore, demoPurchases, type OfferedMod, type Purchase, type Reviewer } from './demo-purchases.ts'
import { FATES } from './purchase-fates.ts'
import { emailOf, type Shop, writeLater, writePurchase } from './write-purchase.ts'

const REVIEWERS_PER_MOD = 2
const REVIEWED_WITHIN_DAYS = 80

/** Ninety days of trade: customers, coupons and orders in every state, with their money and lockers. */
export const seedOrders = async (tx: Tx, mods: readonly OfferedMod[], now: Date) => {
  const reviewers = await findReviewers(tx, mods, now)
  const purchases = demoPurchases(now, mods, reviewers)
  const userIds = await findOrCreateBuyers(tx, purchases)
  for (const { reviewId, author } of reviewers) {
    await tx
      .update(reviews)
      .set({ userId: userIds.get(author) ?? null })
      .where(eq(reviews.id, reviewId))
  }
  const [admin] = await tx.select({ id: users.id }).from(users).where(eq(users.isAdmin, true)).limit(1)
  if (!admin) throw new Error('The demo has no administrator.')
  const shop: Shop = {
    ...{ tx, now, mods, userIds },
    adminId: admin.id,
    coupons: await createCoupons(tx, now),
    later: { events: [], ledger: [], stripeEvents: [], downloads: [] },
  }
  for (const [place, purchase] of purchases.entries()) {
    const sold = await writePurchase(shop, purchase, place)
    if (sold) await FATES[purchase.fate](sold)
  }
  await writeLater(shop)
  await issueInvoices(tx)
  await countUses(tx)
  await reportReleases(shop, purchases)
}

/** The card of every payment that the demo creates at the emulated Stripe. */
const DEMO_CARD = { kind: 'card', brand: 'visa', last4: '4242' }

const issueInvoices = async (tx: Tx) => {
  const due = await tx.select().from(invoiceBacklog).orderBy(asc(invoiceBacklog.orderId))
  for (const { orderId } of due) await issueDocuments(tx, orderId, DEMO_CARD)
}

/** The latest reviewers of each mod, who have bought it. */
const findReviewers = async (tx: Tx, mods: readonly OfferedMod[], now: Date): Promise<Reviewer[]> => {
  const found: Reviewer[] = []
  for (const { id: modId } of mods) {
    const last = await tx
      .select({ reviewId: reviews.id, modId: reviews.modId, author: reviews.author, reviewedAt: reviews.createdAt })
      .from(reviews)
      .where(
        and(
          eq(reviews.modId, modId),
          eq(reviews.status, 'approved'),
          eq(reviews.isVerified, true),
          gt(reviews.createdAt, daysBefore(now, REVIEWED_WITHIN_DAYS)),
        ),
      )
      .orderBy(desc(reviews.createdAt), desc(reviews.id))
      .limit(REVIEWERS_PER_MOD)
    found.push(...last)
  }
  return found
}

/** The ids of all buyers. Missing accounts are created shortly before their first purchase. */
const findOrCreateBuyers = async (tx: Tx, purchases: readonly Purchase[]) => {
  const names = [...new Set(purchases.map(({ buyer }) => buyer))]
  const known = await tx.select().from(users).where(inArray(users.username, names))
  const ids = new Map(known.map(({ id, username }) => [username, id]))
  for (const { buyer, at } of purchases) {
    if (ids.has(buyer)) continue
    const createdAt = daysBefore(at, 1)
    const made = await createUser(tx, { username: buyer, email: emailOf(buyer), createdAt, emailVerifiedAt: createdAt })
    ids.set(buyer, made.id)
  }
  return ids
}

const createCoupons = async (tx: Tx, now: Date) => {
  const { welcome, launch, crew } = COUPONS
  const { daysAgo, ...launched } = launch
  const rows = await tx
    .insert(coupons)
    .values([
      { ...welcome, kind: 'percent', createdAt: daysBefore(now, 90) },
      {
        ...launched,
        kind: 'percent',
        startsAt: daysBefore(now, daysAgo.from),
        endsAt: daysBefore(now, daysAgo.to),
        createdAt: daysBefore(now, daysAgo.from),
      },
      { ...crew, kind: 'percent', createdAt: daysBefore(now, 75) },
    ])
    .returning()
  return new Map(rows.map((row) => [row.code, row]))
}

/** Unpaid orders have released their coupon use. */
const countUses = (tx: Tx) =>
  tx.execute(sql`
    update ${coupons} set used = (
      select count(*) from ${orders} where coupon_id = ${coupons.id} and status <> 'canceled'
    )`)

/** Owners' reports about the newest releases: mostly that they work, including one by the demo's own customer. */
const reportReleases = async ({ tx, mods, userIds }: Shop, purchases: readonly Purchase[]) => {
  const gameVersion = await readGameVersion(tx)
  if (gameVersion === null) return
  const kept = purchases.filter(({ fate, buyer }) => fate === 'kept' && !buyer.startsWith('demo_'))
  const said = [
    { buyer: 'demo_customer', slug: 'offroad' },
    ...kept.flatMap(({ buyer, slugs }) => slugs.map((slug) => ({ buyer, slug }))),
  ]
  await tx.insert(releaseReports).values(
    said.flatMap(({ buyer, slug }, place) => {
      const releaseId = mods.find(({ mod }) => mod.slug === slug)?.releases[0]?.id
      const userId = userIds.get(buyer)
      if (releaseId === undefined || userId === undefined || place % 3 !== 0) return []
      return [{ releaseId, gameVersion, userId, report: place % 27 === 24 ? ('broken' as const) : ('works' as const) }]
    }),
  )
}
