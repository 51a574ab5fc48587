import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { checkOut, complete, fillCart, newMods, openEmptiedStore } from '#testing/buying-store.ts'
import { openOrderDesk } from '#testing/order-desk.ts'

const store = await openEmptiedStore()
const desk = openOrderDesk(store)

/** Expects that no row of the purchase is locked during a call to Stripe. */
const expectNothingLocked = async (call: string, act: () => PromiseLike<{ statusCode: number }>) => {
  const made = (await store.stripe.calls()).length
  await store.stripe.fault({ kind: 'slow', call, delayMs: 3_000, times: 1 })
  let isAnswered = false
  const acting = Promise.resolve(act()).finally(() => {
    isAnswered = true
  })
  await vi.waitFor(
    async () => {
      const since = (await store.stripe.calls()).slice(made).map(({ method, path }) => `${method} ${path}`)
      expect(since.some((one) => one.startsWith(call))).toBe(true)
    },
    { timeout: 20_000, interval: 20 },
  )
  for (const table of ['users', 'orders', 'order_items', 'entitlements', 'order_refunds', 'coupons', 'cart_items']) {
    await store.db.execute(sql`select from ${sql.identifier(table)} for update nowait`)
  }
  expect(isAnswered).toBe(false)
  expect((await acting).statusCode).toBe(200)
}

test('no row is locked during calls to Stripe: at checkout, after the payment and for a refund', async () => {
  const { buyer, id, session } = await desk.newOrder([1_250, 900])
  const [first] = await desk.itemIds(id)
  await expectNothingLocked('POST /v1/refunds', () => desk.refund(id, [first]))
  await expectNothingLocked('GET /v1/checkout/sessions', () => desk.call('POST', `/api/admin/orders/${id}/check`))
  await fillCart(store, buyer.row.id, await newMods(store, [500]))
  await expectNothingLocked('POST /v1/checkout/sessions', () => checkOut(buyer))
  const { url = '' } = (await checkOut(buyer)).json<{ url: string }>()
  const open = url.split('/').at(-1) ?? ''
  expect(open).not.toBe(session)
  await store.stripe.pay(open)
  await expectNothingLocked('GET /v1/checkout/sessions', () => complete(buyer, open))
})
