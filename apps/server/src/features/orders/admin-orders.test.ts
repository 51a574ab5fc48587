import { sql } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import type { OrderRow } from '@slipstream/contract/orders-admin'
import { createOrder } from '@slipstream/db/testing/order-factories'
import { buy, newBuyer, newMods, openEmptiedStore, startOrder } from '#testing/buying-store.ts'
import { countQueries } from '#testing/count-queries.ts'
import { readMailbox } from '#testing/mailbox.ts'
import { expectMoneyIsRight } from '#testing/money-check.ts'
import { openOrderDesk } from '#testing/order-desk.ts'
import { runJobs } from '#testing/run-jobs.ts'

const store = await openEmptiedStore()
const desk = openOrderDesk(store)

const numbersFor = async (query: string) => (await desk.list(query)).map(({ number }) => number)

describe('the order list', () => {
  test('orders can be searched by number, e-mail, username and Stripe ids, and filtered by status and date', async () => {
    const mods = await newMods(store, [1_250])
    const [one, two] = [await newBuyer(store, mods), await newBuyer(store, mods)]
    const paid = await buy(store, one)
    const pending = await startOrder(two)
    const { paymentIntentId, stripeSessionId } = await desk.read(await desk.idOf(paid.number))

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
    expect((await desk.list('status=paid'))[0]).toMatchObject({
      username: one.row.username,
      titles: [mods[0]?.title],
      totalCents: 1_250,
      refundedCents: 0,
      hasOpenRequest: false,
    })
  })

  test('the order list pages without duplicates or gaps', async () => {
    const at = new Date()
    for (let made = 0; made < 120; made++) await createOrder(store.db, { userId: desk.admin().id, createdAt: at })
    const seen: string[] = []
    let after: string | null = ''
    while (after !== null) {
      const answer = await desk.call('GET', `/api/admin/orders${after === '' ? '' : `?after=${after}`}`)
      const page = answer.json<{ items: OrderRow[]; next: string | null }>()
      seen.push(...page.items.map(({ number }) => number))
      after = page.next
    }
    expect(seen).toHaveLength(120)
    expect(new Set(seen).size).toBe(120)
    expect((await desk.call('GET', '/api/admin/orders?after=nonsense')).statusCode).toBe(400)

    const few = await desk.call('GET', '/api/admin/orders?limit=5')
    expect(few.json<{ items: OrderRow[] }>().items.map(({ number }) => number)).toEqual(seen.slice(0, 5))
    expect((await desk.call('GET', '/api/admin/orders?limit=51')).statusCode).toBe(400)
  })

  test('T-CSV: the exported order list contains no customer name that a spreadsheet would run as a formula', async () => {
    const [mod] = await newMods(store, [1_250], { title: '=HYPERLINK("https://bad.example")' })
    if (!mod) throw new Error('no mod')
    const buyer = await newBuyer(store, [mod], { username: '-2+3_cmd', email: '+evil@customer.example' })
    const { number } = await buy(store, buyer)
    const answer = await desk.call('GET', '/api/admin/orders/export')
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    const [head, line] = answer.body.split('\r\n')
    expect(head).toBe('\uFEFFNumber,Status,Ordered,Paid,Customer,E-mail,Mods,Coupon,Total,Refunded')
    expect(line).toContain(`${number},paid,`)
    expect(line).toContain(`'-2+3_cmd,'+evil@customer.example,"'=HYPERLINK(""https://bad.example"")",,12.5,0`)
    const filtered = await desk.call('GET', '/api/admin/orders/export?status=refunded')
    expect(filtered.body.trim().split('\r\n')).toHaveLength(1)
  })
})

describe('an order in the admin panel', () => {
  test('an order in the admin panel has a timeline of order events, Stripe events and ledger entries', async () => {
    const { id, buyer } = await desk.newOrder([1_250])
    await desk.settle()
    await desk.refund(id)
    await desk.settle()
    const { timeline } = await desk.read(id)
    const lines = timeline.map(({ source, what, by }) => `${source} ${what}${by === null ? '' : ` by ${by}`}`)
    for (const line of [
      `order ordered by ${buyer.row.username}`,
      'order paid',
      'order receipt_mailed',
      `order refund_asked by ${desk.admin().username}`,
      `order refunded by ${desk.admin().username}`,
      'stripe checkout.session.completed',
      'stripe charge.refunded',
      'ledger payment',
      'ledger refund',
    ]) {
      expect(lines).toContain(line)
    }
    expect(lines[0]).toBe(`order ordered by ${buyer.row.username}`)
  })

  test('an administrator can reconcile an order by hand when a webhook was lost', async () => {
    await store.stripe.treatDeliveries({ dropPercent: 100 })
    const { id, session } = await desk.newUnpaidOrder([1_250])
    await store.stripe.pay(session)
    const answer = await desk.call('POST', `/api/admin/orders/${id}/check`)
    expect(answer.json()).toMatchObject({ status: 'paid' })
    await expectMoneyIsRight(store)
  })

  test('an administrator can resend the receipt of a paid order', async () => {
    const { id, buyer } = await desk.newOrder([1_250])
    await runJobs(store)
    await desk.call('POST', `/api/admin/orders/${id}/receipt`)
    await runJobs(store)
    expect(await readMailbox(buyer.row.email ?? '')).toHaveLength(2)
    const unpaid = await desk.newUnpaidOrder([1_250])
    expect((await desk.call('POST', `/api/admin/orders/${unpaid.id}/receipt`)).statusCode).toBe(409)
  })
})

