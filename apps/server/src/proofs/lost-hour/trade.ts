import { eq, sql } from 'drizzle-orm'
import { inTransaction, readRows } from '@slipstream/db/client'
import { mods } from '@slipstream/db/tables/mods'
import { modReleases } from '@slipstream/db/tables/mod-releases'
import { createRelease } from '@slipstream/db/testing/catalogue-factories'
import { NEWSLETTER } from '@slipstream/db/testing/newsletter-factories'
import { createNewsletter, sendNewsletter } from '#features/newsletter/newsletters.service.ts'
import { enqueue } from '#lib/jobs/jobs.ts'
import { alterStripe } from '#testing/altered-stripe.ts'
import { type Buyer, complete, fillCart, newBuyer, startOrder } from '#testing/buying-store.ts'
import { type Plan, subscribe } from '#testing/subscribers.ts'
import type { DrillStore } from './open-drill-store.ts'

export const newPeople = async (store: DrillStore, count: number): Promise<Buyer[]> => {
  const people = []
  for (let one = 0; one < count; one++) people.push(await newBuyer(store, []))
  return people
}

/** Sells one mod. */
const sell = async (store: DrillStore, buyer: Buyer) => {
  const [mod] = await store.db
    .select({ id: mods.id })
    .from(mods)
    .where(sql`status = 'published' and price_cents > 0`)
    .limit(1)
  await fillCart(store, buyer.row.id, mod ? [mod] : [])
  const { number, session } = await startOrder(buyer)
  await store.stripe.pay(session)
  await complete(buyer, session)
  return { buyer, number, session }
}

/** Sets Stripe's clock, relative to ours. */
export const setClock = (store: DrillStore, hours: number) =>
  alterStripe(store, (kept) => {
    Object.assign(kept, { skew: hours * 3_600 })
  })

export const sellTo = async (store: DrillStore, people: readonly Buyer[]) => {
  const sold = []
  for (const buyer of people) sold.push(await sell(store, buyer))
  return sold
}

export const subscribeAll = async (store: DrillStore, plan: Plan, people: readonly Buyer[]) => {
  for (const buyer of people) await subscribe(store, buyer, plan)
}

/** Readers of the newsletter, who also own a mod with a release that was just published and one that is planned. */
export const preparePublications = async (store: DrillStore, admin: Buyer, readers: number) => {
  const { db } = store
  const [mod] = await db.select().from(mods).where(eq(mods.status, 'published')).orderBy(sql`id desc`).limit(1)
  if (!mod) throw new Error('no mod is published')
  await db.execute(sql`
    with reader as (
      insert into users (username, email, email_verified_at, notification_choices)
      select 'reader_' || n, 'reader_' || n || '@customer.example', now(), '{"newsletter": true}'
      from generate_series(1, ${readers}::int) n returning id)
    insert into entitlements (user_id, mod_id, source, granted_at, window_ends_at)
    select id, ${mod.id}::int, 'grant', now(), now() + interval '1 year' from reader`)
  const announced = await createRelease(db, { modId: mod.id, version: '8.0.0' })
  const planned = await createRelease(db, {
    ...{ modId: mod.id, version: '9.0.0', status: 'draft', publishedAt: null },
    publishAt: new Date(Date.now() + 3_600_000),
  })
  await inTransaction(db, async (tx) => {
    await enqueue(tx, 'locker.announce_release', { releaseId: announced.id, afterId: 0 })
    const { id } = await createNewsletter(tx, admin.row.id, { ...NEWSLETTER, perMinute: 60_000 })
    await sendNewsletter(tx, admin.row.id, id, null)
  })
  return { planned: planned.id }
}

/** The hour passes: what was planned is due. */
export const passHour = async ({ db }: DrillStore, release: number) => {
  await db.update(modReleases).set({ publishAt: new Date() }).where(eq(modReleases.id, release))
  await inTransaction(db, (tx) => enqueue(tx, 'mods.publish_due', {}))
}

/** Every number of an order or document that was issued since then. */
export const numbersSince = async ({ db }: DrillStore, at: Date): Promise<string[]> => {
  const rows = await readRows<{ number: string }>(
    db,
    sql`select number from orders where created_at >= ${at.toISOString()}::timestamptz
      union all select number from invoices where year > 2025`,
  )
  return rows.map(({ number }) => number)
}
