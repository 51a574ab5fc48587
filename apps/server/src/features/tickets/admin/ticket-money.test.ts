import { expect, test } from 'vitest'
import { createTicket } from '@slipstream/db/testing/ticket-factories'
import type { TicketThread } from '@slipstream/contract/tickets'
import type { DeskTicket } from '@slipstream/contract/tickets-admin'
import { buy, newBuyer, newMods, openEmptiedStore } from '#testing/buying-store.ts'
import { expectMoneyIsRight } from '#testing/money-check.ts'
import { runJobs } from '#testing/run-jobs.ts'
import { openTicketDesk } from '#testing/ticket-desk.ts'

const store = await openEmptiedStore()
const desk = openTicketDesk(store)

/** A buyer with a paid order, and a ticket about it. */
const bought = async () => {
  const mods = await newMods(store, [1_250])
  const buyer = await newBuyer(store, mods)
  const { number } = await buy(store, buyer)
  const { id } = await desk.open({ orderNumber: number, category: 'refund' }, buyer)
  const { order } = await desk.read(id)
  return { buyer, id, orderId: order?.id ?? 0, mods }
}
const refund = (id: number, orderId: number) =>
  desk.maren().call('POST', `/api/admin/tickets/${id}/refund`, { orderId, reason: 'The mod crashes' })

test('an order can be refunded from its ticket, which records the refund', async () => {
  const { id, orderId } = await bought()
  const answer = await refund(id, orderId)
  expect(answer.statusCode, answer.body).toBe(200)
  expect(answer.json<DeskTicket>()).toMatchObject({ order: { refundableCents: 0 }, customerCard: { refundCount: 1 } })
  expect(answer.json<DeskTicket>().events.at(-1)).toMatchObject({
    kind: 'refunded',
    detail: expect.stringContaining('$12.50'),
  })
  await store.stripe.settled()
  await runJobs(store)
  await expectMoneyIsRight(store)
})

test('one mod of an order can be refunded from its ticket, and the customer sees the refund there', async () => {
  const mods = await newMods(store, [1_250, 900])
  const buyer = await newBuyer(store, mods)
  const { number } = await buy(store, buyer)
  const { id } = await desk.open({ orderNumber: number, category: 'refund' }, buyer)
  const { order } = await desk.read(id)
  expect(order?.refundable).toMatchObject([{ cents: 1_250 }, { cents: 900 }])
  const wanted = { orderId: order?.id, itemIds: [order?.refundable[1]?.itemId], reason: 'The mod crashes' }
  const refunded = await desk.ask('POST', `/api/admin/tickets/${id}/refund`, wanted)
  expect(refunded.order).toMatchObject({ refundableCents: 1_250, refundable: [{ cents: 1_250 }] })
  const { refunds } = (await buyer.call('GET', `/api/tickets/${id}`)).json<TicketThread>()
  expect(refunds).toMatchObject([{ what: `$9.00 of ${number}` }])
  const foreign = { ...wanted, itemIds: [999_999] }
  expect((await desk.maren().call('POST', `/api/admin/tickets/${id}/refund`, foreign)).json()).toMatchObject({
    code: 'orders.nothing_to_refund',
  })
  await store.stripe.settled()
  await runJobs(store)
  await expectMoneyIsRight(store)
})

test('a refund from a guest’s ticket or of another customer’s order is refused', async () => {
  const { buyer, id, orderId, mods } = await bought()
  const guest = await createTicket(store.db, {
    guestEmail: buyer.row.email ?? 'k@customer.example',
    category: 'refund',
  })
  expect((await refund(guest.id, orderId)).json()).toMatchObject({ code: 'tickets.unverified' })
  expect((await desk.read(guest.id)).customerCard).toBeNull()
  const grant = { modId: mods[0]?.id, reason: 'They asked' }
  expect((await desk.maren().call('POST', `/api/admin/tickets/${guest.id}/regrant`, grant)).json()).toMatchObject({
    code: 'tickets.unverified',
  })
  const other = await bought()
  expect((await refund(id, other.orderId)).json()).toMatchObject({ code: 'orders.not_found' })
})

test('a mod that was revoked can be granted again from the ticket', async () => {
  const { id, orderId, mods } = await bought()
  await refund(id, orderId)
  await store.stripe.settled()
  await runJobs(store)
  const modId = mods[0]?.id ?? 0
  expect((await desk.read(id)).customerCard?.mods).toMatchObject([{ modId, revokedAt: expect.any(String) }])
  const given = await desk.ask('POST', `/api/admin/tickets/${id}/regrant`, { modId, reason: 'Fixed in 2.3.1' })
  expect(given.customerCard?.mods).toMatchObject([{ modId, revokedAt: null }])
})

test('a refund request becomes a ticket in the support queue, and deciding the request closes the ticket', async () => {
  const mods = await newMods(store, [1_250])
  const buyer = await newBuyer(store, mods)
  const { number } = await buy(store, buyer)
  await buyer.call('POST', `/api/orders/${number}/refund-request`, { reason: 'It does not start' })
  await runJobs(store)
  const [row] = await desk.queue()
  expect(row).toMatchObject({ category: 'refund', subject: `Refund request for ${number}` })
  const { order, messages } = await desk.read(row?.id ?? 0)
  expect(messages).toMatchObject([{ body: 'It does not start' }])
  expect(order).toMatchObject({ number, hasOpenRequest: true })
  const declined = await desk
    .maren()
    .call('POST', `/api/admin/orders/${order?.id}/decline-request`, { reason: 'It was downloaded' })
  expect(declined.statusCode, declined.body).toBe(200)
  await runJobs(store)
  expect(await desk.read(row?.id ?? 0)).toMatchObject({ status: 'solved', clocks: { first: { state: 'ended' } } })
  expect(await desk.queue()).toEqual([])
})
