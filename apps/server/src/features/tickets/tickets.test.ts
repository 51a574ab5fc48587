import { randomUUID } from 'node:crypto'
import { asc, eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { SUPPORT_RESPONSE_HOURS } from '@slipstream/contract/legal'
import {
  responseHoursOf,
  responseLimitHoursOf,
  TICKET_CATEGORIES,
  TICKET_LIMITS,
} from '@slipstream/contract/ticket-terms'
import type { TicketSummary, TicketThread } from '@slipstream/contract/tickets'
import { inTransaction } from '@slipstream/db/client'
import { ticketEvents, ticketMessages, tickets } from '@slipstream/db/tables/tickets'
import { createMod } from '@slipstream/db/testing/catalogue-factories'
import { createPurchase } from '@slipstream/db/testing/order-factories'
import { createTicket } from '@slipstream/db/testing/ticket-factories'
import { announceHint } from '#lib/live/live-topic.ts'
import { followTopics, listen } from '#testing/live-stream.ts'
import { readMailbox } from '#testing/mailbox.ts'
import { newPerson, type Person } from '#testing/people.ts'
import { runJobs } from '#testing/run-jobs.ts'
import { openFileStore } from '#testing/test-store.ts'
import { answerTicket } from './answer-ticket.service.ts'

const store = await openFileStore()
let customer: Person
let stranger: Person
let staff: Person
beforeAll(async () => {
  customer = await newPerson(store)
  stranger = await newPerson(store)
  staff = await newPerson(store, { isAdmin: true })
})
beforeEach(() => store.db.delete(tickets))

const WORDS = { subject: 'The game crashes', body: 'It closes while it loads.', category: 'mod' }
const open = async (changes: object = {}, person = customer) => {
  const answer = await person.call('POST', '/api/tickets', { ...WORDS, clientKey: randomUUID(), ...changes })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<TicketThread>()
}
const reply = (id: number, body: string, clientKey: string = randomUUID(), person = customer) =>
  person.call('POST', `/api/tickets/${id}/messages`, { body, clientKey })
const act = async (id: number, what: string) => {
  const answer = await customer.call('POST', `/api/tickets/${id}/${what}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<TicketThread>()
}
const read = async (id: number) => (await customer.call('GET', `/api/tickets/${id}`)).json<TicketThread>()
const answerAs = (id: number, body: string, isSolution = false) =>
  inTransaction(store.db, (tx) =>
    answerTicket(tx, id, {
      authorId: staff.row.id,
      body,
      clientKey: randomUUID(),
      after: isSolution ? 'solved' : 'waiting',
    }),
  )
const eventsOf = async (id: number) =>
  (await store.db.select().from(ticketEvents).where(eq(ticketEvents.ticketId, id)).orderBy(asc(ticketEvents.id))).map(
    ({ kind }) => kind,
  )

describe('a customer’s ticket', () => {
  test('[CAP-02] a customer opens a ticket, reads the answer and keeps writing until it is solved', async () => {
    const { id, status } = await open()
    expect(status).toBe('open')
    await answerAs(id, 'Which version of the game do you have?')
    expect(await read(id)).toMatchObject({ status: 'waiting', messages: [{}, { authorKind: 'staff' }] })
    await reply(id, 'The newest one.')
    expect((await read(id)).status).toBe('open')
    await answerAs(id, 'Remove the old file, then it works.', true)
    expect((await read(id)).status).toBe('solved')
    expect((await act(id, 'reopen')).status).toBe('open')
    expect((await act(id, 'solve')).status).toBe('solved')
    await reply(id, 'It came back.')
    const { status: last, messages, version } = await read(id)
    expect(last).toBe('open')
    expect(messages.map(({ authorKind }) => authorKind)).toEqual(['customer', 'staff', 'customer', 'staff', 'customer'])
    expect(version).toBe(7)
    expect(await eventsOf(id)).toEqual([
      ...['opened', 'staff_answered', 'waiting', 'customer_wrote', 'staff_answered', 'solved'],
      ...['reopened', 'solved', 'reopened', 'customer_wrote'],
    ])
  })

  test('a double click opens one ticket, and a repeated reply is written once', async () => {
    const clientKey = randomUUID()
    const opened = await Promise.all([1, 2, 3].map(() => open({ clientKey })))
    expect(new Set(opened.map(({ id }) => id)).size).toBe(1)
    const [{ id } = { id: 0 }] = opened
    const key = randomUUID()
    await Promise.all([1, 2, 3].map(() => reply(id, 'Once', key)))
    expect((await read(id)).messages.map(({ body }) => body)).toEqual([WORDS.body, 'Once'])
  })

  test('a ticket carries the order and the mod it is about, if they are the customer’s', async () => {
    const mod = await createMod(store.db, { status: 'archived' })
    const { order } = await createPurchase(store.db, { userId: customer.row.id, mod })
    const about = { modId: mod.id, orderNumber: order.number }
    expect(await open(about)).toMatchObject({ mod: { id: mod.id, title: mod.title }, orderNumber: order.number })
    const send = (part: object) => stranger.call('POST', '/api/tickets', { ...WORDS, clientKey: randomUUID(), ...part })
    expect((await send({ orderNumber: order.number })).json()).toMatchObject({ code: 'orders.not_found' })
    expect((await send({ modId: mod.id })).json()).toMatchObject({ code: 'mod.not_found' })
  })

  test('T-IDOR: the customer API lets neither other customers nor administrators read or change a customer’s ticket', async () => {
    const { id } = await open()
    for (const other of [stranger, staff]) {
      expect((await other.call('GET', `/api/tickets/${id}`)).json()).toMatchObject({ code: 'tickets.not_found' })
      expect((await reply(id, 'Mine now', randomUUID(), other)).statusCode).toBe(404)
      for (const what of ['solve', 'reopen']) {
        expect((await other.call('POST', `/api/tickets/${id}/${what}`)).statusCode, what).toBe(404)
      }
      expect((await other.call('GET', '/api/tickets')).json()).toMatchObject({ items: [] })
    }
    expect((await read(id)).version).toBe(1)
  })

  test('a solved ticket can be rated, an open one cannot, and the same rating again changes nothing', async () => {
    const { id } = await open()
    const rate = (rating: number) => customer.call('POST', `/api/tickets/${id}/rating`, { rating, comment: 'Quick' })
    expect((await rate(5)).json()).toMatchObject({ code: 'tickets.not_solved' })
    await act(id, 'solve')
    expect((await rate(4)).json()).toMatchObject({ rating: 4, ratingComment: 'Quick', version: 3 })
    expect((await rate(4)).json()).toMatchObject({ version: 3 })
    expect((await rate(0)).statusCode).toBe(400)
  })

  test('a ticket marked as spam looks open to its customer and stays spam when they write', async () => {
    const { id } = await open()
    await store.db.update(tickets).set({ status: 'spam' }).where(eq(tickets.id, id))
    expect((await reply(id, 'Hello?')).json()).toMatchObject({ status: 'open' })
    const [row] = await store.db.select().from(tickets).where(eq(tickets.id, id))
    expect(row?.status).toBe('spam')
  })

  test('reading or answering a merged ticket leads to the ticket it was merged into', async () => {
    const first = await open({ body: 'The first' })
    const second = await open({ body: 'The second' })
    await store.db.update(tickets).set({ mergedIntoId: first.id }).where(eq(tickets.id, second.id))
    await reply(second.id, 'Written to the second')
    const thread = await read(second.id)
    expect(thread.id).toBe(first.id)
    expect(thread.messages.map(({ body }) => body)).toEqual(['The first', 'The second', 'Written to the second'])
    const list = (await customer.call('GET', '/api/tickets')).json<{ items: TicketSummary[] }>()
    expect(list.items.map(({ id }) => id)).toEqual([first.id])
  })

  test('a customer’s ticket list shows who wrote last in each ticket', async () => {
    const [asked, answered] = [await open(), await open()]
    await answerAs(answered.id, 'Which version of the game do you have?')
    const { items } = (await customer.call('GET', '/api/tickets')).json<{ items: TicketSummary[] }>()
    expect(items.map(({ id, lastAuthor }) => [id, lastAuthor])).toEqual([
      [answered.id, 'staff'],
      [asked.id, 'customer'],
    ])
  })

  test('a customer’s ticket list is paged, with the latest message first', async () => {
    for (let index = 0; index < 25; index += 1) {
      const lastMessageAt = new Date(Date.now() - index * 60_000)
      await createTicket(store.db, { userId: customer.row.id, subject: `Ticket ${index}`, lastMessageAt })
    }
    const page = async (after?: string) =>
      (await customer.call('GET', `/api/tickets${after ? `?after=${after}` : ''}`)).json<{
        items: TicketSummary[]
        next: string | null
      }>()
    const first = await page()
    const second = await page(first.next ?? '')
    expect([...first.items, ...second.items].map(({ subject }) => subject)).toEqual(
      Array.from({ length: 25 }, (_, index) => `Ticket ${index}`),
    )
    expect(second.next).toBeNull()
  })
})

describe('the promised answer', () => {
  test('[LEGAL-06] every ticket category promises the response hours of the policies', () => {
    expect(Object.fromEntries(TICKET_CATEGORIES.map((each) => [each, responseHoursOf(each)]))).toEqual({
      general: SUPPORT_RESPONSE_HOURS.general,
      order: '24-48',
      refund: '24',
      mod: '24-48',
      privacy: '48',
      account: '24-48',
    })
    expect(TICKET_CATEGORIES.map(responseLimitHoursOf)).toEqual([48, 48, 24, 48, 48, 48])
  })

  test('[LEGAL-06] an answer is due from the first unanswered message on, and none is due once staff have answered', async () => {
    const { id, messages, answerDueAt } = await open({ category: 'refund' })
    const due = Date.parse(messages[0]?.at ?? '') + 24 * 3_600_000
    expect(Date.parse(answerDueAt ?? '')).toBe(due)
    await reply(id, 'Are you there?')
    expect(Date.parse((await read(id)).answerDueAt ?? '')).toBe(due)
    await answerAs(id, 'Yes.')
    expect((await read(id)).answerDueAt).toBeNull()
    await reply(id, 'Good.')
    const again = await read(id)
    expect(Date.parse(again.answerDueAt ?? '')).toBe(Date.parse(again.messages.at(-1)?.at ?? '') + 24 * 3_600_000)
  })
})

describe('limits', () => {
  test('an account can open a limited number of tickets a day, even if it sends them all at once', async () => {
    const sent = await Promise.all(
      Array.from({ length: TICKET_LIMITS.ticketsPerDay + 5 }, () =>
        customer.call('POST', '/api/tickets', { ...WORDS, clientKey: randomUUID() }),
      ),
    )
    expect(sent.filter(({ statusCode }) => statusCode === 200)).toHaveLength(TICKET_LIMITS.ticketsPerDay)
    expect(sent.find(({ statusCode }) => statusCode !== 200)?.json()).toMatchObject({ code: 'tickets.too_many' })
  })

  test('a flood of replies to one ticket is stopped', async () => {
    const { id } = await createTicket(store.db, { userId: customer.row.id })
    await store.db.insert(ticketMessages).values(
      Array.from({ length: TICKET_LIMITS.messagesPerHour }, () => ({
        ticketId: id,
        authorKind: 'customer' as const,
        body: 'Hello',
        clientKey: randomUUID(),
      })),
    )
    expect((await reply(id, 'One more')).json()).toMatchObject({ code: 'tickets.too_many' })
  })
})

test('[CAP-02] a ticket is solved, reopened and rated at most twenty times a day, and another ticket is not affected', async () => {
  const [{ id }, other] = [await open(), await open()]
  const statuses: number[] = []
  for (let turn = 0; turn < 11; turn += 1) {
    for (const what of ['solve', 'reopen']) {
      statuses.push((await customer.call('POST', `/api/tickets/${id}/${what}`)).statusCode)
    }
  }
  expect(statuses).toEqual([...Array<number>(20).fill(200), 429, 200])
  expect(await eventsOf(id)).toHaveLength(21)
  expect((await act(other.id, 'solve')).status).toBe('solved')
})

describe('the mail about an answer', () => {
  test('the mail about an answer links to the ticket, says that replies are not read, and belongs to the conversation', async () => {
    const { id } = await open()
    await answerAs(id, 'Remove the old file.')
    await runJobs(store)
    const [mail] = await readMailbox(customer.row.email ?? '')
    expect(mail?.subject).toBe(`We have answered your ticket ${id}`)
    expect(mail?.text).toContain('Replies to this e-mail are not read.')
    expect(mail?.text.indexOf('Replies to this e-mail')).toBeLessThan(mail?.text.indexOf('Remove the old file.') ?? 0)
    expect(mail?.text).toContain(`${store.config.publicUrl}/tickets?ticket=${id}`)
    const headers = mail?.headers ?? {}
    expect(headers['auto-submitted']).toBe('auto-generated')
    expect(headers['x-auto-response-suppress']).toBe('All')
    expect(headers['message-id']).toMatch(new RegExp(`^<ticket-${id}-message-\\d+@`))
    expect(headers.references).toMatch(new RegExp(`^<ticket-${id}@`))
    expect(headers['reply-to']).toContain('@')
  })

  test('an account without a verified address gets no mail about an answer', async () => {
    await store.db.execute(sql`update users set email_verified_at = null where id = ${stranger.row.id}`)
    const { id } = await open({}, stranger)
    await answerAs(id, 'Hello')
    await runJobs(store)
    expect(await readMailbox(stranger.row.email ?? '', 0)).toEqual([])
  })
})

describe('personal data', () => {
  test('the export contains the person’s tickets, and deleting the account removes everything that was said', async () => {
    const person = await newPerson(store)
    const { id } = await open({ body: 'My secret words' }, person)
    await answerAs(id, 'About your secret words')
    const exported = (await person.call('GET', '/api/account/export')).json<{ tickets: unknown }>()
    expect(JSON.stringify(exported.tickets)).toContain('My secret words')
    const gone = await person.call('DELETE', '/api/account', { username: person.row.username })
    expect(gone.statusCode, gone.body).toBe(200)
    const { rows } = await store.db.execute(sql`select * from ticket_messages where ticket_id = ${id}`)
    expect(rows).toEqual([])
    const [ticket] = await store.db.select().from(tickets).where(eq(tickets.id, id))
    expect(ticket).toMatchObject({ subject: '', status: 'solved', category: 'mod' })
    // The events that the support figures are based on stay.
    expect(await eventsOf(id)).toEqual(['opened', 'staff_answered', 'waiting'])
  })
})

describe('live hints', () => {
  test('T-IDOR: a customer gets live hints about their own ticket, and nobody can follow another person’s', async () => {
    const { id } = await open()
    const url = await listen(store.app)
    const own = await followTopics(url, customer.token, `ticket:${id}`)
    const foreign = await followTopics(url, stranger.token, `ticket:${id},me`)
    await answerAs(id, 'Hello')
    await vi.waitFor(() => expect(own.told()).toContain(`ticket:${id}`))
    // The stranger follows this topic, so the hint arrives after everything else that was meant for them.
    await inTransaction(store.db, (tx) => announceHint(tx, 'me', stranger.row.id))
    await vi.waitFor(() => expect(foreign.told()).toContain('me'))
    expect(foreign.told()).not.toContain(`ticket:${id}`)
    own.close()
    foreign.close()
  })
})
