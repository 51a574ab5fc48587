import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AdminOrder } from '@slipstream/contract/orders-admin'
import { inTransaction } from '@slipstream/db/client'
import { entitlements } from '@slipstream/db/tables/entitlements'
import { sessions } from '@slipstream/db/tables/auth'
import {
  type Buyer,
  type BuyingStore,
  buy,
  fillCart,
  newBuyer,
  newMods,
  openBuyingStore,
  startOrder,
} from '#testing/buying-store.ts'
import { readMailbox } from '#testing/mailbox.ts'
import { expectMoneyIsRight } from '#testing/money-check.ts'
import { runJobs } from '#testing/run-jobs.ts'
import { reconcile } from '#features/payments/reconcile.service.ts'
import { noteDispute } from './note-dispute.service.ts'
import { allocate } from './note-refunds.service.ts'

let store: BuyingStore
let admin: Buyer
beforeAll(async () => {
  store = await openBuyingStore()
})
beforeEach(async () => {
  await store.empty()
  admin = await newBuyer(store, [], { isAdmin: true })
})
afterAll(() => store.close())

/** Somebody who has bought mods at these prices, and what the administrators see of the order. */
const newOrder = async (...prices: number[]) => {
  const mods = await newMods(store, prices)
  const buyer = await newBuyer(store, mods)
  const { number, session } = await buy(store, buyer)
  const { items } = (await admin.call('GET', `/api/admin/orders?q=${number}`)).json<{ items: { id: number }[] }>()
  return { mods, buyer, number, session, id: items[0]?.id ?? 0 }
}
const read = async (id: number) => (await admin.call('GET', `/api/admin/orders/${id}`)).json<AdminOrder>()
const itemIds = async (id: number) => (await read(id)).items.map((item) => item.id)
const refund = (id: number, items?: (number | undefined)[]) =>
  admin.call('POST', `/api/admin/orders/${id}/refund`, {
    reason: 'They asked for it',
    ...(items && { itemIds: items }),
  })
const lockerOf = async ({ row }: Buyer) => {
  const rows = await store.db.select().from(entitlements).orderBy(entitlements.id)
  return rows.filter(({ userId, revokedAt }) => userId === row.id && revokedAt === null).map(({ modId }) => modId)
}
const settle = async () => {
  await store.stripe.settled()
  await runJobs(store)
}

