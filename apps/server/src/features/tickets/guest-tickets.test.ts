import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { GuestThread } from '@slipstream/contract/tickets'
import { inTransaction } from '@slipstream/db/client'
import { ticketLinks, ticketMessages, tickets } from '@slipstream/db/tables/tickets'
import { createTicket } from '@slipstream/db/testing/ticket-factories'
import { readMailbox } from '#testing/mailbox.ts'
import { mailedSecret } from '#testing/mailed-secret.ts'
import { botCheckAnswer, freshName, newBrowser, newPerson } from '#testing/people.ts'
import { runJobs } from '#testing/run-jobs.ts'
import { openFileStore } from '#testing/test-store.ts'
import { answerTicket } from './answer-ticket.service.ts'
import { openGuestTicket } from './open-ticket.service.ts'
import { openTicketLimits } from './ticket-limits.ts'

const store = await openFileStore()
beforeEach(() => store.db.delete(tickets))

const WORDS = { name: 'Kit', subject: 'A question', body: 'Do you sell trucks?', category: 'general' }
const freshAddress = () => `${freshName()}@mail.example`

const write = async (email: string, changes: object = {}, browser = newBrowser(store)) =>
  browser.call('POST', '/api/contact', {
    ...WORDS,
    email,
    clientKey: randomUUID(),
    'cf-turnstile-response': await botCheckAnswer({ action: 'contact' }),
    ...changes,
  })
const byLink = (what: string, body: object) => newBrowser(store).call('POST', `/api/contact/ticket${what}`, body)
const newest = async () => {
  const [ticket] = await store.db.select().from(tickets).orderBy(sql`id desc`).limit(1)
  if (!ticket) throw new Error('there is no ticket')
  return ticket
}
const answer = (ticketId: number, body: string, isSolution = false) =>
  inTransaction(store.db, (tx) =>
    answerTicket(tx, ticketId, {
      authorId: null,
      body,
      clientKey: randomUUID(),
      after: isSolution ? 'solved' : 'waiting',
    }),
  )

describe('the contact form', () => {
  test('a guest writes, follows the mailed link, reads the answer, replies, and rates the solved ticket', async () => {
    const email = freshAddress()
    expect((await write(email)).statusCode).toBe(200)
    const { id } = await newest()
    const token = await mailedSecret(store, email, 'link')
    expect((await byLink('', { token })).json<GuestThread>()).toMatchObject({
      id,
      status: 'open',
      recipient: 'r…@m….example',
      messages: [{ body: WORDS.body, author: 'Kit' }],
    })
    await answer(id, 'Soon.')
    const second = await mailedSecret(store, email, 'link')
    expect(second).not.toBe(token)
    const replied = await byLink('/messages', { token: second, body: 'Thank you', clientKey: randomUUID() })
    expect(replied.json<GuestThread>().messages.map(({ body }) => body)).toEqual([WORDS.body, 'Soon.', 'Thank you'])
    expect((await byLink('/solve', { token })).json()).toMatchObject({ status: 'solved' })
    expect((await byLink('/rating', { token, rating: 5, comment: '' })).json()).toMatchObject({ rating: 5 })
  })

  test('a bot check for another form is refused, and nothing is stored', async () => {
    const wrong = { 'cf-turnstile-response': await botCheckAnswer({ action: 'register' }) }
    expect((await write(freshAddress(), wrong)).json()).toMatchObject({ code: 'auth.bot_check_failed' })
    expect(await store.db.select().from(tickets)).toEqual([])
  })

  test('failed bot checks do not count against the limit of a mailbox', async () => {
    const email = freshAddress()
    const wrong = { 'cf-turnstile-response': await botCheckAnswer({ action: 'register' }) }
    for (let count = 0; count < 6; count += 1) await write(email, wrong)
    expect((await write(email)).statusCode).toBe(200)
  })

  test('a double click on the contact form opens one ticket', async () => {
    const [email, clientKey] = [freshAddress(), randomUUID()]
    await Promise.all([write(email, { clientKey }), write(email, { clientKey })])
    expect(await store.db.select().from(tickets)).toHaveLength(1)
  })

  test('a guest who enters a customer’s address is not linked to that account', async () => {
    const customer = await newPerson(store)
    await write(customer.row.email ?? '')
    expect((await newest()).userId).toBeNull()
    expect((await customer.call('GET', '/api/tickets')).json()).toMatchObject({ items: [] })
    expect((await customer.call('GET', `/api/tickets/${(await newest()).id}`)).statusCode).toBe(404)
  })

  test('one household can send the contact form five times an hour', async () => {
    const browser = newBrowser(store)
    for (let count = 0; count < 5; count += 1) {
      expect((await write(freshAddress(), {}, browser)).statusCode).toBe(200)
    }
    expect((await write(freshAddress(), {}, browser)).json()).toMatchObject({ code: 'tickets.too_many' })
  })
})

