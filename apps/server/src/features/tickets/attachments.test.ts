import { randomUUID } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { TICKET_LIMITS } from '@slipstream/contract/ticket-terms'
import type { AttachmentContent, TicketAttachment, TicketThread } from '@slipstream/contract/tickets'
import { ticketAttachments } from '@slipstream/db/tables/tickets'
import { createAttachment } from '@slipstream/db/testing/ticket-factories'
import { pixelBomb } from '@slipstream/mod-archive/testing/hostile-picture'
import { loadSharp } from '#gateways/images.ts'
import { newPerson, type Person } from '#testing/people.ts'
import { runJobs } from '#testing/run-jobs.ts'
import { testPicture } from '#testing/test-picture.ts'
import { openFileStore } from '#testing/test-store.ts'

const store = await openFileStore()
let customer: Person
let stranger: Person
beforeAll(async () => {
  customer = await newPerson(store)
  stranger = await newPerson(store, { isAdmin: true })
})
beforeEach(() => store.db.delete(ticketAttachments))

type Kind = 'picture' | 'log'

/** Uploads straight to the storage, as the browser does, and adds the file. */
const send = async (kind: Kind, bytes: Buffer, { name = 'game.log', person = customer } = {}) => {
  const contentType = kind === 'log' ? 'text/plain' : 'image/png'
  const offered = await person.call('POST', '/api/tickets/attachments/upload', {
    kind,
    contentType,
    sizeBytes: bytes.length,
  })
  if (offered.statusCode !== 200) return offered
  const { key, url } = offered.json<{ key: string; url: string }>()
  const { status } = await fetch(url, {
    method: 'PUT',
    body: new Uint8Array(bytes),
    headers: { 'content-type': contentType },
  })
  expect(status).toBe(200)
  return person.call('POST', '/api/tickets/attachments', { key, kind, name })
}
const keep = async (kind: Kind, bytes: Buffer) => {
  const answer = await send(kind, bytes)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<TicketAttachment>()
}
const read = async (id: number) => {
  const answer = await customer.call('GET', `/api/tickets/attachments/${id}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<AttachmentContent>()
}
const textOf = async (id: number) => {
  const content = await read(id)
  return content.kind === 'log' ? content.text : null
}
const pictureOf = async (id: number) => {
  const content = await read(id)
  return Buffer.from(content.kind === 'picture' ? (content.dataUrl.split(',')[1] ?? '') : '', 'base64')
}
const open = (attachmentIds: number[], person = customer) =>
  person.call('POST', '/api/tickets', {
    subject: 'It crashes',
    body: 'See the log',
    category: 'mod',
    clientKey: randomUUID(),
    attachmentIds,
  })

describe('a log file', () => {
  test('a log that is sent with a ticket is stored without the name of the Windows user', async () => {
    const { id } = await keep(
      'log',
      Buffer.from('1 C:\\Users\\Kit Harlan\\AppData\\game.log\r\n2 D:/users/kit/mods\nend'),
    )
    expect((await open([id])).json<TicketThread>().messages[0]?.attachments).toMatchObject([
      { id, kind: 'log', name: 'game.log' },
    ])
    expect(await textOf(id)).toBe('1 C:\\Users\\…\\AppData\\game.log\r\n2 D:/users/…/mods\nend')
  })

  test('NUL bytes are removed from a log, and UTF-16 is decoded', async () => {
    const crashed = await keep('log', Buffer.from(`${'a line\n'.repeat(20)}\0\0\0`))
    expect(await textOf(crashed.id)).toBe('a line\n'.repeat(20))
    const wide = await keep('log', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('wide', 'utf16le')]))
    expect(await textOf(wide.id)).toBe('wide')
  })

  test('a log that is an archive, a binary file or 50 MB large is refused with a reason', async () => {
    const sentence = async (bytes: Buffer) => (await send('log', bytes)).json<{ code: string; message: string }>()
    expect(await sentence(Buffer.from('PK\x03\x04 and some words'))).toMatchObject({
      code: 'tickets.attachment_unusable',
      message: expect.stringContaining('not a text file'),
    })
    expect(await sentence(Buffer.from([...Array(400).keys()].map((place) => place % 7)))).toMatchObject({
      message: expect.stringContaining('not a text file'),
    })
    expect(await sentence(Buffer.alloc(50_000_000, 'a'))).toMatchObject({
      code: 'tickets.attachment_unusable',
      message: expect.stringContaining('larger than 2 MB'),
    })
    expect(await store.db.select().from(ticketAttachments)).toEqual([])
  })

  test('storage accepts only a file of the announced size', async () => {
    const offered = await customer.call('POST', '/api/tickets/attachments/upload', {
      kind: 'log',
      contentType: 'text/plain',
      sizeBytes: 10,
    })
    const { url } = offered.json<{ url: string }>()
    const headers = { 'content-type': 'text/plain' }
    const { status } = await fetch(url, { method: 'PUT', body: 'x'.repeat(5_000), headers })
    expect(status).toBe(403)
  })
})

/** A small file that claims to be huge: its header says 20,000 x 20,000 pixels. */
const pixelFlood = async () => {
  const bytes = await testPicture({ format: 'png' })
  bytes.writeUInt32BE(20_000, 16)
  bytes.writeUInt32BE(20_000, 20)
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29)
  return bytes
}

describe('a screenshot', () => {
  test('a screenshot is re-encoded, which removes metadata and a hidden archive', async () => {
    const sharp = await loadSharp()
    const photo = await sharp(await testPicture({ format: 'jpeg' }))
      .withExif({ IFD0: { Copyright: 'SECRET-PLACE' } })
      .jpeg()
      .toBuffer()
    const polyglot = Buffer.concat([photo, Buffer.from('PK\x03\x04HIDDEN-ARCHIVE')])
    const { id } = await keep('picture', polyglot)
    const stored = await pictureOf(id)
    expect((await sharp(stored).metadata()).format).toBe('webp')
    expect((await sharp(stored).metadata()).exif).toBeUndefined()
    expect(stored.toString('latin1')).not.toMatch(/SECRET-PLACE|HIDDEN-ARCHIVE/)
  })

  test('a large screenshot is scaled down', async () => {
    const { id } = await keep('picture', await testPicture({ width: 4_000, height: 1_000, format: 'png' }))
    const { width, height } = await (await loadSharp())(await pictureOf(id)).metadata()
    expect([width, height]).toEqual([2_560, 640])
  })

  test('a screenshot that is an SVG, an archive, damaged or a pixel flood is refused with a reason', async () => {
    for (const [bytes, words] of [
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), 'not a JPEG, PNG'],
      [Buffer.from('PK\x03\x04'), 'not a JPEG, PNG'],
      [Buffer.from('\x89PNG\r\n\x1a\n and nothing', 'latin1'), 'damaged'],
      [await pixelFlood(), '20000 x 20000 pixels'],
    ] as const) {
      expect((await send('picture', bytes)).json()).toMatchObject({
        code: 'tickets.attachment_unusable',
        message: expect.stringContaining(words),
      })
    }
  })
})

const uploaded = async (person: Person, bytes: Buffer) => {
  const key = `incoming/tickets/${person.row.id}/${randomUUID()}`
  await store.services.storage.putPrivate(key, bytes, 'image/png')
  return key
}
const addPicture = (person: Person, key: string) =>
  person.call('POST', '/api/tickets/attachments', { key, kind: 'picture', name: 'a.png' })

test('in a flood of pictures by one account, six of them wait, and a small one of somebody else is not refused', async () => {
  const large = await uploaded(customer, await testPicture({ width: 6_000, height: 4_000, format: 'png' }))
  const small = await uploaded(stranger, await testPicture({ width: 64, height: 64, format: 'png' }))
  const flood = Promise.all(Array.from({ length: 30 }, () => addPicture(customer, large)))
  const added = await addPicture(stranger, small)
  expect(added.statusCode, added.body).toBe(200)
  // The first one removed the upload, so the others that waited found nothing.
  expect((await flood).map(({ statusCode }) => statusCode).toSorted()).toEqual([
    200,
    ...Array<number>(5).fill(404),
    ...Array<number>(24).fill(429),
  ])
})

test('a file of 0.6 MB that takes 0.8 GB to open is refused, and the server does not grow', async () => {
  const key = await uploaded(customer, await pixelBomb())
  const before = process.resourceUsage().maxRSS
  const refused = await addPicture(customer, key)
  expect(process.resourceUsage().maxRSS - before).toBeLessThan(100_000)
  expect(refused.json()).toMatchObject({
    code: 'tickets.attachment_unusable',
    message: expect.stringContaining('too much memory'),
  })
})

describe('T-IDOR: files', () => {
  test('T-IDOR: nobody reads, sends or removes another customer’s file, or adds another customer’s upload', async () => {
    const { id } = await keep('log', Buffer.from('mine'))
    expect((await stranger.call('GET', `/api/tickets/attachments/${id}`)).statusCode).toBe(404)
    expect((await stranger.call('DELETE', `/api/tickets/attachments/${id}`)).statusCode).toBe(404)
    expect((await open([id], stranger)).json()).toMatchObject({ code: 'tickets.attachment_not_found' })
    const key = `incoming/tickets/${customer.row.id}/${randomUUID()}`
    const added = await stranger.call('POST', '/api/tickets/attachments', { key, kind: 'log', name: 'a.log' })
    expect(added.json()).toMatchObject({ code: 'tickets.attachment_not_found' })
    await open([id])
    expect((await stranger.call('GET', `/api/tickets/attachments/${id}`)).statusCode).toBe(404)
  })

  test('a file is sent once and cannot be removed afterward', async () => {
    const { id } = await keep('log', Buffer.from('once'))
    expect((await open([id])).statusCode).toBe(200)
    expect((await open([id])).json()).toMatchObject({ code: 'tickets.attachment_not_found' })
    expect((await customer.call('DELETE', `/api/tickets/attachments/${id}`)).statusCode).toBe(404)
  })

  test('a customer can add a limited number of files a day', async () => {
    for (let count = 0; count < TICKET_LIMITS.attachmentsPerDay; count += 1) {
      await createAttachment(store.db, { uploaderId: customer.row.id })
    }
    expect((await send('log', Buffer.from('one more'))).json()).toMatchObject({ code: 'tickets.too_many_attachments' })
  })

  test('a file that is never sent is removed after a day', async () => {
    const { id } = await keep('log', Buffer.from('forgotten'))
    const young = await keep('log', Buffer.from('young'))
    await store.db.execute(sql`update ticket_attachments set created_at = now() - interval '25 hours' where id = ${id}`)
    await store.db.execute(sql`select graphile_worker.add_job('tickets.sweep', '{}'::json)`)
    await runJobs(store)
    expect((await store.db.select().from(ticketAttachments)).map((row) => row.id)).toEqual([young.id])
  })
})

test('a staff member can attach a file to an answer, and only its customer can read it', async () => {
  const { id } = (await open([])).json<TicketThread>()
  const sent = await send('log', Buffer.from('Replace line 4'), { name: 'fixed.txt', person: stranger })
  const file = sent.json<TicketAttachment>()
  const { lastMessageId } = (await stranger.call('GET', `/api/admin/tickets/${id}`)).json<{ lastMessageId: number }>()
  const words = { body: 'Try this file.', clientKey: randomUUID(), lastMessageId, after: 'waiting' }
  const reply = (attachmentIds: number[]) =>
    stranger.call('POST', `/api/admin/tickets/${id}/reply`, { ...words, attachmentIds })
  const own = await keep('log', Buffer.from('of the customer'))
  expect((await reply([own.id])).json()).toMatchObject({ code: 'tickets.attachment_not_found' })
  expect((await reply([file.id])).statusCode).toBe(200)
  expect(await textOf(file.id)).toBe('Replace line 4')
  const other = await newPerson(store)
  expect((await other.call('GET', `/api/tickets/attachments/${file.id}`)).statusCode).toBe(404)
})
