import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { readRows } from '@slipstream/db/client'
import { buy, newBuyer, newMods, openEmptiedStore } from '#testing/buying-store.ts'
import { issueMissing } from './issue-missing.service.ts'

const store = await openEmptiedStore()

test('an order that cannot be read keeps no other order from its invoice, and is tried again after them', async () => {
  for (const price of [1_250, 900, 700]) await buy(store, await newBuyer(store, await newMods(store, [price])))
  await store.db.execute(sql`delete from invoices`)
  await store.db.execute(sql`insert into invoice_backlog (order_id) select id from orders`)
  const [first] = await readRows<{ id: number; session: string }>(
    store.db,
    sql`select id, stripe_session_id as session from orders order by id limit 1`,
  )
  const { stripe } = store.payments
  const read: string[] = []
  const failing = {
    ...stripe,
    readSession: (id: string) => {
      read.push(id)
      return id === first?.session ? Promise.reject(new Error('Stripe says the unknown')) : stripe.readSession(id)
    },
  }
  const run = () => issueMissing({ db: store.db, stripe: failing })
  await expect(run()).rejects.toThrow(`order ${first?.id} got no invoice`)
  const count = async () =>
    (
      await readRows<{ invoices: number; waiting: number }>(
        store.db,
        sql`select (select count(*)::int from invoices) as invoices, (select count(*)::int from invoice_backlog) as waiting`,
      )
    )[0]
  expect(await count()).toEqual({ invoices: 2, waiting: 1 })

  await buy(store, await newBuyer(store, await newMods(store, [500])))
  await store.db.execute(sql`delete from invoices where order_id = (select max(id) from orders)`)
  await store.db.execute(
    sql`insert into invoice_backlog (order_id, since) select max(id), now() - interval '1 minute' from orders`,
  )
  read.length = 0
  await expect(run()).rejects.toThrow('got no invoice')
  expect(read.at(-1)).toBe(first?.session)
  await issueMissing({ db: store.db, stripe })
  expect(await count()).toEqual({ invoices: 4, waiting: 0 })
})
