import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { describe, expect, test, vi } from 'vitest'
import { orders } from '@slipstream/db/tables/orders'
import { changeSettings } from '#features/settings/settings.service.ts'
import { inTransaction } from '@slipstream/db/client'
import { type Buyer, buy, complete, newBuyer, newMods, openEmptiedStore, startOrder } from '#testing/buying-store.ts'
import { expectMoneyIsRight } from '#testing/money-check.ts'
import { openOrderDesk } from '#testing/order-desk.ts'
import { RACE_ROUNDS } from '#testing/rounds.ts'
import { runJobs } from '#testing/run-jobs.ts'
import { deliver, deliverSigned, signatureOf } from '#testing/signed-event.ts'
import { reconcile, sweepEvents } from './reconcile.service.ts'
import { runReconciler } from './reconciler.ts'

vi.setConfig({ testTimeout: 90_000 * Math.max(1, RACE_ROUNDS) })

const store = await openEmptiedStore()
const desk = openOrderDesk(store)

const count = async (what: string) => {
  const { rows } = await store.db.execute<{ count: number }>(sql.raw(`select count(*)::int as count from ${what}`))
  return rows[0]?.count ?? 0
}
const statuses = async () => {
  const rows = await store.db.select({ status: orders.status }).from(orders).orderBy(orders.id)
  return rows.map(({ status }) => status)
}
/** Makes the payment check due for every order. */
const lookNow = async () => {
  await store.db.update(orders).set({ nextCheckAt: new Date(0) })
}
const reconcileAll = async () => {
  const failures: unknown[] = []
  await lookNow()
  await reconcile(store.payments, (error) => failures.push(error))
  return failures
}
const loseAllWebhooks = () => store.stripe.treatDeliveries({ dropPercent: 100 })

const nothingHappened = async () => {
  await desk.settle()
  expect(await count('ledger_entries')).toBe(0)
  expect(await count('entitlements')).toBe(0)
  expect(new Set(await statuses())).toEqual(new Set(['pending']))
}

describe('T-HOOK: webhook deliveries', () => {
  const payAndEnd = async (buyer: Buyer, end: (session: string) => Promise<unknown>) => {
    const { session } = await startOrder(buyer)
    await store.stripe.pay(session)
    await end(session)
  }
  /** These four change a paid order at Stripe. */
  const refundAll = (session: string) => store.stripe.refund(session)
  const refundPart = (session: string) => store.stripe.refund(session, 500)
  const failRefund = async (session: string) =>
    store.stripe.settleRefund((await store.stripe.refund(session)).id, 'failed')
  const winDispute = async (session: string) =>
    store.stripe.closeDispute((await store.stripe.dispute(session)).id, 'won')
  const ENDINGS = [refundAll, refundPart, failRefund, winDispute].flatMap((end) => [end, end, end])

  test('T-HOOK: events delivered five times each in any order have the same result as one delivery', async () => {
    const mods = await newMods(store, [1_250, 900])
    await store.stripe.treatDeliveries({ copies: 5, shuffle: true, maxDelayMs: 500, seed: 7 })
    // As many at once as the store accepts without refusing any.
    for (let round = 1; round <= RACE_ROUNDS; round++) {
      await Promise.all(ENDINGS.map(async (end) => payAndEnd(await newBuyer(store, mods), end)))
      await store.stripe.settled()
    }
    const { summary } = await store.stripe.settled()
    await runJobs(store)
    // The numbers that the jobs noted on refunds are events too.
    await desk.settle()
    const number = RACE_ROUNDS * ENDINGS.length
    expect(summary.failed).toBe(0)
    expect(summary.delivered).toBeGreaterThan(number * 25)
    const found = await statuses()
    const expected = { paid: number / 2, refunded: number / 4, partially_refunded: number / 4 }
    for (const [status, many] of Object.entries(expected)) {
      expect([status, found.filter((one) => one === status).length]).toEqual([status, many])
    }
    expect(await count("ledger_entries where kind = 'refund_failed'")).toBe(RACE_ROUNDS * 3)
    expect(await count('stripe_events where handled_at is null')).toBe(0)
    expect(await count("order_events where what = 'receipt_mailed'")).toBe(number)
    await expectMoneyIsRight(store)
  })

  test('T-HOOK: events are acknowledged when stored and processed by a worker', async () => {
    const { session } = await desk.newUnpaidOrder([1_250])
    await store.stripe.pay(session)
    expect(await store.stripe.settled()).toMatchObject({ summary: { failed: 0 } })
    expect(await statuses()).toEqual(['pending'])
    expect(await count('stripe_events where handled_at is null')).toBe(1)
    await runJobs(store)
    expect(await statuses()).toEqual(['paid'])
    expect(await count('stripe_events where handled_at is null')).toBe(0)
  })

  test('T-HOOK: events are accepted in maintenance, and paid orders are delivered', async () => {
    const { session } = await desk.newUnpaidOrder([1_250])
    await inTransaction(store.db, (tx) => changeSettings(tx, { maintenanceMode: true }))
    await vi.waitFor(() => expect(store.services.settings.current().maintenanceMode).toBe(true))
    await store.stripe.pay(session)
    await desk.settle()
    expect(await statuses()).toEqual(['paid'])
  })

  test('T-HOOK: events of a payment without an order are stored and change nothing', async () => {
    const id = `pi_${randomBytes(8).toString('hex')}`
    const event = { id: 'evt_foreign', object: 'event', type: 'charge.refunded', livemode: false }
    await deliverSigned(store, { ...event, data: { object: { id: 'ch_foreign', payment_intent: id } } })
    await runJobs(store)
    expect(await count('stripe_events where handled_at is not null and order_id is null')).toBe(1)
  })
})

