import { sql } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import {
  AGREED,
  checkOut,
  complete,
  fillCart,
  newBuyer,
  newKey,
  newMods,
  openEmptiedStore,
  quoteOf,
  startOrder,
  untilAnswered,
} from '#testing/buying-store.ts'
import { readMailbox } from '#testing/mailbox.ts'
import { expectMoneyIsRight } from '#testing/money-check.ts'
import { RACE_ROUNDS } from '#testing/rounds.ts'
import { runJobs } from '#testing/run-jobs.ts'

vi.setConfig({ testTimeout: 60_000 * Math.max(1, RACE_ROUNDS) })

const store = await openEmptiedStore()

const count = async (table: string) => {
  const { rows } = await store.db.execute<{ count: number }>(sql.raw(`select count(*)::int as count from ${table}`))
  return rows[0]?.count ?? 0
}

const tally = (statuses: readonly number[]) =>
  Object.fromEntries([...new Set(statuses)].map((status) => [status, statuses.filter((one) => one === status).length]))

describe('T-RACE: concurrent reports of one payment', () => {
  test('T-RACE: 200 returns from the payment page and 150 webhooks deliver one payment once', async () => {
    for (let round = 1; round <= RACE_ROUNDS; round++) {
      await store.empty()
      const mods = await newMods(store, [1_250, 900, 700])
      const buyer = await newBuyer(store, mods)
      const order = await startOrder(buyer)

      await store.stripe.treatDeliveries({ copies: 20, shuffle: true, maxDelayMs: 300, seed: round })
      await store.stripe.pay(order.session)
      const paid = (await store.stripe.events()).find(({ type }) => type === 'checkout.session.completed')
      const resent = Array.from({ length: 90 }, () => store.stripe.resend(paid?.id ?? ''))
      const answers = await Promise.all(
        Array.from({ length: 200 }, () => untilAnswered(() => complete(buyer, order.session))),
      )
      await Promise.all(resent)
      const { summary } = await store.stripe.settled()
      await runJobs(store)

      // At most sixty requests of a buyer per minute reach Stripe. Once the payment is recorded, none has to.
      const { 200: answered = 0, ...refused } = tally(answers.map(({ statusCode }) => statusCode))
      expect(answered).toBeGreaterThanOrEqual(60)
      expect(Object.keys(refused).filter((status) => status !== '429')).toEqual([])
      expect(new Set(answers.filter(({ statusCode }) => statusCode === 200).map(({ body }) => body))).toEqual(
        new Set([JSON.stringify({ orderNumber: order.number, status: 'paid' })]),
      )
      expect(summary.failed).toBe(0)
      expect(summary.delivered).toBeGreaterThanOrEqual(150)
      expect(await count('ledger_entries')).toBe(1)
      expect(await count('entitlements')).toBe(3)
      expect(await count("order_events where what = 'paid'")).toBe(1)
      expect(await count("order_events where what = 'receipt_mailed'")).toBe(1)
      expect(await count('cart_items')).toBe(0)
      expect(await readMailbox(buyer.row.email ?? '')).toHaveLength(1)
      await expectMoneyIsRight(store)
    }
  })
})

