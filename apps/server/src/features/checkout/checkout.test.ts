import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { orders } from '@slipstream/db/tables/orders'
import { createPurchase } from '@slipstream/db/testing/order-factories'
import {
  AGREED,
  buy,
  checkOut,
  complete,
  newBuyer,
  newKey,
  newMods,
  openEmptiedStore,
  quoteOf,
  startOrder,
} from '#testing/buying-store.ts'
import { readMailbox } from '#testing/mailbox.ts'
import { expectMoneyIsRight } from '#testing/money-check.ts'
import { runJobs } from '#testing/run-jobs.ts'

const store = await openEmptiedStore()

const chargedAtStripe = async () => (await store.stripe.money())?.paid ?? 0

describe('a quote', () => {
  test('a quote shows the price of each line, with sales, and the total', async () => {
    const [plain, onSale] = await newMods(store, [1_250, 2_000])
    if (!plain || !onSale) throw new Error('no mods')
    await store.db.execute(sql`update mods set sale_price_cents = 1500 where id = ${onSale.id}`)
    const quote = await quoteOf(await newBuyer(store, [plain, onSale]))
    expect(quote).toMatchObject({
      lines: [
        {
          modId: plain.id,
          title: plain.title,
          priceCents: 1_250,
          saleCents: 0,
          couponCents: 0,
          paysCents: 1_250,
          isOwned: false,
        },
        { modId: onSale.id, priceCents: 2_000, saleCents: 500, paysCents: 1_500 },
      ],
      subtotalCents: 3_250,
      saleCents: 500,
      couponCents: 0,
      totalCents: 2_750,
      coupon: null,
      couponProblem: null,
      problem: null,
    })
    expect(quote.consents.delivery).toContain('at once')
  })

  test('a quote says what prevents the purchase', async () => {
    const [mod, cheap] = await newMods(store, [1_250, 30])
    if (!mod || !cheap) throw new Error('no mods')
    expect(await quoteOf(await newBuyer(store, []))).toMatchObject({ problem: 'checkout.cart_empty', totalCents: 0 })
    expect(await quoteOf(await newBuyer(store, [cheap]))).toMatchObject({ problem: 'checkout.too_small' })
    const withoutAddress = await newBuyer(store, [mod], { email: null, emailVerifiedAt: null })
    expect(await quoteOf(withoutAddress)).toMatchObject({ problem: 'checkout.email_needed' })
    const owner = await newBuyer(store, [mod])
    await createPurchase(store.db, { userId: owner.row.id, mod })
    expect(await quoteOf(owner)).toMatchObject({ problem: 'checkout.owned', lines: [{ isOwned: true }] })
    for (const buyer of [owner, withoutAddress]) {
      const answer = await checkOut(buyer)
      expect([answer.statusCode, answer.json().code]).toEqual([409, (await quoteOf(buyer)).problem])
    }
    expect(await store.stripe.sessions()).toEqual([])
  })
})

describe('buying', () => {
  test('buying charges exactly the quote, delivers, empties the cart and mails a receipt with both consents', async () => {
    const mods = await newMods(store, [1_250, 899])
    const buyer = await newBuyer(store, mods)
    const quote = await quoteOf(buyer)
    const order = await buy(store, buyer)
    expect(order.number).toMatch(/^SL-\d{4}-\d{6}$/)
    expect(order.url.startsWith(store.stripe.address)).toBe(true)
    expect(await chargedAtStripe()).toBe(quote.totalCents)
    expect((await buyer.call('GET', '/api/cart')).json()).toEqual([])
    expect((await buyer.call('GET', `/api/orders/${order.number}`)).json()).toMatchObject({
      status: 'paid',
      totalCents: 2_149,
      items: [{ isInLocker: true }, { isInLocker: true }],
      consents: quote.consents,
    })
    await runJobs(store)
    const [mail] = await readMailbox(buyer.row.email ?? '')
    expect(mail?.subject).toContain(order.number)
    expect(mail?.text).toContain('$21.49')
    expect(mail?.text).toContain(quote.consents.delivery)
    expect(mail?.text).toContain(quote.consents.withdrawal)
    await expectMoneyIsRight(store)
  })

  test('a free order completes at once, without Stripe', async () => {
    const buyer = await newBuyer(store, await newMods(store, [0, 0]))
    const answer = await checkOut(buyer)
    expect(answer.json()).toEqual({ orderNumber: expect.stringMatching(/^SL-/), url: null })
    const { orderNumber } = answer.json<{ orderNumber: string }>()
    expect((await buyer.call('GET', `/api/orders/${orderNumber}`)).json()).toMatchObject({
      status: 'paid',
      totalCents: 0,
      items: [{ isInLocker: true }, { isInLocker: true }],
    })
    expect(await store.stripe.sessions()).toEqual([])
    await runJobs(store)
    expect(await readMailbox(buyer.row.email ?? '')).toHaveLength(1)
    await expectMoneyIsRight(store)
  })

  test('buying is refused if something changed since the quote, and nothing is written', async () => {
    const [mod] = await newMods(store, [1_250])
    if (!mod) throw new Error('no mod')
    const buyer = await newBuyer(store, [mod])
    const { quote } = await quoteOf(buyer)
    await store.db.execute(sql`update mods set price_cents = 1300 where id = ${mod.id}`)
    const answer = await buyer.call('POST', '/api/checkout', { key: newKey(), quote, consents: AGREED })
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'checkout.changed'])
    expect(await store.db.select().from(orders)).toEqual([])
  })

  test('buying is refused without both consents', async () => {
    const buyer = await newBuyer(store, await newMods(store, [1_250]))
    const { quote } = await quoteOf(buyer)
    for (const consents of [
      { delivery: false, withdrawal: true },
      { delivery: true },
      { ...AGREED, withdrawal: 'true' },
      {},
    ]) {
      const answer = await buyer.call('POST', '/api/checkout', { key: newKey(), quote, consents })
      expect([consents, answer.statusCode]).toEqual([consents, 400])
    }
    expect(await store.db.select().from(orders)).toEqual([])
  })

  test('while Stripe is down a checkout charges nothing and later continues with the same order', async () => {
    const buyer = await newBuyer(store, await newMods(store, [1_250]))
    const key = newKey()
    for (const kind of ['unavailable', 'error', 'rate-limit', 'error-after']) {
      await store.stripe.clearFaults()
      await store.stripe.fault({ kind, call: 'POST /v1/checkout/sessions' })
      const answer = await checkOut(buyer, { key })
      expect([kind, answer.statusCode, answer.json().code]).toEqual([kind, 503, 'payments.away'])
      expect(answer.json().message).toContain('is unavailable')
      expect(await store.db.select().from(orders)).toMatchObject([{ status: 'pending' }])
    }
    await store.stripe.clearFaults()
    const order = await startOrder(buyer, { key })
    expect((await startOrder(buyer)).session).toBe(order.session)
    expect(await store.stripe.sessions()).toHaveLength(1)
    await store.stripe.pay(order.session)
    await complete(buyer, order.session)
    expect(await store.db.select().from(orders)).toHaveLength(1)
    await expectMoneyIsRight(store)
  })

  test('an idempotency key whose payment page has closed is refused, and a new key starts over', async () => {
    const buyer = await newBuyer(store, await newMods(store, [1_250]))
    const key = newKey()
    const first = await startOrder(buyer, { key })
    await store.stripe.expire(first.session)
    const answer = await checkOut(buyer, { key })
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'checkout.closed'])
    expect((await startOrder(buyer)).number).not.toBe(first.number)
  })
})

