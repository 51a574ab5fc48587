import { type SQL, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { inTransaction } from '@slipstream/db/client'
import { subscriptions } from '@slipstream/db/tables/subscriptions'
import { changeSettings } from '#features/settings/settings.service.ts'
import { openEmptiedStore } from '#testing/buying-store.ts'
import { lastChanges } from '#testing/audit-log.ts'
import { expectMoneyIsRight } from '#testing/money-check.ts'
import { newSubscriber, newSubscriptionDesk, readRow, setStripeBack, settle } from '#testing/subscribers.ts'

const store = await openEmptiedStore()

describe('[ROUTE-09] subscriptions as administrators see them', () => {
  test('[CALL-05] [PLAN-05] [PLAN-06] every payment for a subscription is listed, newest first', async () => {
    const desk = await newSubscriptionDesk(store)
    expect(await desk.recent()).toEqual([])
    const { buyer, row, plan } = await newSubscriber(store)
    await store.stripe.advance({ days: 32 })
    await settle(store)
    const items = await desk.recent()
    expect(items).toHaveLength(2)
    expect(items[1]).toEqual({
      id: expect.any(Number),
      createdAt: row.startedAt?.toISOString(),
      username: buyer.row.username,
      userId: buyer.row.id,
      planName: plan.name,
      amountCents: 699,
      interval: 'month',
      paymentIntentId: expect.stringMatching(/^pi_/),
      refundedCents: 0,
      refund: null,
    })
  })

  test('[PLAN-06] a payment of a deleted account has no username', async () => {
    const { buyer } = await newSubscriber(store)
    await buyer.call('DELETE', '/api/account', { username: buyer.row.username })
    await settle(store)
    expect(await (await newSubscriptionDesk(store)).recent()).toMatchObject([{ username: null, userId: buyer.row.id }])
  })

  test('the figures count active, new and churned subscribers and their monthly revenue', async () => {
    const desk = await newSubscriptionDesk(store)
    await newSubscriber(store)
    await newSubscriber(store, { interval: 'year', price: 12_000 })
    const leaving = await newSubscriber(store)
    await leaving.buyer.call('POST', '/api/subscription/cancel', {})
    const refunded = await newSubscriber(store)
    await refunded.buyer.call('POST', '/api/subscription/refund')
    await settle(store)
    const figures = await desk.figures()
    expect(figures).toMatchObject({ active: 3, started: 4, churned: 1, monthlyCents: 699 + 1_000, failedRenewals: [] })
    expect(figures.revenue).toHaveLength(12)
    expect(figures.revenue.at(-1)?.amountCents).toBe(699 + 12_000 + 699)
  })

  test('revenue is counted in the months of the store, however much it is', async () => {
    const timeZone = 'Pacific/Kiritimati'
    const desk = await newSubscriptionDesk(store)
    await inTransaction(store.db, (tx) => changeSettings(tx, { timeZone }))
    const { row } = await newSubscriber(store)
    await store.db.execute(sql`delete from ledger_entries`)
    const begins = sql`date_trunc('month', now() at time zone ${timeZone}::text) at time zone ${timeZone}::text`
    const pay = (name: string, amount: number, at: SQL) =>
      store.db.execute(sql`
        insert into ledger_entries (subscription_id, kind, amount_cents, stripe_id, at)
        values (${row.id}, 'payment', ${amount}, ${name}, ${at})`)
    for (const name of ['pi_1', 'pi_2', 'pi_3']) await pay(name, 2_000_000_000, begins)
    await pay('pi_4', 700, sql`${begins} - interval '1 s'`)
    const { revenue } = await desk.figures()
    expect(revenue.slice(-2).map(({ amountCents }) => amountCents)).toEqual([700, 6_000_000_000])
  })

  test('a failed renewal is listed with its attempts and the date when access ends', async () => {
    await setStripeBack(store, 32)
    const { buyer, stripeId } = await newSubscriber(store)
    await store.stripe.failNextRenewal(stripeId)
    await store.stripe.advance({ days: 32 })
    await settle(store)
    const { accessUntil } = await readRow(store, buyer)
    expect((await (await newSubscriptionDesk(store)).figures()).failedRenewals).toMatchObject([
      { username: buyer.row.username, amountCents: 699, attempts: 1, endsAt: accessUntil?.toISOString() },
    ])
  })

  test('an administrator refunds a payment once; the subscription it paid for ends, and the audit log records it', async () => {
    const desk = await newSubscriptionDesk(store)
    const { buyer } = await newSubscriber(store)
    const [payment] = await desk.recent()
    expect((await desk.refund(payment?.id ?? 0)).statusCode).toBe(200)
    expect((await desk.refund(payment?.id ?? 0)).json()).toMatchObject({ code: 'subscriptions.nothing_to_refund' })
    await settle(store)
    expect(await readRow(store, buyer)).toMatchObject({ status: 'canceled', endReason: 'refund' })
    expect(await desk.recent()).toMatchObject([{ refundedCents: 699 }])
    expect((await desk.refund(payment?.id ?? 0)).statusCode).toBe(409)
    expect((await desk.refund((payment?.id ?? 0) + 1)).statusCode).toBe(404)
    expect(await lastChanges(store.db)).toMatchObject([{ action: 'refund', subject: 'subscription' }])
    await expectMoneyIsRight(store)
  })
})

test('T-TAMPER: an access date that was edited in the database is corrected from Stripe’s state', async () => {
  const { buyer, row } = await newSubscriber(store)
  await store.db.update(subscriptions).set({ accessUntil: new Date('2100-01-01') })
  await buyer.call('POST', '/api/subscription/complete', { transactionId: row.stripeSessionId ?? '' })
  expect((await readRow(store, buyer)).accessUntil).toEqual(row.accessUntil)
})