describe('T-DUPCART: a cart is paid once', () => {
  test('T-DUPCART: 200 clicks with the same idempotency key create one order and one payment page', async () => {
    for (let round = 1; round <= RACE_ROUNDS; round++) {
      await store.empty()
      const buyer = await newBuyer(store, await newMods(store, [1_250, 900]))
      const wish = { key: newKey(), quote: (await quoteOf(buyer)).quote, consents: AGREED }
      const answers = await Promise.all(
        Array.from({ length: 200 }, () => untilAnswered(() => buyer.call('POST', '/api/checkout', wish))),
      )
      expect(tally(answers.map(({ statusCode }) => statusCode))).toEqual({ 200: 200 })
      expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
      expect(await count('orders')).toBe(1)
      expect(await store.stripe.sessions()).toHaveLength(1)
    }
  })

  test('T-DUPCART: 20 tabs with their own keys share the payment page of the same cart', async () => {
    const buyer = await newBuyer(store, await newMods(store, [1_250, 900]))
    const answers = await Promise.all(Array.from({ length: 20 }, () => untilAnswered(() => checkOut(buyer))))
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    expect(await count('orders')).toBe(1)
    expect(await store.stripe.sessions()).toHaveLength(1)
  })

  test('T-DUPCART: checking out another cart closes the open payment page, so that nobody pays for a mod twice', async () => {
    const [first, second] = await newMods(store, [1_250, 900])
    if (!first || !second) throw new Error('no mods')
    const buyer = await newBuyer(store, [first])
    const one = await startOrder(buyer)
    await fillCart(store, buyer.row.id, [second])
    const two = await startOrder(buyer)
    expect(two.session).not.toBe(one.session)
    expect((await store.stripe.sessions()).map(({ status }) => status)).toEqual(['expired', 'open'])
    await expect(store.stripe.pay(one.session)).rejects.toThrow('expired')

    await store.stripe.pay(two.session)
    expect((await complete(buyer, two.session)).json()).toMatchObject({ status: 'paid' })
    expect((await complete(buyer, one.session)).json()).toMatchObject({ status: 'canceled' })
    await expectMoneyIsRight(store)
  })

  test('T-DUPCART: a mod paid for in one tab during a checkout in another is delivered and not sold again', async () => {
    const [first, second] = await newMods(store, [1_250, 900])
    if (!first || !second) throw new Error('no mods')
    const buyer = await newBuyer(store, [first])
    await store.stripe.treatDeliveries({ dropPercent: 100 })
    const one = await startOrder(buyer)
    await store.stripe.pay(one.session)
    await fillCart(store, buyer.row.id, [second])

    const refused = await checkOut(buyer)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'checkout.changed'])
    const two = await startOrder(buyer)
    await store.stripe.pay(two.session)
    await complete(buyer, two.session)
    expect(await count('entitlements')).toBe(2)
    const { rows } = await store.db.execute(sql`select status, total_cents as total from orders order by id`)
    expect(rows).toEqual([
      { status: 'paid', total: 1_250 },
      { status: 'paid', total: 900 },
    ])
    await expectMoneyIsRight(store)
  })

  test('T-DUPCART: a second payment for the same mod is refunded automatically', async () => {
    const mods = await newMods(store, [1_250, 900])
    const [first] = mods
    if (!first) throw new Error('no mods')
    const buyer = await newBuyer(store, mods)
    const order = await startOrder(buyer)
    // While the payment page is open, the same mod is delivered by another order.
    const { row } = buyer
    await store.db.execute(sql`
      with bought as (
        insert into orders (user_id, client_key, quote, subtotal_cents, total_cents, consent_version, consented_at, status, paid_at)
        values (${row.id}, 'another-key-0123456', 'q', 0, 0, '2026-11', now(), 'paid', now()) returning id
      ), item as (
        insert into order_items (order_id, mod_id, title, price_cents, paid_cents)
        select id, ${first.id}, 'x', 0, 0 from bought returning id
      )
      insert into entitlements (user_id, mod_id, order_item_id, source) select ${row.id}, ${first.id}, id, 'purchase' from item`)
    await store.stripe.pay(order.session)
    await complete(buyer, order.session)
    await runJobs(store)

    expect((await buyer.call('GET', `/api/orders/${order.number}`)).json()).toMatchObject({
      status: 'partially_refunded',
      refundedCents: 1_250,
      items: [
        { refundedCents: 1_250, isInLocker: false },
        { refundedCents: 0, isInLocker: true },
      ],
    })
    expect(await store.stripe.money()).toMatchObject({ paid: 2_150, refunded: 1_250 })
    await expectMoneyIsRight(store)
  })
})