describe('granting and revoking a mod', () => {
  test('the audit log keeps the reasons for granting and revoking a mod', async () => {
    const [mod] = await newMods(store, [1_250])
    const customer = await newBuyer(store, [])
    const granted = await desk.grant(customer.row.username, mod?.id)
    expect(granted.statusCode, granted.body).toBe(200)
    expect((await desk.grant(customer.row.username, mod?.id)).json()).toMatchObject({ code: 'entitlement.owned' })
    expect((await desk.grant('nobody', mod?.id)).json()).toMatchObject({ code: 'entitlement.no_customer' })
    expect((await desk.grant(customer.row.username, 999_999)).json()).toMatchObject({ code: 'mod.not_found' })

    const url = `/api/admin/entitlements/${granted.json<{ id: number }>().id}/revoke`
    expect((await desk.call('POST', url, { reason: 'Testing is over' })).statusCode).toBe(200)
    expect((await desk.call('POST', url, { reason: 'Twice' })).statusCode).toBe(404)
    const { rows } = await store.db.execute(sql`select action, after, actor_id from audit_log order by id`)
    expect(rows).toEqual([
      { action: 'grant', after: { reason: 'A present' }, actor_id: desk.admin().id },
      { action: 'revoke', after: { reason: 'Testing is over' }, actor_id: desk.admin().id },
    ])
    await expectMoneyIsRight(store)
  })

  test('revoking a purchased mod leaves its payment untouched', async () => {
    const { id } = await desk.newOrder([1_250])
    await desk.revokeFirst(id)
    expect(await desk.read(id)).toMatchObject({
      status: 'paid',
      items: [{ isInLocker: false, entitlement: { revokeReason: 'Shared with others' } }],
    })
    await expectMoneyIsRight(store)
  })
})

describe('the number of open requests that admins poll', () => {
  const poll = () => desk.call('GET', '/api/admin/settings')
  const expectOpen = (openRequests: number) =>
    vi.waitFor(async () => expect((await poll()).json()).toMatchObject({ openRequests }), { timeout: 10_000 })
  const requestRefund = async () => {
    const order = await desk.newOrder([1_250])
    const answer = await order.buyer.call('POST', `/api/orders/${order.number}/refund-request`, {
      reason: 'It stutters.',
    })
    expect(answer.statusCode, answer.body).toBe(200)
    return order
  }

  test('the number of open refund requests rises with each request and falls when one is decided', async () => {
    const heard = vi.fn()
    store.services.bus.onChange('requests', heard)
    const [one, two] = [await requestRefund(), await requestRefund()]
    await expectOpen(2)
    expect(await desk.list('requested=true')).toHaveLength(2)
    await desk.call('POST', `/api/admin/orders/${one.id}/decline-request`, { reason: 'It runs here.' })
    await expectOpen(1)
    await desk.refund(two.id)
    await expectOpen(0)
    // Each change is announced, so the new count does not have to wait for the next regular read.
    await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(4))
  })

  test('the number of open requests rises when a refund fails and falls when the order is refunded at Stripe', async () => {
    const { id, session } = await desk.newOrder([1_250])
    await store.stripe.treatDeliveries({ dropPercent: 100 })
    await store.stripe.refund(session, 1_000)
    await desk.refund(id)
    await runJobs(store)
    await expectOpen(1)
    await store.stripe.refund(session)
    await desk.call('POST', `/api/admin/orders/${id}/check`)
    await expectOpen(0)
  })

  test('the number of open requests does not include a withdrawal, which is granted at once', async () => {
    const { number, buyer } = await desk.newOrder([1_250])
    expect((await buyer.call('POST', `/api/orders/${number}/withdraw`)).statusCode).toBe(200)
    await requestRefund()
    await expectOpen(1)
  })

  test('the number of open requests is served from memory and to admins only', async () => {
    const { buyer } = await requestRefund()
    await expectOpen(1)
    const queries = await countQueries(store, async () => {
      for (let polls = 0; polls < 50; polls++) await poll()
    })
    // Settings are reread every few seconds, however many admins poll.
    expect(queries).toBeLessThan(10)
    expect((await buyer.call('GET', '/api/admin/settings')).statusCode).toBe(403)
  })
})
