import { sql } from 'drizzle-orm'
import { checkMoney } from '#features/reconciliation/money-check.service.ts'
import { catchUp } from './catch-up.ts'
import { judgeSubscriptions } from './judge-subscriptions.ts'
import { settleStrays } from './settle-strays.ts'
import type { WalkStore } from './open-walk-store.ts'

/**
 * Advances Stripe's clock, so that pending refunds end and open payment pages close; declines open refund requests and
 * decides about what a restore has lost.
 */
export const settleWalks = async (store: WalkStore) => {
  await settleStrays(store)
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
  const reported = check.differences.map(({ kind, orderNumber, stripeId, detail }) => ({
    stripeId,
    userId: ownerOf.get(orderNumber ?? stripeId ?? '') ?? null,
    what: `${kind} ${orderNumber ?? stripeId ?? ''}: ${detail}`,
  }))
  const owed = await readOwed(store)
  const differences = reported.filter(
    ({ stripeId, what }) => !(owed.has(stripeId ?? '') && what.includes(': refund_failed')),
  )
  const sumOwed = [...owed.values()].reduce((sum, amount) => sum + amount, 0)
  const wholes = (await judgeSums(store, sumOwed)).map((what) => ({ userId: null, what }))
  return [...differences, ...wholes, ...(await judgeLockers(store)), ...(await judgeSubscriptions(store))]
}

/**
 * What is left of payments that a person had decided to refund after a restore, because the bank returned the refund:
 * cents by refund. They are in no ledger, and the money check shows them until the person is paid by other means.
 */
const readOwed = async ({ db, stripe }: WalkStore) => {
  const { rows } = await db.execute<{ id: string }>(sql`
    select jsonb_array_elements_text(settled_ids) as id from strays where state = 'refunded'`)
  const settled = new Set(rows.map(({ id }) => id))
  const payments = await stripe.payments()
  const left = (intent: string) => {
    const { paid, refunded, disputed } = payments.get(intent) ?? { paid: 0, refunded: 0, disputed: 0 }
    return paid - refunded - disputed
  }
  const failed = (await stripe.refunds()).filter(({ id, status }) => settled.has(id) && status === 'failed')
  return new Map(failed.map((one) => [one.id, left(one.payment_intent)] as const).filter(([, amount]) => amount > 0))
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
  /** Orders whose mark as their buyer's first is wrong. */
  misplaced: number
}

const judgeSums = async ({ db, stripe }: WalkStore, owed: number): Promise<string[]> => {
  const { rows } = await db.execute<Books>(sql`
    select (select coalesce(sum(amount_cents), 0)::int from ledger_entries) as ledger,
      (select count(*)::int from stripe_events where handled_at is null) as unfollowed,
      (select count(*)::int from order_refunds where state = 'queued') as queued,
      (select count(*)::int from graphile_worker._private_jobs) as dead,
      (select coalesce(sum(case kind when 'credit_note' then -amount_cents else amount_cents end), 0)::int from invoices)
        as invoiced,
      (select coalesce(sum(amount_cents), 0)::int from ledger_entries
        where order_id is not null and kind in ('payment', 'refund', 'refund_failed')) as sold,
      (select count(*)::int from (
          select series, year, generate_series(1, max(place)) as place from invoices group by series, year) expected
        where not exists (select from invoices i where (i.series, i.year, i.place) = (expected.series, expected.year, expected.place))
          and not exists (select from number_gaps g
            where g.series = case expected.series when 'INV' then 'invoices' else 'credit_notes' end
              and g.year = expected.year and expected.place between g.first_place and g.last_place)) as gaps,
      (select count(*)::int from orders o where is_first <> (paid_at is not null and total_cents > 0 and not exists (
          select from orders own where own.user_id = o.user_id and own.total_cents > 0 and (own.paid_at, own.id) < (o.paid_at, o.id))))
        as misplaced`)
  const [books] = rows
  if (!books) throw new Error('the books cannot be read')
  const net = (await stripe.money())?.net ?? 0
  const { ledger, unfollowed, queued, dead, invoiced, sold, gaps, misplaced } = books
  const rules: [isRight: boolean, what: string][] = [
    [ledger === net - owed, `the ledger has ${ledger} cents, Stripe ${net}, of which ${owed} are owed`],
    [invoiced === sold, `invoices less credit notes make ${invoiced} cents, the ledger ${sold}`],
    [gaps === 0, `${gaps} numbers of invoices are missing`],
    [misplaced === 0, `${misplaced} orders are wrongly marked as first or as not first`],
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