describe('T-LOST: lost webhooks', () => {
  test('T-LOST: without webhooks the reconciler delivers every paid order by checking our own pending orders', async () => {
    await loseAllWebhooks()
    const mods = await newMods(store, [1_250])
    const number = 40
    for (let made = 0; made < number; made++) {
      const { session } = await startOrder(await newBuyer(store, mods))
      // Every fourth buyer never pays.
      if (made % 4 > 0) await store.stripe.pay(session)
    }
    expect(await reconcileAll()).toEqual([])
    const found = await statuses()
    expect(found.filter((status) => status === 'paid')).toHaveLength(30)
    expect(found.filter((status) => status === 'pending')).toHaveLength(10)
    await runJobs(store)
    await expectMoneyIsRight(store)
  })

  test('T-LOST: a refund and a dispute made outside the store are found in Stripe’s event list', async () => {
    await loseAllWebhooks()
    const mods = await newMods(store, [1_250])
    const refunded = await buy(store, await newBuyer(store, mods))
    const disputed = await buy(store, await newBuyer(store, mods))
    await store.stripe.refund(refunded.session)
    await store.stripe.dispute(disputed.session)
    expect(await sweepEvents(store.payments)).toBeGreaterThan(0)
    expect(await sweepEvents(store.payments)).toBe(0)
    await runJobs(store)
    expect(await statuses()).toEqual(['refunded', 'disputed'])
    await expectMoneyIsRight(store)
  })

  test('T-LOST: a running reconciler delivers a paid order whose webhook was lost', async () => {
    await loseAllWebhooks()
    const { session } = await desk.newUnpaidOrder([1_250])
    await store.stripe.pay(session)
    await lookNow()
    const reconciler = runReconciler(store.payments, pino({ level: 'silent' }))
    await vi.waitFor(async () => expect(await statuses()).toEqual(['paid']), { timeout: 20_000, interval: 100 })
    await reconciler.stop()
  })

  test('T-LOST: a session that was created but never stored is found again by its idempotency key', async () => {
    await loseAllWebhooks()
    const { buyer, session } = await desk.newUnpaidOrder([1_250])
    await store.db.update(orders).set({ stripeSessionId: null })
    await store.stripe.pay(session)
    expect(await reconcileAll()).toEqual([])
    expect(await statuses()).toEqual(['paid'])
    expect(await store.stripe.sessions()).toHaveLength(1)
    expect((await complete(buyer, session)).json()).toMatchObject({ status: 'paid' })
    await expectMoneyIsRight(store)
  })

  test('T-LOST: an order whose payment page was abandoned is canceled once Stripe reports the page as expired', async () => {
    await loseAllWebhooks()
    const { session } = await desk.newUnpaidOrder([1_250])
    expect(await reconcileAll()).toEqual([])
    expect(await statuses()).toEqual(['pending'])
    await store.stripe.expire(session)
    expect(await reconcileAll()).toEqual([])
    expect(await statuses()).toEqual(['canceled'])
  })

  test('T-LOST: an order is not canceled while Stripe is unreachable', async () => {
    await desk.newUnpaidOrder([1_250])
    await store.stripe.fault({ kind: 'error', call: 'GET /v1/checkout' })
    expect(await reconcileAll()).toEqual([expect.objectContaining({ code: 'payments.away' })])
    expect(await statuses()).toEqual(['pending'])
  })
})

