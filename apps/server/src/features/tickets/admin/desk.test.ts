import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '@slipstream/contract/durations'
import { compareInQueue } from '@slipstream/contract/ticket-queue'
import type { TicketThread } from '@slipstream/contract/tickets'
import { tickets } from '@slipstream/db/tables/tickets'
import { createTicket } from '@slipstream/db/testing/ticket-factories'
import { newBuyer, openEmptiedStore } from '#testing/buying-store.ts'
import { openTicketDesk } from '#testing/ticket-desk.ts'

const store = await openEmptiedStore()
const desk = openTicketDesk(store)

test('[CAP-10] an administrator finds a ticket, takes it, answers it and closes it', async () => {
  const { id } = await desk.open()
  expect(await desk.queue()).toMatchObject([{ id, customer: desk.customer().row.username, group: 'later' }])
  const { id: me, username } = desk.maren().row
  expect(await desk.ask('POST', `/api/admin/tickets/${id}/assign`, { assigneeId: me })).toMatchObject({
    assignee: { username },
  })
  const answered = await desk.reply(id)
  expect(answered).toMatchObject({
    status: 'waiting',
    dueAt: null,
    clocks: { first: { state: 'ended', isMissed: false } },
  })
  expect(answered.messages.map(({ authorKind }) => authorKind)).toEqual(['customer', 'staff'])
  expect(await desk.act(id, 'solve')).toMatchObject({ status: 'solved', clocks: { solution: { state: 'ended' } } })
  expect(await desk.queue()).toEqual([])
  expect(await desk.queue('view=solved')).toMatchObject([{ id }])
})

test('[CAP-10] when two staff members reply at the same moment, one reply goes out and the other is refused', async () => {
  const { id } = await desk.open()
  const { lastMessageId } = await desk.read(id)
  const url = `/api/admin/tickets/${id}/reply`
  const answers = await Promise.all([
    desk.maren().call('POST', url, desk.replyBody(lastMessageId)),
    desk.idris().call('POST', url, desk.replyBody(lastMessageId)),
  ])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({ code: 'tickets.newer_message' })
  const { messages, lastMessageId: seen } = await desk.read(id)
  expect(messages).toHaveLength(2)
  expect((await desk.idris().call('POST', url, desk.replyBody(seen))).statusCode).toBe(200)
})

test('a reply that is sent twice is written once', async () => {
  const { id } = await desk.open()
  const { lastMessageId } = await desk.read(id)
  const body = desk.replyBody(lastMessageId)
  await desk.ask('POST', `/api/admin/tickets/${id}/reply`, body)
  await desk.ask('POST', `/api/admin/tickets/${id}/reply`, body)
  expect((await desk.read(id)).messages).toHaveLength(2)
})

test('an internal note never reaches the customer', async () => {
  const { id } = await desk.open()
  const noted = await desk.ask('POST', `/api/admin/tickets/${id}/notes`, { body: 'The slot name is ours to fix.' })
  expect(noted.notes).toMatchObject([{ by: desk.maren().row.username, body: 'The slot name is ours to fix.' }])
  const { call } = desk.customer()
  const seen = await Promise.all([call('GET', `/api/tickets/${id}`), call('GET', '/api/tickets')])
  for (const { statusCode, body } of seen) {
    expect(statusCode).toBe(200)
    expect(body).not.toContain('slot name')
  }
  for (const method of ['GET', 'POST'] as const) {
    expect((await call(method, `/api/admin/tickets/${id}/notes`)).statusCode).toBeGreaterThanOrEqual(403)
  }
})

