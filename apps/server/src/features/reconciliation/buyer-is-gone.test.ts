import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { inTransaction } from '@slipstream/db/client'
import { orders } from '@slipstream/db/tables/orders'
import { users } from '@slipstream/db/tables/users'
import { quoteCart, nameOf } from '#features/checkout/quote.service.ts'
import { startCheckout } from '#features/checkout/start-checkout.service.ts'
import { banUser, unbanUser } from '#features/users/ban.service.ts'
import { enqueue } from '#lib/jobs/jobs.ts'
import { type Buyer, fillCart, newKey, openEmptiedStore } from '#testing/buying-store.ts'
import { subjectsTo } from '#testing/mailbox.ts'
import { expectMoneyIsRight } from '#testing/money-check.ts'
import { openOrderDesk } from '#testing/order-desk.ts'
import { checkMoney } from './money-check.service.ts'

const store = await openEmptiedStore()
const desk = openOrderDesk(store)

const remove = async ({ call, row }: Buyer) => {
  const answer = await call('DELETE', '/api/account', { username: row.username })
  expect(answer.statusCode, answer.body).toBe(200)
}
const ban = ({ row }: Buyer) =>
  inTransaction(store.db, (tx) => banUser(tx, row.id, { reason: 'Shared mods', endsAt: null }))
const GONE = [
  ['deleted', remove],
  ['banned', ban],
] as const

const emailOf = async (id: number) => (await store.db.select().from(orders).where(eq(orders.id, id)))[0]?.email
const differences = async () =>
  (await checkMoney(store.payments, { since: new Date(0), until: new Date('2100-01-01') })).differences

describe('T-GONE: a deleted or banned buyer', () => {
  test.each(GONE)('T-GONE: the open payment page of a %s account is closed', async (_, go) => {
    const { id, buyer, session } = await desk.newUnpaidOrder([1_250])
    await go(buyer)
    await desk.settle()
    expect(await store.stripe.sessions()).toMatchObject([{ id: session, status: 'expired' }])
    expect((await desk.read(id)).status).toBe('canceled')
    await expectMoneyIsRight(store)
  })

  test.each(GONE)(
    'T-GONE: a buyer whose account is %s before the payment arrives is refunded automatically and notified',
    async (state, go) => {
      const { id, buyer, session } = await desk.newUnpaidOrder([1_250, 900])
      await go(buyer)
      await store.stripe.pay(session)
      await desk.settle()
      expect(await desk.read(id)).toMatchObject({
        status: 'refunded',
        requests: [
          {
            state: 'granted',
            reason: `The account was ${state} before the payment arrived. We are refunding it in full.`,
          },
        ],
      })
      expect(await desk.lockerOf(buyer)).toEqual([])
      expect(await store.stripe.money()).toMatchObject({ paid: 2_150, refunded: 2_150 })
      const subjects = await subjectsTo(buyer)
      expect(subjects).toContainEqual(expect.stringContaining('Your payment is being refunded'))
      expect(subjects).not.toContainEqual(expect.stringContaining('receipt'))
      await expectMoneyIsRight(store)
    },
  )
})

test('T-GONE: a deleted buyer’s address is kept until the order is canceled or refunded', async () => {
  const { id, buyer, session } = await desk.newUnpaidOrder([1_250])
  const other = await desk.newUnpaidOrder([1_250])
  await remove(buyer)
  await remove(other.buyer)
  expect(await emailOf(id)).toBe(buyer.row.email)
  await store.stripe.pay(session)
  await desk.settle()
  expect(await emailOf(other.id)).toBeNull()
  await inTransaction(store.db, (tx) => enqueue(tx, 'payments.forget_buyers', {}))
  await desk.settle()
  expect(await emailOf(id)).toBeNull()
  await expectMoneyIsRight(store)
})

test('T-GONE: a payment page that could not be closed at once is closed as soon as Stripe answers', async () => {
  const { id, buyer } = await desk.newUnpaidOrder([1_250])
  await store.stripe.fault({ kind: 'unavailable', percent: 100 })
  await remove(buyer)
  await desk.settle()
  expect((await desk.read(id)).status).toBe('pending')
  await store.stripe.clearFaults()
  await store.db.execute(sql`update graphile_worker._private_jobs set run_at = now()`)
  await desk.settle()
  expect((await desk.read(id)).status).toBe('canceled')
  await expectMoneyIsRight(store)
})

test('T-GONE: the money check reports a paid but undelivered order until a person has settled it', async () => {
  const { id, number, buyer, session } = await desk.newUnpaidOrder([1_250])
  await remove(buyer)
  await store.stripe.pay(session)
  await desk.settle()
  const [refund] = await store.stripe.refunds()
  await store.stripe.settleRefund(refund?.id ?? '', 'failed')
  await desk.settle()
  expect(await desk.read(id)).toMatchObject({ status: 'paid', requests: [{}, { state: 'open' }] })
  expect(await differences()).toMatchObject([{ kind: 'paid_items_are_in_the_locker', orderNumber: number }])
  await desk.call('POST', `/api/admin/orders/${id}/decline-request`, { reason: 'Paid to a bank account by hand' })
  await expectMoneyIsRight(store)
})

test('T-GONE: the money check reports a mod in the locker of a deleted account', async () => {
  const { buyer } = await desk.newOrder([1_250])
  await store.db.update(users).set({ erasedAt: new Date() }).where(eq(users.id, buyer.row.id))
  expect(await differences()).toMatchObject([{ kind: 'lockers_have_an_owner' }])
})

describe('T-GONE: a banned buyer', () => {
  test('T-GONE: a ban that has ended when the payment arrives does not stop the delivery', async () => {
    const { id, buyer, mods, session } = await desk.newUnpaidOrder([1_250])
    await ban(buyer)
    await store.stripe.pay(session)
    await inTransaction(store.db, (tx) => unbanUser(tx, buyer.row.id))
    await desk.settle()
    expect((await desk.read(id)).status).toBe('paid')
    expect(await desk.lockerOf(buyer)).toEqual([mods[0]?.id])
    await expectMoneyIsRight(store)
  })

  test('T-GONE: a ban keeps earlier purchases in the locker', async () => {
    const { buyer, mods } = await desk.newOrder([1_250])
    await ban(buyer)
    await desk.settle()
    expect(await desk.lockerOf(buyer)).toEqual([mods[0]?.id])
    await expectMoneyIsRight(store)
  })

  test('T-GONE: a checkout whose sign-in was checked just before the ban is refused', async () => {
    const { buyer, mods } = await desk.newOrder([1_250])
    await desk.refund(await desk.idOf((await store.db.select().from(orders))[0]?.number ?? ''))
    await fillCart(store, buyer.row.id, mods)
    const quote = nameOf(await quoteCart(store.db, buyer.row, undefined))
    await ban(buyer)
    const late = startCheckout(store.payments, buyer.row, {
      key: newKey(),
      quote,
      consents: { delivery: true, withdrawal: true },
      country: null,
    })
    await expect(late).rejects.toMatchObject({ code: 'auth.banned' })
    await expectMoneyIsRight(store)
  })
})