describe('T-UNPAID: an event about an unpaid session', () => {
  test.each([
    'checkout.session.completed',
    'checkout.session.async_payment_succeeded',
    'checkout.session.async_payment_failed',
    'checkout.session.expired',
  ])('T-UNPAID: an event of type %s delivers nothing while Stripe says that nothing was paid', async (type) => {
    const { session } = await desk.newUnpaidOrder([1_250])
    for (const payment_status of ['unpaid', 'paid', 'no_payment_required']) {
      const object = { id: session, object: 'checkout.session', payment_status, status: 'complete' }
      const event = { id: `evt_${type}_${payment_status}`, object: 'event', type, livemode: false, data: { object } }
      expect((await deliverSigned(store, event)).statusCode).toBe(200)
    }
    await nothingHappened()
  })

  test('T-UNPAID: a declined card delivers nothing, and the same page accepts another card', async () => {
    const { buyer, session } = await desk.newUnpaidOrder([1_250])
    await expect(store.stripe.pay(session, 'pm_card_visa_chargeDeclined')).rejects.toThrow('declined')
    expect((await complete(buyer, session)).json()).toMatchObject({ status: 'pending' })
    await nothingHappened()
    await store.stripe.pay(session)
    expect((await complete(buyer, session)).json()).toMatchObject({ status: 'paid' })
    await expectMoneyIsRight(store)
  })
})

describe('T-FORGE: forged events', () => {
  const eventOf = (session: string, changes: Record<string, unknown> = {}) => ({
    id: `evt_${randomBytes(8).toString('hex')}`,
    object: 'event',
    type: 'checkout.session.completed',
    livemode: false,
    data: {
      object: { id: session, object: 'checkout.session', payment_status: 'paid', status: 'complete', ...changes },
    },
  })
  const now = () => Math.floor(Date.now() / 1_000)

  const REFUSED: Record<string, (body: string) => { body: string; signature?: string }> = {
    'without a signature': (body) => ({ body }),
    'with an empty signature': (body) => ({ body, signature: '' }),
    'signed with another secret': (body) => ({
      body,
      signature: signatureOf(body, { secret: 'whsec_of_somebody_else' }),
    }),
    'signed with an empty secret': (body) => ({ body, signature: signatureOf(body, { secret: ' ' }) }),
    'signed two days ago': (body) => ({ body, signature: signatureOf(body, { timestamp: now() - 2 * 86_400 }) }),
    'with the signature of other bytes': (body) => ({
      body: JSON.stringify(JSON.parse(body), null, 2),
      signature: signatureOf(body),
    }),
    'with one character changed': (body) => ({ body: body.replace('"paid"', '"Paid"'), signature: signatureOf(body) }),
    'with an outdated signature scheme': (body) => ({ body, signature: signatureOf(body).replace('v1=', 'v0=') }),
    'with a new timestamp on an old signature': (body) => ({
      body,
      signature: signatureOf(body, { timestamp: now() - 600 }).replace(/t=\d+/, `t=${now()}`),
    }),
    'that is not JSON': () => ({ body: '{', signature: signatureOf('{') }),
  }

  test('T-FORGE: a forged event is refused and does nothing', async () => {
    const { session } = await desk.newUnpaidOrder([1_250])
    for (const [how, forge] of Object.entries(REFUSED)) {
      const answer = await deliver(store, forge(JSON.stringify(eventOf(session))))
      expect([how, answer.statusCode, answer.json().code]).toEqual([how, 400, 'payments.bad_signature'])
    }
    expect(await count('stripe_events')).toBe(0)
    await nothingHappened()
  })

  const IGNORED: Record<string, (session: string, reference: string) => object> = {
    'in live mode': (session) => ({ ...eventOf(session), livemode: true }),
    'of another account': (session) => ({ ...eventOf(session), account: 'acct_other' }),
    'of another type': (session) => ({ ...eventOf(session), type: 'customer.created' }),
    'with another amount': (session) => eventOf(session, { amount_total: 1 }),
    'with another currency': (session) => eventOf(session, { currency: 'jpy' }),
    'with another order': (session, reference) => eventOf(session, { metadata: { order: reference } }),
    'about a session that does not exist': (_, reference) =>
      eventOf('cs_test_nothing', { metadata: { order: reference } }),
  }

  test('T-FORGE: the content of an event is never trusted, even with a valid signature', async () => {
    const mods = await newMods(store, [1_250])
    const { session } = await startOrder(await newBuyer(store, mods))
    const { number } = await startOrder(await newBuyer(store, mods))
    const [other] = await store.db.select().from(orders).where(eq(orders.number, number))
    for (const [how, forge] of Object.entries(IGNORED)) {
      const answer = await deliverSigned(store, forge(session, other?.reference ?? ''))
      expect([how, answer.statusCode, answer.json()]).toEqual([how, 200, { received: true }])
      await nothingHappened()
    }
  })
})
