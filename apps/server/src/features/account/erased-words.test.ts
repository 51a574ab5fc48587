import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { subscriptionInvoices } from '@slipstream/db/tables/subscriptions'
import { ticketMessages, tickets } from '@slipstream/db/tables/tickets'
import { createPlan } from '@slipstream/db/testing/subscription-factories'
import { readAllRows } from '#testing/all-rows.ts'
import { buy, type Buyer, fillCart, newBuyer, newMods, newToken, openEmptiedStore } from '#testing/buying-store.ts'
import { withToken } from '#testing/people.ts'
import { settle, subscribe } from '#testing/subscribers.ts'

const store = await openEmptiedStore()

/** In every text that people write about the customer. */
const WORDS = 'Maren of Kessel Street'

const newAdmin = () => newBuyer(store, [], { isAdmin: true })

const ok = async (answer: Promise<{ statusCode: number; body: string }>) => {
  const { statusCode, body } = await answer
  expect(statusCode, body).toBeLessThan(300)
}

const orderId = async (number: string) => {
  const { rows } = await store.db.execute<{ id: number }>(sql`select id from orders where number = ${number}`)
  return rows[0]?.id
}

const entitlementOf = async ({ row }: Buyer) => {
  const { rows } = await store.db.execute<{ id: number }>(
    sql`select max(id) as id from entitlements where user_id = ${row.id}`,
  )
  return rows[0]?.id
}

const eraseSelf = ({ call, row }: Buyer) => ok(call('DELETE', '/api/account', { username: row.username }))

const placesOf = async (words: string) => {
  await settle(store)
  const all = await readAllRows(store.db)
  return all.filter(([, rows]) => JSON.stringify(rows)?.includes(words)).map(([table]) => table)
}

/** A customer about whom the staff has given a reason at every opportunity. */
const newKnown = async () => {
  const reason = WORDS
  const admin = await newAdmin()
  const cart = await newMods(store, [1_250, 900])
  const buyer = await newBuyer(store, cart.slice(0, 1))
  const first = await buy(store, buyer)
  await ok(buyer.call('POST', `/api/orders/${first.number}/refund-request`, { reason }))
  await ok(admin.call('POST', `/api/admin/orders/${await orderId(first.number)}/decline-request`, { reason }))
  await ok(admin.call('POST', `/api/admin/entitlements/${await entitlementOf(buyer)}/revoke`, { reason }))
  await fillCart(store, buyer.row.id, cart.slice(1))
  const second = await buy(store, buyer)
  await ok(admin.call('POST', `/api/admin/orders/${await orderId(second.number)}/refund`, { reason }))
  const [gift] = await newMods(store, [700])
  const grant = { username: buyer.row.username, modId: gift?.id, reason }
  await ok(admin.call('POST', '/api/admin/entitlements', grant))
  await ok(admin.call('POST', `/api/admin/users/${buyer.row.id}/ban`, { reason, endsAt: null }))
  await ok(admin.call('POST', `/api/admin/users/${buyer.row.id}/unban`))
  await settle(store)
  return { admin, reason, buyer: { ...(await renewed(buyer)), row: buyer.row } }
}

/** A ban ends all sessions. */
const renewed = async ({ row }: Buyer) => {
  const token = await newToken(store, row)
  return { token, call: withToken(store.app, token) }
}

test('an erased account leaves no reason that the staff gave about it, in no table and no log', async () => {
  const { admin, reason, buyer } = await newKnown()
  await subscribe(store, buyer, await createPlan(store.db))
  const [invoice] = await store.db.select().from(subscriptionInvoices)
  await ok(admin.call('POST', `/api/admin/subscriptions/payments/${invoice?.id}/refund`, { reason }))
  expect(await placesOf(WORDS)).toEqual(
    expect.arrayContaining(['audit_log', 'entitlements', 'order_refunds', 'refund_requests', 'subscription_refunds']),
  )
  await eraseSelf(buyer)
  expect(await placesOf(WORDS)).toEqual([])
})

test('the tickets that a guest wrote with a confirmed address go with the account of that address, and others stay', async () => {
  const [buyer, stranger] = [await newBuyer(store, []), await newBuyer(store, [], { emailVerifiedAt: null })]
  for (const { row } of [buyer, stranger]) {
    const [ticket] = await store.db
      .insert(tickets)
      .values({ guestEmail: row.email, guestName: WORDS, clientKey: row.username, subject: WORDS, category: 'general' })
      .returning()
    await store.db
      .insert(ticketMessages)
      .values({ ticketId: ticket?.id ?? 0, authorKind: 'customer', clientKey: row.username, body: WORDS })
  }
  const { tickets: exported } = (await buyer.call('GET', '/api/account/export')).json<{
    tickets: { tickets: object[] }
  }>()
  expect(exported.tickets).toMatchObject([{ subject: WORDS }])
  for (const one of [buyer, stranger]) await eraseSelf(one)
  expect(await store.db.select().from(tickets).where(eq(tickets.subject, ''))).toMatchObject([
    { guestEmail: null, guestName: null },
  ])
  // Nobody has proven that the other address was the stranger's.
  expect(await store.db.select().from(ticketMessages)).toHaveLength(1)
})
