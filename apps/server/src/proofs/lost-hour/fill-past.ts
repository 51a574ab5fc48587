import { withClient } from '@slipstream/db/testing/test-database'
import { fillCatalogue } from '../growth/fill-catalogue.ts'
import { fillInvoices } from '../growth/fill-invoices.ts'
import { fillOrders, MODS_FOR_ORDERS } from '../growth/fill-orders.ts'
import type { DrillStore } from './open-drill-store.ts'

/** Years of orders with their invoices. They are older than what is compared with Stripe. */
export const fillPast = async ({ db, config }: DrillStore, orders: number) => {
  await fillCatalogue(db, MODS_FOR_ORDERS)
  await fillOrders(config.databaseUrl, orders)
  await withClient(config.databaseUrl, async (client) => {
    await client.query(`select setval('order_numbers', $1)`, [orders])
  })
  await fillInvoices(config.databaseUrl)
}
