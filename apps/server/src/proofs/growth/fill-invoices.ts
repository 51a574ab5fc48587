import { withClient } from '@slipstream/db/testing/test-database'

/** An invoice for each payment and a credit note for each refund, as if they had been issued at once. */
export const fillInvoices = (url: string) =>
  withClient(url, async (client) => {
    await client.query(`set session_replication_role = replica`)
    await client.query(`
      insert into invoices (order_id, kind, number, series, year, place, amount_cents, stripe_id, content)
      select order_id, 'invoice', 'INV-2025-' || lpad(n::text, greatest(6, length(n::text)), '0'), 'INV', 2025, n,
        amount_cents, stripe_id, '{}'
      from (select *, row_number() over (order by order_id) as n from ledger_entries where kind = 'payment') paid`)
    await client.query(`
      insert into invoices (order_id, kind, number, series, year, place, amount_cents, stripe_id, refers_to_id, content)
      select l.order_id, 'credit_note', 'CN-2025-' || lpad(n::text, greatest(6, length(n::text)), '0'), 'CN', 2025, n,
        -l.amount_cents, l.stripe_id, i.id, '{}'
      from (select *, row_number() over (order by order_id) as n from ledger_entries where kind = 'refund') l
      join invoices i on i.order_id = l.order_id and i.kind = 'invoice'`)
    await client.query(`delete from invoice_backlog`)
    await client.query(`vacuum analyze invoices`)
  })
