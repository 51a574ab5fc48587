import { and, eq, isNotNull } from 'drizzle-orm'
import { DAY_MS } from '@slipstream/contract/durations'
import { type Db, inTransaction } from '@slipstream/db/client'
import { planPrices, subscriptionPlans, subscriptions } from '@slipstream/db/tables/subscriptions'
import { users } from '@slipstream/db/tables/users'
import { DEMO_SUBSCRIBERS } from '@slipstream/demo/seed-demo'
import type { PaymentParts } from '#features/payments/payment-session.service.ts'
import { followSubscription } from '#features/subscriptions/follow-subscription.service.ts'
import { publishPlan } from '#features/subscriptions/publish-plan.service.ts'
import { uuidOf } from './write-purchase.ts'

/**
 * Days since each monthly subscriber began, and what happened then. A renewal due 2 to 5 days ago is still in grace.
 */
const MEMBERS = [
  { username: DEMO_SUBSCRIBERS.active, days: 100, fate: 'renews' },
  { username: DEMO_SUBSCRIBERS.lapsed, days: 75, fate: 'canceled' },
  { username: DEMO_SUBSCRIBERS.pastDue, days: 33, fate: 'declined' },
] as const

interface Parts extends PaymentParts {
  /** The address of the emulated Stripe, which accepts backdated subscriptions. */
  emulator: string
}

/**
 * Makes the demo's members subscribers of the emulated Stripe. Only their history is invented; the store reads it like
 * any other subscription. Returns false if this was done before, or if the store is not the demo.
 */
export const seedSubscribers = async ({ emulator, ...parts }: Parts): Promise<boolean> => {
  const found = await findMembers(parts.db)
  const price = found.length < MEMBERS.length ? null : await publishedPrice(parts)
  if (price === null) return false
  const sessions = await tellStripe(
    emulator,
    found.map(({ reference, userId, email, startedAt, fate }) => ({
      metadata: { subscription: reference, user: String(userId) },
      email,
      price: price.stripePriceId,
      at: Math.floor(startedAt.getTime() / 1_000),
      fate,
    })),
  )
  for (const [place, { reference, userId, email }] of found.entries()) {
    const values = { reference, userId, email, planPriceId: price.id, stripeSessionId: sessions[place] }
    const [row] = await inTransaction(parts.db, (tx) =>
      tx.insert(subscriptions).values(values).returning({ id: subscriptions.id }),
    )
    if (row) await followSubscription(parts, row.id)
  }
  await forgetMails(parts.db)
  return true
}

/** The demo's members who have no subscription yet. */
const findMembers = async (db: Db) => {
  const members = []
  for (const { username, days, fate } of MEMBERS) {
    const reference = uuidOf(`subscription of ${username}`)
    const [known] = await db.select().from(subscriptions).where(eq(subscriptions.reference, reference))
    const [user] = await db.select().from(users).where(eq(users.username, username))
    if (known || !user?.email) continue
    const startedAt = new Date(Date.now() - days * DAY_MS)
    members.push({ reference, userId: user.id, email: user.email, startedAt, fate })
  }
  return members
}

const publishedPrice = async (parts: PaymentParts) => {
  const { db } = parts
  const [plan] = await db.select().from(subscriptionPlans).where(eq(subscriptionPlans.name, 'Premium Month'))
  if (!plan) return null
  await publishPlan(parts, plan.id)
  const [price] = await db
    .select()
    .from(planPrices)
    .where(and(eq(planPrices.planId, plan.id), isNotNull(planPrices.stripePriceId)))
  return price?.stripePriceId ? { id: price.id, stripePriceId: price.stripePriceId } : null
}

const tellStripe = async (emulator: string, history: readonly object[]): Promise<string[]> => {
  const answer = await fetch(`${emulator}/_control/history/members`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ subscriptions: history }),
  })
  if (!answer.ok) throw new Error(`The emulated Stripe answered ${answer.status}: ${await answer.text()}`)
  return ((await answer.json()) as { sessions: string[] }).sessions
}

/** Removes the queued mails about the backdated events, because a real store would have sent them long ago. */
const forgetMails = (db: Db) =>
  inTransaction(db, (tx) =>
    tx.execute(`select graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs where task_identifier = 'subscriptions.mail'))`),
  )