describe('T-REFUND: a refund', () => {
  test('of everything pays all back and empties the locker', async () => {
    const { id, buyer } = await newOrder(1_250, 900)
    const answer = await refund(id)
    expect(answer.json(), answer.body).toMatchObject({
      status: 'refunded',
      refundedCents: 2_150,
      refundsAsked: [{ state: 'sent', amountCents: 2_150 }],
    })
    expect(await lockerOf(buyer)).toEqual([])
    await settle()
    const mails = await readMailbox(buyer.row.email ?? '')
    expect(mails.filter(({ subject }) => subject.startsWith('Your refund'))).toHaveLength(1)
    expect(await store.stripe.money()).toMatchObject({ paid: 2_150, refunded: 2_150 })
    await expectMoneyIsRight(store)
  })

  test('of one item takes back that item alone, and of the other one later the rest', async () => {
    const { id, buyer, mods } = await newOrder(1_250, 900)
    const [first, second] = await itemIds(id)
    expect((await refund(id, [first])).json()).toMatchObject({ status: 'partially_refunded', refundedCents: 1_250 })
    expect(await lockerOf(buyer)).toEqual([mods[1]?.id])
    await expectMoneyIsRight(store)
    expect((await refund(id, [second])).json()).toMatchObject({ status: 'refunded', refundedCents: 2_150 })
    expect(await lockerOf(buyer)).toEqual([])
    await settle()
    await expectMoneyIsRight(store)
  })

  test('is made once, however often and by how many it is ordered at once', async () => {
    const { id } = await newOrder(1_250, 900)
    const answers = await Promise.all(Array.from({ length: 20 }, () => refund(id)))
    const codes = answers.map((answer) => answer.json<{ code?: string }>().code ?? 'ok').sort()
    expect(codes.filter((code) => code === 'ok')).toHaveLength(1)
    expect(new Set(codes)).toEqual(new Set(['ok', 'orders.nothing_to_refund']))
    const [first] = await itemIds(id)
    expect((await refund(id, [first])).statusCode).toBe(409)
    await settle()
    expect(await store.stripe.money()).toMatchObject({ refunded: 2_150 })
    await expectMoneyIsRight(store)
  })

  test('in Stripe’s dashboard of everything is followed; of a part takes nobody’s mod away', async () => {
    const { id, buyer, session, mods } = await newOrder(1_250, 900)
    await store.stripe.refund(session, 500)
    await settle()
    expect(await read(id)).toMatchObject({ status: 'partially_refunded', refundedCents: 500 })
    expect(await lockerOf(buyer)).toEqual(mods.map((mod) => mod.id))
    await expectMoneyIsRight(store)
    await store.stripe.refund(session)
    await settle()
    expect(await read(id)).toMatchObject({ status: 'refunded', refundedCents: 2_150 })
    expect(await lockerOf(buyer)).toEqual([])
    await expectMoneyIsRight(store)
  })

  test('of an item after a part was paid back in the dashboard pays the rest of that item', async () => {
    const { id, session, buyer, mods } = await newOrder(1_000, 1_000)
    await store.stripe.refund(session, 500)
    await settle()
    const [first] = await itemIds(id)
    expect((await refund(id, [first])).json()).toMatchObject({ status: 'partially_refunded', refundedCents: 1_250 })
    expect(await lockerOf(buyer)).toEqual([mods[1]?.id])
    await settle()
    await expectMoneyIsRight(store)
  })

  test('whose webhook arrives before Stripe has answered us is written down once', async () => {
    const { id } = await newOrder(1_250)
    await store.stripe.fault({ kind: 'error-after', call: 'POST /v1/refunds', times: 1 })
    const [answer] = await Promise.all([refund(id), store.stripe.settled().then(() => runJobs(store))])
    expect(answer.statusCode).toBe(200)
    await settle()
    expect(await read(id)).toMatchObject({ status: 'refunded' })
    const { rows } = await store.db.execute(sql`select amount_cents from ledger_entries where kind = 'refund'`)
    expect(rows).toEqual([{ amount_cents: -1_250 }])
    await expectMoneyIsRight(store)
  })

  test('that Stripe cannot be asked for now is made later, by itself', async () => {
    const { id } = await newOrder(1_250)
    await store.stripe.fault({ kind: 'error', call: 'POST /v1/refunds' })
    expect((await refund(id)).json()).toMatchObject({ status: 'paid', refundsAsked: [{ state: 'queued' }] })
    await store.stripe.clearFaults()
    await store.db.execute(sql`update order_refunds set created_at = now() - interval '1 minute'`)
    await reconcile(store.payments, (error) => {
      throw error
    })
    expect(await read(id)).toMatchObject({ status: 'refunded', refundsAsked: [{ state: 'sent' }] })
    await settle()
    expect(await store.stripe.money()).toMatchObject({ refunded: 1_250 })
    await expectMoneyIsRight(store)
  })

  test('that Stripe refuses is said to have failed, and can be ordered anew', async () => {
    const { id, session } = await newOrder(1_250)
    await store.stripe.treatDeliveries({ dropPercent: 100 })
    await store.stripe.refund(session, 1_000)
    expect((await refund(id)).json()).toMatchObject({
      status: 'partially_refunded',
      refundedCents: 1_000,
      refundsAsked: [{ state: 'failed', error: expect.stringContaining('greater than unrefunded') }],
    })
    expect((await refund(id)).json()).toMatchObject({ status: 'refunded', refundedCents: 1_250 })
    await expectMoneyIsRight(store)
  })

  test('lets the mod be bought again', async () => {
    const { id, buyer, mods } = await newOrder(1_250)
    await refund(id)
    await fillCart(store, buyer.row.id, mods)
    await buy(store, buyer)
    expect(await lockerOf(buyer)).toEqual([mods[0]?.id])
    await settle()
    expect(await store.stripe.money()).toMatchObject({ paid: 2_500, refunded: 1_250 })
    await expectMoneyIsRight(store)
  })

  test('needs a fresh proof of who orders it', async () => {
    const { id } = await newOrder(1_250)
    await store.db.update(sessions).set({ provenAt: new Date(Date.now() - 60 * 60_000) })
    store.services.auth.identity.forget()
    const answer = await refund(id)
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'auth.proof_required'])
    expect(await store.stripe.money()).toMatchObject({ refunded: 0 })
  })

  test('shares out what it was not meant for, to the cent', () => {
    const items = [
      { id: 1, left: 1_000 },
      { id: 2, left: 333 },
      { id: 3, left: 0 },
    ]
    expect(Object.fromEntries(allocate(500, items, []))).toEqual({ 1: 375, 2: 125, 3: 0 })
    expect(Object.fromEntries(allocate(1_333, items, []))).toEqual({ 1: 1_000, 2: 333, 3: 0 })
    expect(Object.fromEntries(allocate(400, items, [{ itemId: 2, amountCents: 400 }]))).toEqual({ 1: 67, 2: 333, 3: 0 })
  })
})

