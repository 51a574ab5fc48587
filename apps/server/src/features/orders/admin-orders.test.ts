import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AdminOrder, OrderRow } from '@slipstream/contract/orders-admin'
import { orders } from '@slipstream/db/tables/orders'
import { createOrder } from '@slipstream/db/testing/order-factories'
import {
  type Buyer,
  type BuyingStore,
  buy,
  newBuyer,
  newMods,
  openBuyingStore,
  startOrder,
} from '#testing/buying-store.ts'
import { readMailbox } from '#testing/mailbox.ts'
import { expectMoneyIsRight } from '#testing/money-check.ts'
import { runJobs } from '#testing/run-jobs.ts'

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

const list = async (query = '') => {
  const answer = await admin.call('GET', `/api/admin/orders?${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ items: OrderRow[]; next: string | null }>()
}
const numbersFor = async (query: string) => (await list(query)).items.map(({ number }) => number)
const idOf = async (number: string) => {
  const [order] = await store.db.select({ id: orders.id }).from(orders).where(eq(orders.number, number))
  return order?.id ?? 0
}
const read = async (id: number) => (await admin.call('GET', `/api/admin/orders/${id}`)).json<AdminOrder>()

describe('the list of orders', () => {
  test('is searched by number, e-mail, username and Stripe’s ids, and filtered by state and time', async () => {
    const mods = await newMods(store, [1_250])
    const [one, two] = [await newBuyer(store, mods), await newBuyer(store, mods)]
    const paid = await buy(store, one)
    const pending = await startOrder(two)
    const { paymentIntentId, stripeSessionId } = await read(await idOf(paid.number))

    expect(await numbersFor('')).toEqual([pending.number, paid.number])
    for (const q of [
      paid.number,
      paid.number.toLowerCase(),
      String(Number(paid.number.split('-')[2])),
      one.row.email,
      `${one.row.username}@cust`,
      one.row.username.toUpperCase(),
      paymentIntentId,
      stripeSessionId,
    ]) {
      expect([q, await numbersFor(`q=${encodeURIComponent(q ?? '')}`)]).toEqual([q, [paid.number]])
    }
    expect(await numbersFor('q=SL-')).toHaveLength(2)
    for (const q of ['nobody', '%', 'SL-1999', 're_unknown', '%@%', '999999999']) {
      expect([q, await numbersFor(`q=${encodeURIComponent(q)}`)]).toEqual([q, []])
    }
    expect(await numbersFor('status=pending')).toEqual([pending.number])
    expect(await numbersFor('status=refunded')).toEqual([])
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
    expect(await numbersFor(`from=${tomorrow}`)).toEqual([])
    expect(await numbersFor(`to=${tomorrow}`)).toHaveLength(2)
    expect((await list('status=paid')).items[0]).toMatchObject({
      username: one.row.username,
      titles: [mods[0]?.title],
      totalCents: 1_250,
      refundedCents: 0,
      hasOpenRequest: false,
    })
  })

  test('pages by key: nothing is shown twice or left out', async () => {
    const at = new Date()
    for (let made = 0; made < 120; made++) await createOrder(store.db, { userId: admin.row.id, createdAt: at })
    const seen: string[] = []
    let after: string | null = ''
    while (after !== null) {
      const page: Awaited<ReturnType<typeof list>> = await list(after === '' ? '' : `after=${after}`)
      seen.push(...page.items.map(({ number }) => number))
      after = page.next
    }
    expect(seen).toHaveLength(120)
    expect(new Set(seen).size).toBe(120)
    expect((await admin.call('GET', '/api/admin/orders?after=nonsense')).statusCode).toBe(400)
  })

  test('T-CSV: comes as a sheet in which nobody’s name is a formula', async () => {
    const [mod] = await newMods(store, [1_250], { title: '=HYPERLINK("https://bad.example")' })
    if (!mod) throw new Error('no mod')
    const buyer = await newBuyer(store, [mod], { username: '-2+3_cmd', email: '+evil@customer.example' })
    const { number } = await buy(store, buyer)
    const answer = await admin.call('GET', '/api/admin/orders/export')
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    const [head, line] = answer.body.split('\r\n')
    expect(head).toBe('\uFEFFNumber,Status,Ordered,Paid,Customer,E-mail,Mods,Coupon,Total,Refunded')
    expect(line).toContain(`${number},paid,`)
    expect(line).toContain(`'-2+3_cmd,'+evil@customer.example,"'=HYPERLINK(""https://bad.example"")",,12.5,0`)
    const filtered = await admin.call('GET', '/api/admin/orders/export?status=refunded')
    expect(filtered.body.trim().split('\r\n')).toHaveLength(1)
  })
})

describe('an order', () => {
  test('shows its whole timeline: what happened, what Stripe said, what was booked and downloaded', async () => {
    const mods = await newMods(store, [1_250])
    const buyer = await newBuyer(store, mods)
    const { number } = await buy(store, buyer)
    await store.stripe.settled()
    await runJobs(store)
    const id = await idOf(number)
    await admin.call('POST', `/api/admin/orders/${id}/refund`, { reason: 'A gift' })
    await store.stripe.settled()
    await runJobs(store)
    const { timeline } = await read(id)
    const lines = timeline.map(({ source, what, by }) => `${source} ${what}${by === null ? '' : ` by ${by}`}`)
    for (const line of [
      `order ordered by ${buyer.row.username}`,
      'order paid',
      'order receipt_mailed',
      `order refund_asked by ${admin.row.username}`,
      `order refunded by ${admin.row.username}`,
      'stripe checkout.session.completed',
      'stripe charge.refunded',
      'ledger payment',
      'ledger refund',
    ]) {
      expect(lines).toContain(line)
    }
  })

  test('is followed by hand when Stripe’s word has not come through', async () => {
    await store.stripe.treatDeliveries({ dropPercent: 100 })
    const { number, session } = await startOrder(await newBuyer(store, await newMods(store, [1_250])))
    await store.stripe.pay(session)
    const answer = await admin.call('POST', `/api/admin/orders/${await idOf(number)}/check`)
    expect(answer.json()).toMatchObject({ status: 'paid' })
    await expectMoneyIsRight(store)
  })

  test('has its receipt mailed again, if it was paid', async () => {
    const mods = await newMods(store, [1_250])
    const buyer = await newBuyer(store, mods)
    const { number } = await buy(store, buyer)
    await runJobs(store)
    await admin.call('POST', `/api/admin/orders/${await idOf(number)}/receipt`)
    await runJobs(store)
    expect(await readMailbox(buyer.row.email ?? '')).toHaveLength(2)
    const { number: unpaid } = await startOrder(await newBuyer(store, mods))
    expect((await admin.call('POST', `/api/admin/orders/${await idOf(unpaid)}/receipt`)).statusCode).toBe(409)
  })
})

describe('a mod', () => {
  const grant = (customerId: number, modId: number | undefined) =>
    admin.call('POST', '/api/admin/entitlements', { customerId, modId, reason: 'For testing it' })

  test('is granted and revoked with a reason, which the audit log keeps', async () => {
    const [mod] = await newMods(store, [1_250])
    const customer = await newBuyer(store, [])
    const granted = await grant(customer.row.id, mod?.id)
    expect(granted.statusCode, granted.body).toBe(200)
    expect((await grant(customer.row.id, mod?.id)).json()).toMatchObject({ code: 'entitlement.owned' })
    expect((await grant(999_999, mod?.id)).json()).toMatchObject({ code: 'entitlement.no_customer' })
    expect((await grant(customer.row.id, 999_999)).json()).toMatchObject({ code: 'mod.not_found' })

    const url = `/api/admin/entitlements/${granted.json<{ id: number }>().id}/revoke`
    expect((await admin.call('POST', url, { reason: 'Testing is over' })).statusCode).toBe(200)
    expect((await admin.call('POST', url, { reason: 'Twice' })).statusCode).toBe(404)
    const { rows } = await store.db.execute(sql`select action, after, actor_id from audit_log order by id`)
    expect(rows).toEqual([
      { action: 'grant', after: { reason: 'For testing it' }, actor_id: admin.row.id },
      { action: 'revoke', after: { reason: 'Testing is over' }, actor_id: admin.row.id },
    ])
    await expectMoneyIsRight(store)
  })

  test('of a purchase is revoked without touching its money', async () => {
    const mods = await newMods(store, [1_250])
    const { number } = await buy(store, await newBuyer(store, mods))
    const id = await idOf(number)
    const [item] = (await read(id)).items
    await admin.call('POST', `/api/admin/entitlements/${item?.entitlement?.id}/revoke`, {
      reason: 'Shared with others',
    })
    expect(await read(id)).toMatchObject({
      status: 'paid',
      items: [{ isInLocker: false, entitlement: { revokeReason: 'Shared with others' } }],
    })
    await expectMoneyIsRight(store)
  })
})
