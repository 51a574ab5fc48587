import { withClient } from '@slipstream/db/testing/test-database'
import { fillCatalogue } from '../growth/fill-catalogue.ts'
import { fillOrders, MODS_FOR_ORDERS } from '../growth/fill-orders.ts'
import type { DrillStore } from './open-drill-store.ts'

/** Years of orders with their invoices. They are older than what is compared with Stripe. */
export const fillPast = async ({ db, config }: DrillStore, orders: number) => {
  await fillCatalogue(db, MODS_FOR_ORDERS)
  await fillOrders(config.databaseUrl, orders)
  await withClient(config.databaseUrl, async (client) => {
    await client.query(`select setval('order_numbers', $1)`, [orders])
    await client.query(`set session_replication_role = replica`)
    await client.query(`
      insert into invoices (order_id, kind, number, series, year, place, amount_cents, stripe_id, content)
      select order_id, 'invoice', 'INV-2025-' || lpad(n::text, 6, '0'), 'INV', 2025, n, amount_cents, stripe_id, '{}'
      from (select *, row_number() over (order by order_id) as n from ledger_entries where kind = 'payment') paid`)
    await client.query(`
      insert into invoices (order_id, kind, number, series, year, place, amount_cents, stripe_id, refers_to_id, content)
      select l.order_id, 'credit_note', 'CN-2025-' || lpad(n::text, 6, '0'), 'CN', 2025, n, -l.amount_cents, l.stripe_id, i.id, '{}'
      from (select *, row_number() over (order by order_id) as n from ledger_entries where kind = 'refund') l
      join invoices i on i.order_id = l.order_id and i.kind = 'invoice'`)
    await client.query(`delete from invoice_backlog`)
    await client.query(`vacuum analyze invoices`)
  })
}