describe('T-DISPUTE: a disputed payment', () => {
  test('closes the locker when the bank takes the money, and opens it when it gives it back', async () => {
    const { id, session, buyer, mods } = await newOrder(1_250, 900)
    const dispute = await store.stripe.dispute(session)
    await settle()
    expect(await read(id)).toMatchObject({ status: 'disputed', disputes: [{ id: dispute.id, state: 'open' }] })
    expect(await lockerOf(buyer)).toEqual([])
    await expectMoneyIsRight(store)
    const refused = await refund(id)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'orders.not_refundable'])

    await store.stripe.closeDispute(dispute.id, 'won')
    await settle()
    expect(await read(id)).toMatchObject({ status: 'paid', disputes: [{ state: 'won' }] })
    // Somebody who had asked Stripe before comes late with what is not so any more.
    const old = {
      id: dispute.id,
      amountCents: 2_150,
      state: 'open' as const,
      reason: '',
      openedAt: new Date(),
      evidenceDueAt: null,
    }
    await inTransaction(store.db, (tx) => noteDispute(tx, id, old))
    expect(await read(id)).toMatchObject({ disputes: [{ state: 'won' }] })
    expect(await lockerOf(buyer)).toEqual(mods.map((mod) => mod.id))
    await expectMoneyIsRight(store)
  })

  test('that is lost stays closed', async () => {
    const { id, session, buyer } = await newOrder(1_250)
    const dispute = await store.stripe.dispute(session)
    await store.stripe.closeDispute(dispute.id, 'lost')
    await settle()
    expect(await read(id)).toMatchObject({ status: 'disputed', disputes: [{ state: 'lost' }] })
    expect(await lockerOf(buyer)).toEqual([])
    expect(await store.stripe.money()).toMatchObject({ paid: 1_250, disputed: 1_250, net: 0 })
    await expectMoneyIsRight(store)
  })

  test('of a card that is known for it is followed from the first event on', async () => {
    const mods = await newMods(store, [1_250])
    const buyer = await newBuyer(store, mods)
    await store.stripe.treatDeliveries({ copies: 3, shuffle: true, maxDelayMs: 200 })
    const { session } = await startOrder(buyer)
    await store.stripe.pay(session, 'pm_card_createDispute')
    await settle()
    expect(await lockerOf(buyer)).toEqual([])
    await expectMoneyIsRight(store)
  })

  test('that was partly refunded before comes back as it was', async () => {
    const { id, session, buyer, mods } = await newOrder(1_250, 900)
    const [first] = await itemIds(id)
    await refund(id, [first])
    const dispute = await store.stripe.dispute(session)
    expect(dispute.amount).toBe(900)
    await settle()
    expect((await read(id)).status).toBe('disputed')
    await store.stripe.closeDispute(dispute.id, 'won')
    await settle()
    expect((await read(id)).status).toBe('partially_refunded')
    expect(await lockerOf(buyer)).toEqual([mods[1]?.id])
    await expectMoneyIsRight(store)
  })

  test('that is won after the mod was bought again is paid back: nobody pays twice', async () => {
    const { id, session, buyer, mods } = await newOrder(1_250)
    const dispute = await store.stripe.dispute(session)
    await settle()
    await fillCart(store, buyer.row.id, mods)
    await buy(store, buyer)
    await store.stripe.closeDispute(dispute.id, 'won')
    await settle()
    expect(await read(id)).toMatchObject({ status: 'refunded' })
    expect(await lockerOf(buyer)).toEqual([mods[0]?.id])
    expect(await store.stripe.money()).toMatchObject({ paid: 2_500, refunded: 1_250, disputed: 0 })
    await expectMoneyIsRight(store)
  })

  test('is answered with what the customer agreed to and did, once', async () => {
    const { id, session, number } = await newOrder(1_250)
    await store.stripe.dispute(session)
    await settle()
    const evidence = (await admin.call('GET', `/api/admin/orders/${id}/evidence`)).json()
    expect(evidence.text).toContain(number)
    expect(evidence.accessActivityLog).toBe('Nothing was downloaded.')
    const sent = await admin.call('POST', `/api/admin/orders/${id}/evidence`)
    expect(sent.statusCode, sent.body).toBe(200)
    const again = await admin.call('POST', `/api/admin/orders/${id}/evidence`)
    expect([again.statusCode, again.json().code]).toEqual([409, 'orders.no_dispute'])
    await settle()
    await expectMoneyIsRight(store)
  })
})
