import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { TICKET_LIMITS } from '@slipstream/contract/ticket-terms'
import type { AttachmentContent, GuestThread, TicketThread } from '@slipstream/contract/tickets'
import { inTransaction } from '@slipstream/db/client'
import { ticketAttachments, tickets } from '@slipstream/db/tables/tickets'
import { mailedSecret } from '#testing/mailed-secret.ts'
import { botCheckAnswer, freshName, newBrowser, newPerson } from '#testing/people.ts'
import { openFileStore } from '#testing/test-store.ts'
import { ticketsPersonalData } from './tickets.personal-data.ts'
import { openTicketLimits } from './ticket-limits.ts'

const store = await openFileStore()
beforeEach(() => store.db.delete(tickets))

const LOG = { name: 'game.log', text: 'D:\\Users\\Kit Harlan\\mods\n  line 2 “quoted”\n' }
const SHOWN = 'D:\\Users\\…\\mods\n  line 2 “quoted”\n'
const freshAddress = () => `${freshName()}@mail.example`

const write = async (log: object | undefined, { email = freshAddress(), browser = newBrowser(store) } = {}) =>
  browser.call('POST', '/api/contact', {
    name: 'Kit',
    email,
    subject: 'It crashes',
    body: 'See the log.',
    category: 'mod',
    clientKey: randomUUID(),
    'cf-turnstile-response': await botCheckAnswer({ action: 'contact' }),
    ...(log && { log }),
  })
const byLink = <Answer>(what: string, body: object, browser = newBrowser(store)) =>
  browser.call('POST', `/api/contact/ticket${what}`, body).then((answer) => ({
    code: answer.statusCode,
    body: answer.json<Answer>(),
  }))
const storedFiles = () => store.db.select().from(ticketAttachments)

describe('the log of a guest', () => {
  test('[CAP-48] a guest sends a log with the message and with a reply; both sides read it, without the name of the Windows user', async () => {
    const email = freshAddress()
    const answer = await write(LOG, { email })
    expect(answer.statusCode, answer.body).toBe(200)
    const token = await mailedSecret(store, email, 'link')
    const { body: thread } = await byLink<GuestThread>('', { token })
    const [file] = thread.messages[0]?.attachments ?? []
    expect(file).toMatchObject({ kind: 'log', name: 'game.log', sizeBytes: Buffer.byteLength(SHOWN) })
    const shown = { kind: 'log', name: 'game.log', text: SHOWN }
    expect((await byLink<AttachmentContent>('/attachment', { token, attachmentId: file?.id })).body).toEqual(shown)
    const staff = await newPerson(store, { isAdmin: true })
    expect((await staff.call('GET', `/api/admin/tickets/attachments/${file?.id}`)).json()).toEqual(shown)

    const reply = { token, body: 'Another one.', clientKey: randomUUID(), log: { ...LOG, name: 'second.log' } }
    const replied = await byLink<GuestThread>('/messages', reply)
    expect(replied.body.messages[1]?.attachments).toMatchObject([{ name: 'second.log' }])
    // A repeated request neither writes the message nor keeps the file again.
    expect((await byLink<GuestThread>('/messages', reply)).body.messages).toHaveLength(2)
    expect(await storedFiles()).toHaveLength(2)
  })

  test('nobody without the link reads a guest’s log', async () => {
    await write(LOG)
    const [file] = await storedFiles()
    const other = freshAddress()
    await write(undefined, { email: other })
    const token = await mailedSecret(store, other, 'link')
    expect((await byLink('/attachment', { token, attachmentId: file?.id })).code).toBe(404)
    const customer = await newPerson(store)
    expect((await customer.call('GET', `/api/tickets/attachments/${file?.id}`)).statusCode).toBe(404)
    const opened = await customer.call('POST', '/api/tickets', {
      subject: 'Mine',
      body: 'Not my file',
      category: 'mod',
      clientKey: randomUUID(),
      attachmentIds: [file?.id],
    })
    expect(opened.json<TicketThread>()).toMatchObject({ code: 'tickets.attachment_not_found' })
  })

  test.each([
    ['has NUL bytes', 'a\0b', 400, 'request.invalid'],
    ['is an archive', 'PK\u0003\u0004 and words', 400, 'request.invalid'],
    ['is a PDF', '%PDF-1.7 and words', 422, 'tickets.attachment_unusable'],
    ['is empty', '', 400, 'request.invalid'],
    ['has more than 1 MB in two-byte letters', 'é'.repeat(500_001), 422, 'tickets.attachment_unusable'],
  ])('a log that %s is refused, and nothing is stored', async (_, text, status, code) => {
    const answer = await write({ name: 'game.log', text })
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([status, code])
    expect(await storedFiles()).toEqual([])
    expect(await store.db.select().from(tickets)).toEqual([])
  })

  test('a log of 1 MB with backslashes and quotes arrives whole; a request of 2 MB is refused unread', async () => {
    const path = '"D:\\mods\\a"\n'
    const text = path.repeat(Math.floor(TICKET_LIMITS.guestLogBytes / path.length))
    const answer = await write({ name: 'game.log', text })
    expect(answer.statusCode, answer.body).toBe(200)
    expect((await storedFiles())[0]?.sizeBytes).toBe(text.length)
    expect((await write({ name: 'game.log', text: 'a'.repeat(2_000_000) })).statusCode).toBe(413)
  })

  test('a guest cannot send a picture or name a stored file', async () => {
    for (const extra of [{ attachmentIds: [1] }, { log: { ...LOG, kind: 'picture' } }]) {
      const answer = await newBrowser(store).call('POST', '/api/contact/ticket/messages', {
        token: 'a'.repeat(43),
        body: 'Hello',
        clientKey: randomUUID(),
        ...extra,
      })
      expect(answer.json()).toMatchObject({ code: 'request.invalid' })
    }
  })
})

