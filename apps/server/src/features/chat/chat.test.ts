import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ChatMessage, ChatMessagePage, ChatOverview } from '@slipstream/contract/chat'
import { inTransaction } from '@slipstream/db/client'
import { chatMessages } from '@slipstream/db/tables/chat'
import { createMod } from '@slipstream/db/testing/catalogue-factories'
import { createPurchase } from '@slipstream/db/testing/order-factories'
import { createTicket } from '@slipstream/db/testing/ticket-factories'
import { lastChanges } from '#testing/audit-log.ts'
import { followTopics, listen } from '#testing/live-stream.ts'
import { type OpenServer, openServer } from '#testing/open-server.ts'
import { newPerson, type Person } from '#testing/people.ts'
import { openTestStore, type TestStore } from '#testing/test-store.ts'
import { chatPersonalData } from './chat.personal-data.ts'

const CHAT = '/api/admin/chat'

let store: TestStore
let second: OpenServer
let urls: [string, string]
let nora: Person
let kit: Person
let room: number
beforeAll(async () => {
  store = await openTestStore()
  second = await openServer(store.config)
  urls = [await listen(store.app), await listen(second.app)]
})
beforeEach(async () => {
  await store.empty()
  nora = await newPerson(store, { username: 'nora.vale', isAdmin: true })
  kit = await newPerson(store, { username: 'kit', isAdmin: true })
  room = (await nora.call('POST', `${CHAT}/rooms`, { name: 'Daily' })).json<{ id: number }>().id
})
afterAll(async () => {
  await second.close()
  await store.close()
})

const send = async (person: Person, body: string, key: string = randomUUID()) => {
  const answer = await person.call('POST', `${CHAT}/rooms/${room}/messages`, { body, key })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<ChatMessage>()
}
const messagesFor = async (person: Person, query = '') =>
  (await person.call('GET', `${CHAT}/rooms/${room}/messages${query}`)).json<ChatMessagePage>()
const roomsFor = async (person: Person) => (await person.call('GET', CHAT)).json<ChatOverview>().rooms

describe('[ROUTE-16] rooms', () => {
  test('[ROUTE-16] two rooms cannot have the same name, and the audit log records who created a room', async () => {
    expect(await roomsFor(kit)).toMatchObject([
      { id: room, name: 'Daily', unread: 0, mentions: 0, lastMessageAt: null },
    ])
    const again = await kit.call('POST', `${CHAT}/rooms`, { name: 'daily' })
    expect([again.statusCode, again.json()]).toMatchObject([409, { code: 'chat.room_taken' }])
    expect(await lastChanges(store.db)).toMatchObject([
      { action: 'create', subject: 'room', subjectName: 'Daily', actorId: nora.row.id },
    ])
  })

  test('[ROUTE-16] the fifty-first chat room is refused', async () => {
    for (let n = 2; n <= 50; n++)
      expect((await nora.call('POST', `${CHAT}/rooms`, { name: `Room ${n}` })).statusCode).toBe(200)
    const refused = await nora.call('POST', `${CHAT}/rooms`, { name: 'One more' })
    expect([refused.statusCode, refused.json()]).toMatchObject([409, { code: 'chat.too_many_rooms' }])
  })

  test('[ROUTE-16] the chat lists everybody who can read it, and no customers', async () => {
    await newPerson(store, { username: 'customer' })
    const { members } = (await nora.call('GET', CHAT)).json<ChatOverview>()
    expect(members.map(({ name }) => name)).toEqual(['kit', 'nora.vale'])
  })
})

describe('[ROUTE-16] messages', () => {
  test('[ROUTE-16] chat messages are listed newest first, page by page, without gaps', async () => {
    for (let n = 1; n <= 60; n++) await send(nora, `Message ${n}`)
    const first = await messagesFor(kit)
    const rest = await messagesFor(kit, `?after=${first.next}`)
    const bodies = [...first.items, ...rest.items].map(({ body }) => body)
    expect(first.items).toHaveLength(50)
    expect(bodies).toEqual(Array.from({ length: 60 }, (_, n) => `Message ${60 - n}`))
    expect(rest.next).toBeNull()
  })

  test('[ROUTE-16] a message sent several times with one idempotency key is stored once', async () => {
    const key = randomUUID()
    const sent = await Promise.all([send(nora, 'Hello', key), send(nora, 'Hello', key), send(nora, 'Hello', key)])
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1)
    expect((await messagesFor(kit)).items).toMatchObject([
      { body: 'Hello', authorId: nora.row.id, authorName: 'nora.vale', isEdited: false, isDeleted: false },
    ])
  })

  test('[ROUTE-16] only the author can edit or delete a message, and it is marked as edited or deleted', async () => {
    const { id } = await send(nora, 'Helo')
    for (const [method, body] of [['PATCH', { body: 'Mine' }], ['DELETE']] as const) {
      const refused = await kit.call(method, `${CHAT}/messages/${id}`, body)
      expect([refused.statusCode, refused.json()]).toMatchObject([409, { code: 'chat.not_yours' }])
    }
    expect((await nora.call('PATCH', `${CHAT}/messages/${id}`, { body: 'Hello' })).json()).toMatchObject({
      body: 'Hello',
      isEdited: true,
    })
    for (let time = 0; time < 2; time++)
      expect((await nora.call('DELETE', `${CHAT}/messages/${id}`)).statusCode).toBe(200)
    expect((await messagesFor(kit)).items).toMatchObject([{ body: '', isDeleted: true }])
    expect((await nora.call('PATCH', `${CHAT}/messages/${id}`, { body: 'Again' })).statusCode).toBe(404)
  })

  test('[ROUTE-16] reading or writing messages in an unknown room is refused', async () => {
    expect((await nora.call('GET', `${CHAT}/rooms/${room + 1}/messages`)).json()).toMatchObject({
      code: 'chat.room_not_found',
    })
    const sent = await nora.call('POST', `${CHAT}/rooms/${room + 1}/messages`, { body: 'Hello', key: randomUUID() })
    expect(sent.json()).toMatchObject({ code: 'chat.room_not_found' })
  })

  test('[ROUTE-16] search finds messages by any form of a word, newest first, and no deleted ones', async () => {
    await send(nora, 'The crash happens on load')
    const { id } = await send(nora, 'Crashing wildly')
    const gone = await send(nora, 'crashed')
    await nora.call('DELETE', `${CHAT}/messages/${gone.id}`)
    const found = (await kit.call('GET', `${CHAT}/search?q=crashes`)).json<ChatMessagePage>()
    expect(found.items.map(({ body }) => body)).toEqual(['Crashing wildly', 'The crash happens on load'])
    const none = (await kit.call('GET', `${CHAT}/search?q=${encodeURIComponent('crash -wildly -load')}`)).json()
    expect(none).toEqual({ items: [], next: null })
    expect(found.items[0]?.id).toBe(id)
  })
})

