import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { OwnNotification, StaffNotification } from '@slipstream/contract/notifications'
import type { TicketThread } from '@slipstream/contract/tickets'
import { inTransaction } from '@slipstream/db/client'
import { users } from '@slipstream/db/tables/users'
import { readMailbox } from '#testing/mailbox.ts'
import { newPerson, type Person } from '#testing/people.ts'
import { runJobs } from '#testing/run-jobs.ts'
import { openEmptiedTestStore } from '#testing/test-store.ts'
import { answerTicket } from './answer-ticket.service.ts'

const store = await openEmptiedTestStore()
let staff: Person
beforeEach(async () => {
  staff = await newPerson(store, { isAdmin: true })
})

const SUBJECT = 'The game crashes'
const answeredTicket = async (customer: Person) => {
  const words = { subject: SUBJECT, body: 'It closes while it loads.', category: 'mod', clientKey: randomUUID() }
  const { id } = (await customer.call('POST', '/api/tickets', words)).json<TicketThread>()
  const answer = {
    authorId: staff.row.id,
    body: 'Remove the old file.',
    clientKey: randomUUID(),
    after: 'solved' as const,
  }
  await inTransaction(store.db, (tx) => answerTicket(tx, id, answer))
  await runJobs(store)
  return id
}
const own = async (person: Person) =>
  (await person.call('GET', '/api/notifications')).json<{ items: OwnNotification[] }>().items
const mailsTo = async ({ row }: Person, waitMs = 0) => (await readMailbox(row.email ?? '', waitMs)).length

test('the customer is notified of an answer by mail and inside the store', async () => {
  const customer = await newPerson(store)
  const id = await answeredTicket(customer)
  expect(await own(customer)).toMatchObject([{ kind: 'answer', text: SUBJECT, link: `/tickets?ticket=${id}` }])
  expect(await mailsTo(customer, 5_000)).toBe(1)
})

test('a customer who turned off mails about answers is notified only inside the store', async () => {
  const customer = await newPerson(store)
  await customer.call('PATCH', '/api/account', { notificationChoices: { ticketReplies: false } })
  await answeredTicket(customer)
  expect(await own(customer)).toHaveLength(1)
  expect(await mailsTo(customer)).toBe(0)
})

test('[ROUTE-13] the notification of a new ticket omits the customer’s text', async () => {
  const id = await answeredTicket(await newPerson(store))
  const { items } = (await staff.call('GET', '/api/admin/notifications')).json<{ items: StaffNotification[] }>()
  expect(items).toMatchObject([{ kind: 'ticket', title: `New ticket ${id}`, link: `/admin/tickets?ticket=${id}` }])
  expect(JSON.stringify(items)).not.toContain(SUBJECT)
})

describe('mails to the staff', () => {
  const opened = async () => {
    const customer = await newPerson(store)
    const words = { subject: SUBJECT, body: 'It closes while it loads.', category: 'mod', clientKey: randomUUID() }
    return (await customer.call('POST', '/api/tickets', words)).json<TicketThread>().id
  }
  /** Lets the time pass in which tickets are collected for one mail. */
  const letTimePass = async () => {
    await store.db.execute(sql`
      update graphile_worker._private_jobs set run_at = now() where key = 'tickets.mail_staff'`)
    await runJobs(store)
  }

  test('[ROUTE-13] many tickets within ten minutes send one mail to each administrator, without the customers’ text', async () => {
    for (let count = 0; count < 5; count += 1) await opened()
    await runJobs(store)
    expect(await mailsTo(staff)).toBe(0)
    await letTimePass()
    const mails = await readMailbox(staff.row.email ?? '')
    expect(mails.map(({ subject }) => subject)).toEqual(['5 tickets are waiting for a first answer'])
    expect(JSON.stringify(mails)).not.toContain(SUBJECT)
    await letTimePass()
    expect(await mailsTo(staff)).toBe(1)
  })

  test('[ROUTE-13] administrators who opted out, banned administrators and customers get no mail about new tickets', async () => {
    const [off, banned, customer] = [
      await newPerson(store, { isAdmin: true }),
      await newPerson(store, { isAdmin: true }),
      await newPerson(store),
    ]
    await off.call('PATCH', '/api/account', { notificationChoices: { newTickets: false } })
    await store.db.update(users).set({ bannedAt: new Date() }).where(eq(users.id, banned.row.id))
    await opened()
    await letTimePass()
    expect(await mailsTo(staff, 5_000)).toBe(1)
    for (const person of [off, banned, customer]) expect(await mailsTo(person)).toBe(0)
  })

  test('administrators get no mail about tickets that were answered within ten minutes', async () => {
    await answeredTicket(await newPerson(store))
    await letTimePass()
    expect(await mailsTo(staff)).toBe(0)
  })
})