test('[LEGAL-06] the paged queue is in the order that compareInQueue defines', async () => {
  const now = Date.now()
  const made = []
  for (let n = 0; n < 130; n++) {
    const dueAt = new Date(now + (n % 13) * 47 * MINUTE_MS - 3 * HOUR_MS)
    made.push(await createTicket(store.db, { userId: desk.customer().row.id, dueAt, isPremium: n % 3 === 0 }))
  }
  const expected = made
    .map(({ id, dueAt, isPremium }) => ({ id, isPremium, dueAt: dueAt?.getTime() ?? null }))
    .sort(compareInQueue(now))
    .map(({ id }) => id)
  const listed: number[] = []
  let after = ''
  do {
    const page = await desk.ask<{ items: { id: number }[]; next: string | null }>('GET', `/api/admin/tickets?${after}`)
    listed.push(...page.items.map(({ id }) => id))
    after = page.next === null ? '' : `after=${page.next}`
  } while (after)
  expect(listed).toEqual(expected)
  expect((await desk.queue('limit=5')).map(({ id }) => id)).toEqual(expected.slice(0, 5))
})

test('filters narrow the queue, and a search finds tickets by subject and message', async () => {
  const { id } = await desk.open({ subject: 'Wheel textures are pink', body: 'Only on the Brigand.' })
  const premium = await newBuyer(store, [], { premiumExpiresAt: new Date(Date.now() + HOUR_MS) })
  const other = await desk.open({ subject: 'Charged twice', body: 'See my order.', category: 'refund' }, premium)
  const found = async (query: string) => (await desk.queue(query)).map((row) => row.id)
  expect(await found('premium=true')).toEqual([other.id])
  expect(await found('category=mod')).toEqual([id])
  expect(await found('assignee=none')).toEqual([other.id, id])
  expect(await found('assignee=me')).toEqual([])
  expect(await found('late=true')).toEqual([])
  expect(await found('q=texture')).toEqual([id])
  expect(await found('q=brigand')).toEqual([id])
  expect(await found(`q=T-${other.id}`)).toEqual([other.id])
  expect(await found(`q=${premium.row.username}`)).toEqual([other.id])
  expect(await found('q=nothing-like-it')).toEqual([])
  const file = await desk.maren().call('GET', '/api/admin/tickets/export?category=mod')
  expect(file.statusCode, file.body).toBe(200)
  expect(file.body).toContain('Wheel textures are pink')
  expect(file.body).not.toContain('Charged twice')
})

test('a snoozed ticket leaves the queue until it is overdue or its customer writes', async () => {
  const { id } = await desk.open()
  const until = new Date(Date.now() + 8 * HOUR_MS).toISOString()
  await desk.ask('POST', `/api/admin/tickets/${id}/snooze`, { until })
  expect(await desk.queue()).toEqual([])
  expect(await desk.queue('view=snoozed')).toMatchObject([{ id }])
  await store.db.update(tickets).set({ dueAt: sql`now() - interval '1 minute'` }).where(eq(tickets.id, id))
  expect(await desk.queue()).toMatchObject([{ id, group: 'late' }])
  await desk.write(id)
  expect(await desk.queue()).toMatchObject([{ id, group: 'later', snoozedUntil: null }])
})

test('merging moves no messages: one sent to the old ticket still arrives, and unmerging loses nothing', async () => {
  const [one, two] = [await desk.open(), await desk.open({ subject: 'Same again' })]
  const merged = await desk.ask('POST', `/api/admin/tickets/${one.id}/merge`, { intoId: two.id })
  expect(merged).toMatchObject({ id: two.id, merged: [{ id: one.id }] })
  expect(merged.messages).toHaveLength(2)
  await desk.write(one.id, 'Written to the old ticket')
  const together = await desk.read(two.id)
  expect(together.messages.map(({ body }) => body)).toContain('Written to the old ticket')
  expect((await desk.queue()).map(({ id }) => id)).toEqual([two.id])
  await desk.ask('POST', `/api/admin/tickets/${one.id}/unmerge`)
  const [first, second] = [await desk.read(one.id), await desk.read(two.id)]
  expect([...first.messages, ...second.messages].map(({ id }) => id).sort()).toEqual(
    together.messages.map(({ id }) => id).sort(),
  )
  expect((await desk.queue()).map(({ id }) => id).sort()).toEqual([one.id, two.id].sort())
})

