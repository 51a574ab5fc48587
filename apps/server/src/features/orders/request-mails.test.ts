import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '@slipstream/db/client'
import { refundRequests } from '@slipstream/db/tables/order-history'
import { changeSettings, readSettings } from '#features/settings/settings.service.ts'
import { enqueue } from '#lib/jobs/jobs.ts'
import { openEmptiedStore } from '#testing/buying-store.ts'
import { readMailbox } from '#testing/mailbox.ts'
import { openOrderDesk } from '#testing/order-desk.ts'
import { freshName } from '#testing/people.ts'
import { runJobs } from '#testing/run-jobs.ts'
import { notifyStaff } from './notify-staff.service.ts'

const store = await openEmptiedStore()
const desk = openOrderDesk(store)

let staffEmail: string
beforeEach(async () => {
  staffEmail = `${freshName()}@staff.example`
  await inTransaction(store.db, (tx) => changeSettings(tx, { staffEmail }))
})

const requestedOrder = async () => {
  const order = await desk.newOrder([1_250])
  const answer = await order.buyer.call('POST', `/api/orders/${order.number}/refund-request`, {
    reason: 'It stutters.',
  })
  expect(answer.statusCode, answer.body).toBe(200)
  await runJobs(store)
  return order
}
const subjectsTo = async (address: string | null) => (await readMailbox(address ?? '', 0)).map(({ subject }) => subject)
const makeOlder = (orderId: number, hours: number) =>
  store.db
    .update(refundRequests)
    .set({ createdAt: new Date(Date.now() - hours * 3_600_000) })
    .where(eq(refundRequests.orderId, orderId))
const remind = async () => {
  await inTransaction(store.db, (tx) => enqueue(tx, 'orders.remind_staff', {}))
  await runJobs(store)
}

test('an undeliverable notice to the staff is withdrawn when its buyer deletes the account', async () => {
  const { buyer, number } = await desk.newOrder([1_250])
  await buyer.call('POST', `/api/orders/${number}/refund-request`, { reason: 'It stutters.' })
  const { rows } = await store.db.execute<{ id: number }>(sql`select id from refund_requests`)
  const sender = { ...(await readSettings(store.db)), publicUrl: store.config.publicUrl }
  await store.db.execute(sql`delete from graphile_worker._private_jobs`)
  await inTransaction(store.db, (tx) => notifyStaff(tx, { requestId: rows[0]?.id ?? 0, isReminder: false }, sender))
  await store.db.execute(sql`update graphile_worker._private_jobs set attempts = max_attempts`)
  expect((await buyer.call('GET', '/api/account/export')).json()).toMatchObject({ mails: [] })

  const erased = await buyer.call('DELETE', '/api/account', { username: buyer.row.username })
  expect(erased.statusCode, erased.body).toBe(200)
  const left = await store.db.execute(sql`
    select payload from outbox`)
  expect(left.rows).toEqual([])
})

describe('a refund request', () => {
  test('a refund request is confirmed to the buyer with what happens next and mailed to the staff with its reason', async () => {
    const { number, buyer } = await requestedOrder()
    const mails = await readMailbox(buyer.row.email ?? '')
    const confirmation = mails.find(({ subject }) => subject === `We have received your refund request: ${number}`)
    expect(confirmation?.text).toContain('will decide within 24-48 hours')
    const [notice] = await readMailbox(staffEmail)
    expect(notice?.subject).toBe(`A refund needs your decision: ${number}`)
    expect(notice?.text).toContain('It stutters.')
    expect(notice?.text).toContain(`/admin/orders?order=${number}`)
  })

  test('an unanswered refund request is mailed to the staff once more before its deadline', async () => {
    const { id, number } = await requestedOrder()
    await makeOlder(id, 17)
    await remind()
    expect(await subjectsTo(staffEmail)).toHaveLength(1)
    await makeOlder(id, 19)
    await remind()
    await remind()
    expect(await subjectsTo(staffEmail)).toEqual([
      `Answer due soon: ${number}`,
      `A refund needs your decision: ${number}`,
    ])
  })

  test('a decided refund request triggers no reminder', async () => {
    const { id } = await requestedOrder()
    await desk.call('POST', `/api/admin/orders/${id}/decline-request`, { reason: 'It runs here.' })
    await makeOlder(id, 19)
    await remind()
    expect(await subjectsTo(staffEmail)).toHaveLength(1)
  })
})

test('the mail to the staff about a withdrawal asks for no decision', async () => {
  const { number, buyer } = await desk.newOrder([1_250])
  await buyer.call('POST', `/api/orders/${number}/withdraw`)
  await runJobs(store)
  const [notice] = await readMailbox(staffEmail)
  expect(notice?.subject).toBe(`A buyer withdrew from an order: ${number}`)
  expect(notice?.text).toContain('You don’t need to do anything.')
})

test('a failed refund is mailed to the staff, because the money is still owed', async () => {
  const { id, session } = await desk.newOrder([1_250])
  await store.stripe.treatDeliveries({ dropPercent: 100 })
  await store.stripe.refund(session, 1_000)
  await desk.refund(id)
  await runJobs(store)
  expect((await readMailbox(staffEmail))[0]?.text).toContain('A refund of $12.50 has failed and is still owed.')
})

test('without a staff address, notices to the staff go to the contact address', async () => {
  const contactEmail = `${freshName()}@store.example`
  await inTransaction(store.db, (tx) => changeSettings(tx, { staffEmail: '', contactEmail }))
  await requestedOrder()
  expect(await subjectsTo(contactEmail)).toHaveLength(1)
})
