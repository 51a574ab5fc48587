import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { DAY_MS } from '@slipstream/contract/durations'
import type { Order } from '@slipstream/contract/orders'
import { inTransaction } from '@slipstream/db/client'
import { entitlements } from '@slipstream/db/tables/entitlements'
import { orders } from '@slipstream/db/tables/orders'
import { PERSONAL_DATA } from '#all-personal-data.ts'
import { erasePerson } from '#features/account/personal-data.service.ts'
import { changeSettings } from '#features/settings/settings.service.ts'
import { type Buyer, buy, fillCart, newBuyer, newMods, openEmptiedStore, startOrder } from '#testing/buying-store.ts'
import { readMailbox, subjectsTo } from '#testing/mailbox.ts'
import { expectMoneyIsRight } from '#testing/money-check.ts'
import { runJobs } from '#testing/run-jobs.ts'

const store = await openEmptiedStore()

const bought = async (...prices: number[]) => {
  const mods = await newMods(store, prices)
  const buyer = await newBuyer(store, mods)
  return { mods, buyer, ...(await buy(store, buyer)) }
}
const read = async (buyer: Buyer, number: string) => {
  const answer = await buyer.call('GET', `/api/orders/${number}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Order>()
}
const withdraw = ({ call }: Buyer, number: string) => call('POST', `/api/orders/${number}/withdraw`)
const ask = ({ call }: Buyer, number: string, reason = 'It does not start') =>
  call('POST', `/api/orders/${number}/refund-request`, { reason })
const paidAgo = async (number: string, ms: number) => {
  await store.db
    .update(orders)
    .set({ paidAt: new Date(Date.now() - ms) })
    .where(eq(orders.number, number))
}
const download = async (modId: number | undefined) => {
  await store.db
    .update(entitlements)
    .set({ firstDownloadedAt: new Date() })
    .where(eq(entitlements.modId, modId ?? 0))
}

describe('a buyer’s own orders', () => {
  test('customers see their own orders newest first, without unpaid ones', async () => {
    const mods = await newMods(store, [1_250, 900, 800])
    const [one, two, three] = mods
    if (!one || !two || !three) throw new Error('no mods')
    const buyer = await newBuyer(store, [one])
    const first = await buy(store, buyer)
    await fillCart(store, buyer.row.id, [two])
    const second = await buy(store, buyer)
    await fillCart(store, buyer.row.id, [three])
    await startOrder(buyer)
    expect((await buyer.call('GET', '/api/orders')).json()).toMatchObject({
      items: [
        { number: second.number, titles: [two.title], totalCents: 900, status: 'paid' },
        { number: first.number, titles: [one.title], totalCents: 1_250 },
      ],
      next: null,
    })
  })

  test('a customer’s order shows the buyer, the prices, the consents and the withdrawal deadline', async () => {
    await inTransaction(store.db, (tx) =>
      changeSettings(tx, { sellerName: 'Harlan Works', sellerAddress: '1 Pit Lane', sellerTaxId: 'DE123' }),
    )
    const { buyer, number } = await bought(1_250)
    const order = await read(buyer, number)
    expect(order).toMatchObject({
      number,
      buyer: { name: buyer.row.username, email: buyer.row.email },
      items: [{ priceCents: 1_250, discountCents: 0, paidCents: 1_250 }],
      consents: { version: '2026-11' },
    })
    expect(Date.parse(order.withdrawal.until ?? '')).toBe(Date.parse(order.paidAt ?? '') + 14 * DAY_MS)
  })

  test('T-IDOR: another person’s orders answer 404', async () => {
    const { number } = await bought(1_250)
    const stranger = await newBuyer(store, [], { isAdmin: true })
    for (const answer of [
      await stranger.call('GET', `/api/orders/${number}`),
      await withdraw(stranger, number),
      await ask(stranger, number),
    ]) {
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'orders.not_found'])
    }
    expect((await stranger.call('GET', '/api/orders')).json()).toEqual({ items: [], next: null })
    expect(await store.stripe.money()).toMatchObject({ refunded: 0 })
  })
})

describe('[LEGAL-02] withdrawing from the contract', () => {
  test('[LEGAL-02] a withdrawal refunds everything not downloaded, removes it from the locker at once and is confirmed by mail', async () => {
    const { buyer, number } = await bought(1_250, 900)
    const answer = await withdraw(buyer, number)
    expect(answer.json(), answer.body).toMatchObject({
      withdrawal: { isOpen: false },
      items: [{ isInLocker: false }, { isInLocker: false }],
      refundRequest: { latest: { kind: 'withdrawal', state: 'granted' } },
    })
    await runJobs(store)
    expect(await read(buyer, number)).toMatchObject({ status: 'refunded', refundedCents: 2_150 })
    const subjects = await subjectsTo(buyer)
    expect(subjects).toContain(`We have received your withdrawal: ${number}`)
    expect((await withdraw(buyer, number)).statusCode).toBe(409)
    await expectMoneyIsRight(store)
  })

  test('[LEGAL-02] the right of withdrawal ends for downloaded mods only', async () => {
    const { buyer, number, mods } = await bought(1_250, 900)
    await download(mods[0]?.id)
    expect((await read(buyer, number)).withdrawal.isOpen).toBe(true)
    await withdraw(buyer, number)
    await runJobs(store)
    expect(await read(buyer, number)).toMatchObject({
      status: 'partially_refunded',
      refundedCents: 900,
      withdrawal: { isOpen: false },
      items: [{ isInLocker: true }, { isInLocker: false }],
    })
    await expectMoneyIsRight(store)
  })

  test('[LEGAL-02] the withdrawal period ends exactly fourteen days after the payment', async () => {
    const { buyer, number } = await bought(1_250)
    await paidAgo(number, 14 * DAY_MS - 60_000)
    expect((await read(buyer, number)).withdrawal.isOpen).toBe(true)
    await paidAgo(number, 14 * DAY_MS)
    expect((await read(buyer, number)).withdrawal.isOpen).toBe(false)
    const answer = await withdraw(buyer, number)
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'orders.withdrawal_over'])
    expect(await store.stripe.money()).toMatchObject({ refunded: 0 })
  })
})

describe('[LEGAL-02] requesting a refund', () => {
  test('[LEGAL-02] a refund request waits for an administrator, who declines it with a mailed reason or grants it with a refund', async () => {
    const { buyer, number, mods } = await bought(1_250)
    const admin = await newBuyer(store, [], { isAdmin: true })
    await download(mods[0]?.id)
    expect((await ask(buyer, number)).json()).toMatchObject({
      refundRequest: { isOpen: false, latest: { kind: 'refund', state: 'open', reason: 'It does not start' } },
    })
    const again = await ask(buyer, number)
    expect([again.statusCode, again.json().code]).toEqual([409, 'orders.request_waits'])

    const waiting = await admin.call('GET', '/api/admin/orders?requested=true')
    const [row] = waiting.json<{ items: { id: number; number: string; hasOpenRequest: boolean }[] }>().items
    expect(row).toMatchObject({ number, hasOpenRequest: true })
    const url = `/api/admin/orders/${row?.id}`
    await admin.call('POST', `${url}/decline-request`, { reason: 'It starts here.' })
    expect((await admin.call('POST', `${url}/decline-request`, { reason: 'Twice' })).statusCode).toBe(409)
    expect(await read(buyer, number)).toMatchObject({
      status: 'paid',
      refundRequest: { isOpen: true, latest: { state: 'declined', answer: 'It starts here.' } },
    })
    await runJobs(store)
    const [mail] = await readMailbox(buyer.row.email ?? '')
    expect(mail?.text).toContain('It starts here.')

    await ask(buyer, number, 'Really not')
    await admin.call('POST', `${url}/refund`, { reason: 'They are right' })
    expect(await read(buyer, number)).toMatchObject({
      status: 'refunded',
      refundRequest: { latest: { state: 'granted' } },
    })
    expect((await admin.call('GET', '/api/admin/orders?requested=true')).json()).toMatchObject({ items: [] })
    await expectMoneyIsRight(store)
  })

  test('[LEGAL-02] a refund request is refused after fourteen days and for items already refunded', async () => {
    const { buyer, number } = await bought(1_250)
    await paidAgo(number, 14 * DAY_MS)
    const late = await ask(buyer, number)
    expect([late.statusCode, late.json().code]).toEqual([409, 'orders.refund_window_over'])
    await paidAgo(number, DAY_MS)
    await withdraw(buyer, number)
    await runJobs(store)
    const back = await ask(buyer, number)
    expect([back.statusCode, back.json().code]).toEqual([409, 'orders.nothing_to_refund'])
  })
})

test('deleting an account anonymizes its orders and leaves their payments unchanged', async () => {
  const { buyer, number, mods } = await bought(1_250)
  await runJobs(store)
  const exported = (await buyer.call('GET', '/api/account/export')).json()
  expect(exported.orders).toMatchObject({
    orders: [{ number, totalCents: 1_250, items: [{ title: mods[0]?.title, paidCents: 1_250 }] }],
    locker: [{ title: mods[0]?.title, source: 'purchase' }],
  })
  await inTransaction(store.db, (tx) => erasePerson(tx, PERSONAL_DATA, buyer.row.id))
  const { rows } = await store.db.execute<{ text: string }>(sql`
    select (select jsonb_agg(o) from orders o)::text || (select jsonb_agg(e) from order_events e)::text as text`)
  expect(rows[0]?.text).not.toContain(buyer.row.email)
  await expectMoneyIsRight(store)
})
