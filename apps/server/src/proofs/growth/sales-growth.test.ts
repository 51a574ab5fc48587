import { sql } from 'drizzle-orm'
import { expect, inject, test } from 'vitest'
import { openDatabase, readRows } from '@slipstream/db/client'
import { copyDatabase, dropDatabase } from '@slipstream/db/testing/test-database'
import { openSales } from './measure-sales.ts'

test('the dashboard and the reports can be measured on generated orders, and every entry is counted', async () => {
  const base = inject('environment').DATABASE_URL ?? ''
  const name = `growth_sales_${process.pid}`
  const url = await copyDatabase(base, inject('templateDatabase'), name)
  const { db, close } = openDatabase({ url, applicationName: 'growth', maxConnections: 1, onIdleError: () => {} })
  try {
    const store = await openSales(url, 20_000, 40)
    expect(await store.time(1)).toHaveLength(38)
    expect([...(await store.measure()).keys()]).toHaveLength(4)
    await store.close()
    const [sums] = await readRows<Record<string, number>>(
      db,
      sql`select (select sum(amount_cents)::int from ledger_entries) as booked,
        (select sum(paid - refunded)::int from sales_slots) as counted,
        (select sum(paid - refunded)::int from sales_parts where part = 'mod') as divided`,
    )
    expect(sums?.counted).toBe(sums?.booked)
    expect(sums?.divided).toBe(sums?.booked)
  } finally {
    await close()
    await dropDatabase(base, name)
  }
})