describe('[ROUTE-16] unread messages', () => {
  test('[ROUTE-16] messages of others are unread until they are marked as read, and mentions are counted', async () => {
    await send(kit, 'Mine')
    const last = await send(nora, 'Thanks, @Kit. And @nobody')
    expect(await roomsFor(kit)).toMatchObject([{ unread: 1, mentions: 1 }])
    expect(await roomsFor(nora)).toMatchObject([{ unread: 1, mentions: 0 }])
    expect((await messagesFor(kit)).lastReadId).toBe(0)

    const mark = (messageId: number) => kit.call('POST', `${CHAT}/rooms/${room}/read`, { messageId })
    expect((await mark(last.id)).statusCode).toBe(200)
    expect(await roomsFor(kit)).toMatchObject([{ unread: 0, mentions: 0 }])
    // A stale tab does not make it unread again.
    await mark(last.id - 1)
    expect((await messagesFor(kit)).lastReadId).toBe(last.id)
    expect((await mark(last.id + 1)).json()).toMatchObject({ code: 'chat.message_not_found' })
  })

  test('[ROUTE-16] an edit changes who is mentioned', async () => {
    const { id } = await send(nora, '@kit look')
    await nora.call('PATCH', `${CHAT}/messages/${id}`, { body: 'look' })
    expect(await roomsFor(kit)).toMatchObject([{ unread: 1, mentions: 0 }])
  })

  test('[ROUTE-16] the count of unread messages stops at a hundred', async () => {
    await store.db
      .insert(chatMessages)
      .values(
        Array.from({ length: 130 }, () => ({ roomId: room, authorId: nora.row.id, body: 'x', key: randomUUID() })),
      )
    expect(await roomsFor(kit)).toMatchObject([{ unread: 100 }])
  })
})

test('[ROUTE-16] links to mods, orders and tickets have a preview, and unknown ones have none', async () => {
  const mod = await createMod(store.db, { title: 'Kestrel R4' })
  const customer = await newPerson(store)
  const { order } = await createPurchase(store.db, { userId: customer.row.id, mod })
  const ticket = await createTicket(store.db, { userId: customer.row.id })
  const { previews } = await send(
    nora,
    `See https://store.example/mods/${mod.id}, order ${order.number}, T-${ticket.id}, /mods/999999, T-999999 and SL-2020-000001`,
  )
  expect(previews).toMatchObject([
    { kind: 'Mod', title: 'Kestrel R4', address: `/admin/products/edit/${mod.id}` },
    { kind: 'Order', title: order.number, address: `/admin/orders?order=${order.number}` },
    { kind: 'Ticket', title: ticket.subject, address: `/admin/tickets?ticket=${ticket.id}` },
  ])
  const address = `https://store.example/admin/tickets?view=solved&ticket=${ticket.id}`
  expect((await send(nora, address)).previews).toMatchObject([{ kind: 'Ticket', title: ticket.subject }])
})

test('[ROUTE-16] a message reaches others through another process at once, and customers cannot follow the chat', async () => {
  const customer = await newPerson(store)
  const stream = await followTopics(urls[1], kit.token, `chat,room:${room}`)
  expect((await followTopics(urls[1], customer.token, `chat,room:${room}`)).response.status).toBe(404)
  await send(nora, 'Hello')
  await vi.waitFor(() => expect(stream.told().length).toBeGreaterThan(0))
  stream.close()
})

test('[ROUTE-16] erasing an account anonymizes its chat messages and keeps them', async () => {
  const { id } = await send(nora, 'Hello @kit')
  await kit.call('POST', `${CHAT}/rooms/${room}/read`, { messageId: id })
  expect(await inTransaction(store.db, (tx) => chatPersonalData.collect(tx, nora.row.id))).toMatchObject([
    { room: 'Daily', body: 'Hello @kit' },
  ])
  await inTransaction(store.db, (tx) => chatPersonalData.erase(tx, nora.row.id))
  expect((await messagesFor(kit)).items).toMatchObject([{ authorId: null, authorName: 'Former staff member' }])
  expect(await store.db.select().from(chatMessages).where(eq(chatMessages.authorId, nora.row.id))).toEqual([])
})
