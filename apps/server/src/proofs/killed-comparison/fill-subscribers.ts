import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { SUBSCRIPTION_GRACE_DAYS } from '@slipstream/contract/legal'
import type { WritableDb } from '@slipstream/db/client'
import { planPrices } from '@slipstream/db/tables/subscriptions'
import { createPlan } from '@slipstream/db/testing/subscription-factories'
import { withClient } from '@slipstream/db/testing/test-database'
import { publishPlan } from '#features/subscriptions/publish-plan.service.ts'
import type { StripeGateway } from '#gateways/stripe.ts'
import type { OwnStripe } from '#testing/own-stripe.ts'

const PIECE = 5_000
const DAY = 24 * 60 * 60
/** Renewals are spread over this many days, and none is due while we measure. */
const SPREAD_DAYS = 25

/** Of this many subscriptions, one was paid and one ended without the store being told. */
const ONE_DIFFERS = 500

interface Parts {
  url: string
  db: WritableDb
  gateway: StripeGateway
  stripe: OwnStripe
}

const PEOPLE = `
  insert into users (username, email, email_verified_at)
  select 'member_' || n, 'member_' || n || '@customer.example', now() from generate_series($1::int + 1, $2::int) n
  returning id`

const SUBSCRIPTIONS = `
  insert into subscriptions (reference, user_id, plan_price_id, status, stripe_subscription_id, stripe_customer_id,
    started_at, paid_through, access_until, next_check_at, created_at)
  select reference, user_id, $2::int, status, id, customer, to_timestamp(start), to_timestamp("end"),
    to_timestamp("end") + interval '${SUBSCRIPTION_GRACE_DAYS} days', to_timestamp("end"), to_timestamp(start)
  from jsonb_to_recordset($1::jsonb) as row (reference uuid, user_id int, status text, id text, customer text, start int, "end" int)`

const PREMIUM = `
  update users u set premium_expires_at = s.access_until from subscriptions s
  where s.user_id = u.id and u.premium_expires_at is null`

/** What is at Stripe and what the store believes, for the n-th subscriber. */
const kindOf = (n: number) => {
  if (n % ONE_DIFFERS === 1) return { kind: 'billed', status: 'past_due' }
  if (n % ONE_DIFFERS === 2) return { kind: 'ended', status: 'active' }
  return { kind: 'listed', status: 'active' }
}

/** Subscribers in the store and at Stripe. Returns how many of them differ. */
export const fillSubscribers = async ({ url, db, gateway, stripe }: Parts, many: number) => {
  const plan = await createPlan(db)
  await publishPlan({ db, stripe: gateway }, plan.id)
  const [price] = await db.select().from(planPrices).where(eq(planPrices.planId, plan.id))
  if (!price?.stripePriceId) throw new Error('the plan is not at Stripe')
  const priceId = price.stripePriceId
  const now = Math.floor(Date.now() / 1_000)
  await withClient(url, async (client) => {
    for (let from = 0; from < many; from += PIECE) {
      const people = await client.query<{ id: number }>(PEOPLE, [from, Math.min(from + PIECE, many)])
      const wanted = people.rows.map(({ id }, place) => ({
        ...kindOf(from + place),
        user_id: id,
        reference: randomUUID(),
        at: now - ((from + place) % SPREAD_DAYS) * DAY - DAY,
      }))
      const made = await stripe.rememberSubscriptions(
        priceId,
        wanted.map(({ kind, at, user_id, reference }) => ({
          kind,
          at,
          metadata: { subscription: reference, user: String(user_id) },
        })),
      )
      const rows = wanted.map((one, place) => ({ ...one, ...made[place] }))
      await client.query(SUBSCRIPTIONS, [JSON.stringify(rows), price.id])
    }
    await client.query(PREMIUM)
    for (const table of ['users', 'subscriptions']) await client.query(`vacuum analyze ${table}`)
  })
  const differing = Array.from({ length: many }, (_, n) => kindOf(n).kind).filter((kind) => kind !== 'listed')
  return { differing: differing.length, ended: differing.filter((kind) => kind === 'ended').length }
}