test('merging a ticket takes along those merged into it, and their customer reads the whole thread', async () => {
  const [one, two, three] = [await desk.open(), await desk.open(), await desk.open()]
  await desk.ask('POST', `/api/admin/tickets/${one.id}/merge`, { intoId: two.id })
  const all = await desk.ask('POST', `/api/admin/tickets/${two.id}/merge`, { intoId: three.id })
  expect(all.messages).toHaveLength(3)
  const read = await desk.customer().call('GET', `/api/tickets/${one.id}`)
  expect(read.json<TicketThread>()).toMatchObject({ id: three.id, messages: all.messages.map(({ id }) => ({ id })) })
})

test('tickets of two customers cannot be merged, nor a guest’s with an account’s', async () => {
  const { id } = await desk.open()
  const stranger = await desk.open({}, await newBuyer(store, []))
  const guest = await createTicket(store.db, { guestEmail: desk.customer().row.email ?? 'k@customer.example' })
  for (const intoId of [stranger.id, guest.id]) {
    const answer = await desk.maren().call('POST', `/api/admin/tickets/${id}/merge`, { intoId })
    expect(answer.json()).toMatchObject({ code: 'tickets.other_customer' })
  }
  expect((await desk.queue()).map((row) => row.id).sort()).toEqual([id, stranger.id, guest.id].sort())
})

test('many tickets can be closed at once, and undoing it reopens them', async () => {
  const ids = [(await desk.open()).id, (await desk.open({ subject: 'Another' })).id]
  const closed = await desk.ask<{ changed: number[] }>('POST', '/api/admin/tickets/act', { ids, act: 'solve' })
  expect(closed.changed).toEqual(ids)
  expect(await desk.queue()).toEqual([])
  await desk.ask('POST', '/api/admin/tickets/act', { ids: closed.changed, act: 'reopen' })
  expect((await desk.queue()).map(({ id }) => id)).toEqual(ids)
})

test('a ticket marked as spam leaves the queue and cannot be answered by mistake', async () => {
  const { id } = await desk.open()
  await desk.act(id, 'spam')
  expect(await desk.queue()).toEqual([])
  expect(await desk.queue('view=spam')).toMatchObject([{ id }])
  const { lastMessageId } = await desk.read(id)
  const refused = await desk.maren().call('POST', `/api/admin/tickets/${id}/reply`, desk.replyBody(lastMessageId))
  expect(refused.json()).toMatchObject({ code: 'tickets.is_spam' })
  expect(await desk.act(id, 'not_spam')).toMatchObject({ status: 'open' })
})

test('a thank-you after the solution can be closed as needing no answer', async () => {
  const { id } = await desk.open()
  await desk.reply(id, { after: 'solved' })
  await desk.write(id, 'Thanks!')
  expect(await desk.queue()).toMatchObject([{ id }])
  const settled = await desk.act(id, 'no_answer_needed')
  expect(settled).toMatchObject({ status: 'solved', clocks: { next: { state: 'ended', isMissed: false } } })
})

test('[CAP-10] a new category moves the due time to its own promise, and is part of the history', async () => {
  const { id } = await desk.open({ category: 'mod' })
  const { dueAt, createdAt } = await desk.read(id)
  const hoursFromOpening = (at: string | null) => Math.round((Date.parse(at ?? '') - Date.parse(createdAt)) / HOUR_MS)
  expect(hoursFromOpening(dueAt)).toBe(48)
  const url = `/api/admin/tickets/${id}/category`
  const changed = await desk.ask('POST', url, { category: 'refund' })
  expect(changed).toMatchObject({ category: 'refund', clocks: { first: { state: 'running' } } })
  expect(hoursFromOpening(changed.dueAt)).toBe(24)
  const again = await desk.ask('POST', url, { category: 'refund' })
  expect(again.events.filter(({ kind }) => kind === 'categorized')).toMatchObject([{ detail: 'Refund' }])
})
