import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { checkMoney } from '#features/reconciliation/money-check.service.ts'
import { reconcile, sweepEvents } from '#features/reconciliation/reconcile.service.ts'
import type { WalkStore } from './open-walk-store.ts'

const MOST_ROUNDS = 40

/** Makes every scheduled check due until nothing is left to do. */
const catchUp = async ({ db, payments }: WalkStore) => {
  for (let round = 0; round < MOST_ROUNDS; round++) {
    await sweepEvents(payments)
    for (const table of ['orders', 'stripe_events', 'order_refunds']) {
      await db.execute(sql.raw(`update ${table} set next_check_at = now() - interval '1 s'`))
    }
    await reconcile(payments, () => undefined)
    if (await isIdle(db)) return
  }
}

const isIdle = async (db: WalkStore['db']) => {
  for (let look = 0; look < 200; look++) {
    await db.execute(sql`
      update graphile_worker._private_jobs set run_at = now() where run_at > now() and attempts < max_attempts`)
    const { rows } = await db.execute<{ jobs: number; waiting: number }>(sql`
      select (select count(*)::int from graphile_worker._private_jobs where attempts < max_attempts) as jobs,
        (select count(*)::int from stripe_events where handled_at is null)
        + (select count(*)::int from order_refunds where state = 'queued' and stripe_id is null) as waiting`)
    if (rows[0]?.jobs === 0) return rows[0].waiting === 0
    await sleep(20)
  }
  return false
}

/** Advances Stripe's clock, so that pending refunds end and open payment pages close; declines open refund requests. */
export const settleWalks = async (store: WalkStore) => {
  await catchUp(store)
  await store.stripe.advance({ hours: 2 })
  await catchUp(store)
  const { rows } = await store.db.execute<{ id: number }>(
    sql`select order_id as id from refund_requests where state = 'open'`,
  )
  for (const { id } of rows) {
    await store.admin().call('POST', `/api/admin/orders/${id}/decline-request`, { reason: 'Paid by other means' })
  }
  await catchUp(store)
}

/** What is wrong, with the buyer where one is known. Stripe, ledger, orders and lockers must agree to the cent. */
export const judgeWalks = async (store: WalkStore): Promise<{ userId: number | null; what: string }[]> => {
  const { db, payments } = store
  const check = await checkMoney(payments, { since: new Date(0), until: new Date('2100-01-01') })
  const { rows: owners } = await db.execute<{ name: string; user_id: number }>(sql`
    select number as name, user_id from orders
    union all select stripe_id, user_id from ledger_entries l join orders o on o.id = l.order_id
    union all select payment_intent_id, user_id from orders where payment_intent_id is not null`)
  const ownerOf = new Map(owners.map(({ name, user_id }) => [name, user_id]))
  const differences = check.differences.map(({ kind, orderNumber, stripeId, detail }) => ({
    userId: ownerOf.get(orderNumber ?? stripeId ?? '') ?? null,
    what: `${kind} ${orderNumber ?? stripeId ?? ''}: ${detail}`,
  }))
  const wholes = (await judgeSums(store)).map((what) => ({ userId: null, what }))
  return [...differences, ...wholes, ...(await judgeLockers(store))]
}

interface Books extends Record<string, unknown> {
  ledger: number
  unfollowed: number
  queued: number
  dead: number
  /** Invoices less credit notes, and the payments and refunds of orders. */
  invoiced: number
  sold: number
  gaps: number
}

const judgeSums = async ({ db, stripe }: WalkStore): Promise<string[]> => {
  const { rows } = await db.execute<Books>(sql`
    select (select coalesce(sum(amount_cents), 0)::int from ledger_entries) as ledger,
      (select count(*)::int from stripe_events where handled_at is null) as unfollowed,
      (select count(*)::int from order_refunds where state = 'queued') as queued,
      (select count(*)::int from graphile_worker._private_jobs) as dead,
      (select coalesce(sum(case kind when 'credit_note' then -amount_cents else amount_cents end), 0)::int from invoices)
        as invoiced,
      (select coalesce(sum(amount_cents), 0)::int from ledger_entries
        where order_id is not null and kind in ('payment', 'refund', 'refund_failed')) as sold,
      (select coalesce(sum(last - count), 0)::int from (
        select max(place) as last, count(*) as count from invoices group by series, year) numbers) as gaps`)
  const [books] = rows
  if (!books) throw new Error('the books cannot be read')
  const net = (await stripe.money())?.net ?? 0
  const { ledger, unfollowed, queued, dead, invoiced, sold, gaps } = books
  const rules: [isRight: boolean, what: string][] = [
    [ledger === net, `the ledger has ${ledger} cents, Stripe ${net}`],
    [invoiced === sold, `invoices less credit notes make ${invoiced} cents, the ledger ${sold}`],
    [gaps === 0, `${gaps} numbers of invoices are missing`],
    [unfollowed === 0, `${unfollowed} events are not processed`],
    [dead === 0, `${dead} jobs are left in the queue`],
    [queued === 0, `${queued} refunds are still queued`],
  ]
  return rules.flatMap(([isRight, what]) => (isRight ? [] : [what]))
}

/** Independent of the store's own rules: derived from Stripe's payments alone. */
const judgeLockers = async ({ db, stripe }: WalkStore) => {
  const standing = await stripe.payments()
  const { rows } = await db.execute<Paid>(sql`
    select o.user_id, o.number, o.payment_intent_id as intent, i.mod_id, i.paid_cents > 0 as is_priced, u.erased_at is not null as is_gone,
      exists (select from entitlements e where e.order_item_id = i.id and e.revoked_at is null) as has_this,
      exists (select from entitlements e where e.user_id = o.user_id and e.mod_id = i.mod_id and e.revoked_at is null) as has_any,
      exists (select from entitlements e where e.user_id = o.user_id and e.mod_id = i.mod_id
        and e.revoke_reason in ('withdrawal', 'account deleted', 'Shared with others')) as was_taken,
      exists (select from order_events v where v.order_id = o.id and v.what = 'not_delivered') as was_refused
    from orders o join order_items i on i.order_id = o.id join users u on u.id = o.user_id
    where o.payment_intent_id is not null`)
  return rows.flatMap((item) => {
    const payment = standing.get(item.intent)
    const mustNot = item.is_gone || !payment || payment.disputed > 0 || payment.refunded === payment.paid
    const must = !mustNot && payment.refunded === 0 && !item.was_taken && !item.was_refused
    if (mustNot && item.has_this) return [{ userId: item.user_id, what: `${item.number} keeps mod ${item.mod_id}` }]
    if (must && !item.has_any) return [{ userId: item.user_id, what: `${item.number} misses mod ${item.mod_id}` }]
    return []
  })
}

interface Paid extends Record<string, unknown> {
  user_id: number
  number: string
  intent: string
  mod_id: number
  is_gone: boolean
  has_this: boolean
  has_any: boolean
  was_taken: boolean
  was_refused: boolean
}