test('a buyer’s polls reach Stripe at most sixty times a minute', async () => {
  const buyer = await newBuyer(store, await newMods(store, [1_250]))
  const { session } = await startOrder(buyer)
  const statuses = []
  for (let time = 0; time < 61; time += 1) statuses.push((await complete(buyer, session)).statusCode)
  expect(statuses).toEqual([...Array<number>(60).fill(200), 429])
  const other = await newBuyer(store, await newMods(store, [900]))
  await buy(store, other)
})

describe('T-TAMPER: tampered checkouts', () => {
  const CHOSEN = ['price', 'priceCents', 'amount', 'total', 'totalCents', 'userId', 'discount', 'currency', 'quantity']

  test('T-TAMPER: a checkout with its own price, buyer or currency is refused, and the charge matches the quote', async () => {
    const buyer = await newBuyer(store, await newMods(store, [1_250]))
    const { quote } = await quoteOf(buyer)
    for (const field of [...CHOSEN, 'lines', 'items']) {
      for (const value of [1, -1, '0.01', null, [{ modId: 1, price: 1 }]]) {
        const wish = { key: newKey(), quote, consents: AGREED, [field]: value }
        expect([field, (await buyer.call('POST', '/api/checkout', wish)).statusCode]).toEqual([field, 400])
      }
    }
    expect(await store.db.select().from(orders)).toEqual([])
    await buy(store, buyer)
    expect(await chargedAtStripe()).toBe(1_250)
  })

  test('T-TAMPER: completing a purchase accepts no other fields and leaves an unpaid order pending', async () => {
    const buyer = await newBuyer(store, await newMods(store, [1_250]))
    const { session } = await startOrder(buyer)
    for (const field of ['status', 'paid', 'amount', 'userId']) {
      const answer = await buyer.call('POST', '/api/purchase/complete', { transactionId: session, [field]: 'paid' })
      expect(answer.statusCode).toBe(400)
    }
    expect((await complete(buyer, session)).json()).toMatchObject({ status: 'pending' })
  })
})

describe('T-IDOR: another person’s payment', () => {
  test('T-IDOR: another person’s payment answers 404, like one that does not exist', async () => {
    const mods = await newMods(store, [1_250])
    const [buyer, stranger] = [await newBuyer(store, mods), await newBuyer(store, mods)]
    const { session } = await startOrder(buyer)
    await store.stripe.pay(session)
    const unknown = await complete(stranger, 'cs_test_unknown')
    const foreign = await complete(stranger, session)
    expect([foreign.statusCode, foreign.json().code]).toEqual([404, 'orders.not_found'])
    expect(unknown.json()).toMatchObject({ code: foreign.json().code, message: foreign.json().message })
    expect((await complete(buyer, session)).json()).toMatchObject({ status: 'paid' })
  })

  test.each([
    ['a country named by the proxy', { 'x-country': 'de' }, 'DE'],
    ['no country', {}, null],
    ['an invalid country', { 'x-country': 'Germany' }, null],
    ['a buyer who opted out of tracking', { 'x-country': 'de', 'sec-gpc': '1' }, null],
  ])('an order stores only a valid country, and none for a buyer who opted out: %s', async (_, headers, country) => {
    const buyer = await newBuyer(store, await newMods(store, [1_250]))
    const { quote } = await quoteOf(buyer)
    const started = await store.app.inject({
      method: 'POST',
      url: '/api/checkout',
      headers: { authorization: `Bearer ${buyer.token}`, ...headers },
      payload: { key: newKey(), quote, consents: AGREED },
    })
    expect(started.statusCode, started.body).toBe(200)
    const [order] = await store.db.select({ country: orders.country }).from(orders)
    expect(order?.country).toBe(country)
  })
})