describe('what bounds the logs of guests', () => {
  test('one network sends twenty logs a day, however many of its addresses it uses', async () => {
    const limits = openTicketLimits(store.services.redis)
    const sent: boolean[] = []
    for (let count = 0; count < 25; count += 1) sent.push(await limits.mayAttach(`198.51.100.${count}`))
    expect(sent).toEqual([...Array<boolean>(20).fill(true), ...Array<boolean>(5).fill(false)])
    expect(await limits.mayAttach('192.0.2.1')).toBe(true)
  })

  test('a twenty-first large request of an address in an hour is refused before it is read; small ones pass', async () => {
    const browser = newBrowser(store)
    const body = { token: 'a'.repeat(43), body: 'Hello', clientKey: randomUUID() }
    const large = { ...body, log: { name: 'game.log', text: 'a'.repeat(70_000) } }
    const answers: number[] = []
    for (let count = 0; count < 21; count += 1) {
      answers.push((await browser.call('POST', '/api/contact/ticket/messages', large)).statusCode)
    }
    expect(answers).toEqual([...Array<number>(20).fill(410), 429])
    expect((await browser.call('POST', '/api/contact/ticket/messages', body)).statusCode).toBe(410)
  })
})

test('the export and the erasure of an account cover the logs that its confirmed address sent as a guest', async () => {
  const { row } = await newPerson(store)
  await write(LOG, { email: row.email ?? '' })
  const data = await inTransaction(store.db, (tx) => ticketsPersonalData.collect(tx, row.id))
  expect(data).toMatchObject({ files: [{ name: 'game.log', kind: 'log' }] })
  await inTransaction(store.db, async (tx) => ticketsPersonalData.erase(tx, row.id))
  expect(await storedFiles()).toEqual([])
  expect(
    await store.db
      .select()
      .from(tickets)
      .where(eq(tickets.guestEmail, row.email ?? '')),
  ).toEqual([])
})
