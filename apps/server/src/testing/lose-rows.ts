import { sql } from 'drizzle-orm'
import type { WritableDb } from '@slipstream/db/client'

/** Tables of a sale, in the order in which they refer to each other. */
const SOLD = [
  'stripe_events',
  'stripe_sweeps',
  'invoices',
  'invoice_backlog',
  'disputes',
  'order_events',
  'order_refunds',
  'refund_requests',
  'entitlements',
  'subscription_refunds',
  'subscription_changes',
  'subscription_invoices',
  'ledger_entries',
  'order_items',
  'orders',
  'subscriptions',
] as const

/** As a restore does to everything that was sold after the backup: accounts, mods and plans are older, sales are gone. */
export const loseSales = (db: WritableDb) =>
  db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    for (const table of SOLD) await tx.execute(sql`delete from ${sql.identifier(table)}`)
    await tx.execute(sql`update users set premium_expires_at = null`)
    await tx.execute(sql`update coupons set used = 0`)
    await tx.execute(sql`delete from graphile_worker._private_jobs`)
  })
