import { expect, test } from 'vitest'
import type { OwnNotification, StaffNotification } from '@slipstream/contract/notifications'
import { inTransaction } from '@slipstream/db/client'
import { openEmptiedStore } from '#testing/buying-store.ts'
import { openOrderDesk } from '#testing/order-desk.ts'
import type { Person } from '#testing/people.ts'
import { runJobs } from '#testing/run-jobs.ts'
import { openRequest } from './open-requests.service.ts'

const store = await openEmptiedStore()
const desk = openOrderDesk(store)

const own = async (person: Pick<Person, 'call'>) =>
  (await person.call('GET', '/api/notifications')).json<{ items: OwnNotification[] }>().items
const ofStaff = async () =>
  (await desk.call('GET', '/api/admin/notifications')).json<{ items: StaffNotification[] }>().items

test('a declined refund request notifies the buyer, and a new one notifies the staff', async () => {
  const { id, number, buyer } = await desk.newOrder([1_250])
  await buyer.call('POST', `/api/orders/${number}/refund-request`, { reason: 'It stutters.' })
  await runJobs(store)
  expect(await ofStaff()).toMatchObject([
    { kind: 'request', title: `Refund requested for order ${number}`, link: `/admin/orders?order=${number}` },
  ])
  expect(JSON.stringify(await ofStaff())).not.toContain(buyer.row.username)
  await desk.call('POST', `/api/admin/orders/${id}/decline-request`, { reason: 'It runs here.' })
  expect(await own(buyer)).toMatchObject([
    {
      kind: 'refund',
      title: `Your refund request for order ${number} was declined`,
      link: `/mod-locker?order=${number}`,
      isRead: false,
    },
  ])
})

test('staff is not told that the buyer asked when the store itself asks for a decision', async () => {
  const { id, number } = await desk.newOrder([1_250])
  await inTransaction(store.db, (tx) => openRequest(tx, id, { origin: 'store', reason: 'The payment differs.' }))
  await runJobs(store)
  expect(await ofStaff()).toMatchObject([{ kind: 'request', title: `Order ${number} may need a refund` }])
})

test('a refund notifies the buyer of the amount', async () => {
  const { id, number, buyer } = await desk.newOrder([1_250])
  expect((await desk.refund(id)).statusCode).toBe(200)
  await desk.settle()
  expect(await own(buyer)).toMatchObject([{ kind: 'refund', title: `$12.50 of order ${number} was refunded` }])
})

test('administrators are notified once that an order is disputed', async () => {
  const { number, session } = await desk.newOrder([1_250])
  const dispute = await store.stripe.dispute(session)
  await desk.settle()
  await store.stripe.closeDispute(dispute.id, 'lost')
  await desk.settle()
  expect(await ofStaff()).toMatchObject([{ kind: 'dispute', title: `Order ${number} is disputed` }])
})
