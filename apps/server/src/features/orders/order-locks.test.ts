import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inTransaction } from '@slipstream/db/client'
import { entitlements } from '@slipstream/db/tables/entitlements'
import { users } from '@slipstream/db/tables/users'
import { newBuyer, newMods, openEmptiedStore } from '#testing/buying-store.ts'
import { expectMoneyIsRight } from '#testing/money-check.ts'
import { openOrderDesk } from '#testing/order-desk.ts'
import { untilWaiting } from '#testing/until-waiting.ts'
import { lockOrder } from './order-state.service.ts'
import { queueRefund } from './refund-order.service.ts'

const store = await openEmptiedStore()
const desk = openOrderDesk(store)

test.each(['withdraw', 'refund-request'])(
  'a %s call during a refund waits for the lock and is refused',
  async (what) => {
    const { buyer, number, id } = await desk.newOrder([1_250, 900])
    const call = () =>
      buyer.call('POST', `/api/orders/${number}/${what}`, what === 'withdraw' ? undefined : { reason: 'It is broken' })
    const late = await inTransaction(store.db, async (tx) => {
      const order = await lockOrder(tx, id)
      const coming = call()
      await untilWaiting(store)
      await queueRefund(tx, order, { reason: 'Decided at the same moment', by: desk.admin().id })
      return { coming }
    })
    expect((await late.coming).statusCode).toBe(409)
    await desk.settle()
    expect(await store.stripe.money()).toMatchObject({ paid: 2_150, refunded: 2_150 })
    await expectMoneyIsRight(store)
  },
)

test('a withdrawal waits for a concurrent download, which ends the right to withdraw', async () => {
  const { buyer, number, mods } = await desk.newOrder([1_250])
  const isTheirs = eq(entitlements.modId, mods[0]?.id ?? 0)
  const late = await inTransaction(store.db, async (tx) => {
    await tx.select().from(entitlements).where(isTheirs).for('update')
    const coming = buyer.call('POST', `/api/orders/${number}/withdraw`)
    await untilWaiting(store)
    await tx.update(entitlements).set({ firstDownloadedAt: new Date() }).where(isTheirs)
    return { coming }
  })
  const answer = await late.coming
  expect([answer.statusCode, answer.json().code]).toEqual([409, 'orders.withdrawal_over'])
  await desk.settle()
  expect(await store.stripe.money()).toMatchObject({ refunded: 0 })
  await expectMoneyIsRight(store)
})

test('two concurrent grants of the same mod to the same person grant it once', async () => {
  const [mod] = await newMods(store, [1_250])
  const { row } = await newBuyer(store, [])
  const late = await inTransaction(store.db, async (tx) => {
    await tx.select().from(users).where(eq(users.id, row.id)).for('update')
    const coming = [desk.grant(row.username, mod?.id), desk.grant(row.username, mod?.id)]
    await untilWaiting(store, 2)
    return { coming }
  })
  const answers = await Promise.all(late.coming)
  expect(answers.map((answer) => answer.json<{ code?: string }>().code ?? 'ok').sort()).toEqual([
    'entitlement.owned',
    'ok',
  ])
})