test('one network uses up a hundredth of what all guests may write in a day, not all of it', async () => {
  const limits = openTicketLimits(store.services.redis)
  const written: boolean[] = []
  for (let count = 0; count < 500; count += 1) {
    const ip = count % 2 === 0 ? `203.0.113.${count % 250}` : `2001:db8:7:${count}::1`
    written.push(await limits.mayWrite(freshAddress(), ip))
  }
  expect(written.filter(Boolean)).toHaveLength(40)
  expect(await limits.mayWrite(freshAddress(), '198.51.100.7')).toBe(true)
})

describe('T-CANNON: the form and a stranger’s mailbox', () => {
  test('T-CANNON: many posts to one victim send at most three mails a day, none with the sender’s text', async () => {
    const victim = freshAddress()
    // Bypasses the form's limits, as a botnet with many addresses would.
    const post = () =>
      inTransaction(store.db, (tx) =>
        openGuestTicket(
          tx,
          { email: victim, name: 'BUY-PILLS' },
          { subject: 'BUY-PILLS now', body: 'BUY-PILLS at evil.example', category: 'general', clientKey: randomUUID() },
        ),
      )
    for (let hour = 0; hour < 5; hour += 1) {
      await Promise.all(Array.from({ length: 8 }, post))
      await runJobs(store)
      await store.db.update(ticketLinks).set({ createdAt: sql`created_at - interval '61 minutes'` })
    }
    const mails = await readMailbox(victim, 0)
    expect(mails).toHaveLength(3)
    expect(JSON.stringify(mails)).not.toMatch(/BUY-PILLS|evil\.example/)
    expect(mails[0]?.headers['auto-submitted']).toBe('auto-generated')
    expect(mails[0]?.headers['x-auto-response-suppress']).toBe('All')
  })

  test('T-CANNON: the form refuses more than five posts a day for one mailbox', async () => {
    const victim = freshAddress()
    const statuses: number[] = []
    for (let count = 0; count < 7; count += 1) statuses.push((await write(victim)).statusCode)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
  })

  test('a ticket marked as spam is not acknowledged by mail', async () => {
    const email = freshAddress()
    await write(email)
    const { id } = await newest()
    await store.db.update(tickets).set({ status: 'spam' }).where(eq(tickets.id, id))
    await runJobs(store)
    expect(await readMailbox(email, 0)).toEqual([])
  })
})

describe('T-IDOR: mailed links', () => {
  const newLink = async () => {
    const email = freshAddress()
    await write(email)
    return { email, ticket: await newest(), token: await mailedSecret(store, email, 'link') }
  }

  test('T-IDOR: a mailed link opens only its own thread and shows no order', async () => {
    const { token, ticket } = await newLink()
    const other = await createTicket(store.db, { guestEmail: freshAddress(), body: 'Another guest’s words' })
    const thread = (await byLink('', { token })).json<Record<string, unknown>>()
    expect(thread.id).toBe(ticket.id)
    expect(thread).not.toHaveProperty('orderNumber')
    expect(JSON.stringify(thread)).not.toContain('Another guest')
    await byLink('/messages', { token, body: 'Hello', clientKey: randomUUID() })
    const rows = await store.db.select().from(ticketMessages).where(eq(ticketMessages.ticketId, other.id))
    expect(rows).toHaveLength(1)
  })

  test('T-IDOR: an expired link opens, writes, solves and rates nothing', async () => {
    const { token, ticket } = await newLink()
    await store.db.update(ticketLinks).set({ expiresAt: sql`now() - interval '1 second'` })
    const attempts = [
      byLink('', { token }),
      byLink('/messages', { token, body: 'Hello', clientKey: randomUUID() }),
      byLink('/solve', { token }),
      byLink('/rating', { token, rating: 1, comment: '' }),
      byLink('/attachment', { token, attachmentId: 1 }),
    ]
    for (const attempt of attempts) expect((await attempt).json()).toMatchObject({ code: 'tickets.link_over' })
    expect(await newest()).toEqual(ticket)
  })

  test('T-IDOR: a made-up link and a stored hash open nothing', async () => {
    await newLink()
    const [stored] = await store.db.select().from(ticketLinks)
    for (const token of [stored?.hash, 'a'.repeat(43)]) {
      expect((await byLink('', { token })).json()).toMatchObject({ code: 'tickets.link_over' })
    }
  })

  test('the job tickets.sweep removes expired links', async () => {
    await newLink()
    await store.db.update(ticketLinks).set({ expiresAt: sql`now() - interval '1 second'` })
    await store.db.execute(sql`select graphile_worker.add_job('tickets.sweep', '{}'::json)`)
    await runJobs(store)
    expect(await store.db.select().from(ticketLinks)).toEqual([])
  })
})
