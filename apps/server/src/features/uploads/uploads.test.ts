import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { MAX_UPLOAD_BYTES } from '@slipstream/contract/upload-limits'
import { UPLOAD_PART_BYTES } from '@slipstream/contract/uploads'
import { inTransaction } from '@slipstream/db/client'
import { auditLog } from '@slipstream/db/tables/audit'
import { uploads } from '@slipstream/db/tables/uploads'
import { createCategory, createMod, createRelease } from '@slipstream/db/testing/catalogue-factories'
import { openStorage } from '#gateways/storage.ts'
import { openServer } from '#testing/open-server.ts'
import { newPerson, type Person, withToken } from '#testing/people.ts'
import { runJobs } from '#testing/run-jobs.ts'
import { modArchive, openSender } from '#testing/sent-archive.ts'
import { openFileStore } from '#testing/test-store.ts'
import { uploadsPersonalData } from './uploads.personal-data.ts'

vi.setConfig({ testTimeout: 60_000 })

const store = await openFileStore()
let admin: Person
let sender: ReturnType<typeof openSender>
let categoryId: number
beforeAll(async () => {
  categoryId = (await createCategory(store.db)).id
  admin = await newPerson(store, { isAdmin: true })
  sender = openSender(admin.call)
})

const newMod = async () => (await createMod(store.db, { categoryId, title: 'Automotora Strada', status: 'draft' })).id
const rowOf = async (id: number) => (await store.db.select().from(uploads).where(eq(uploads.id, id)))[0]
const post = (url: string, body?: unknown) => admin.call('POST', url, body)
const recorded = (id: number) =>
  store.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.subjectId, String(id)))
    .orderBy(auditLog.id)
/** Two parts, the second one small. */
const twoParts = () => Buffer.concat([randomBytes(16), Buffer.alloc(UPLOAD_PART_BYTES)])

describe('an upload', () => {
  test('an upload starts empty, reports which parts have arrived and completes when all have', async () => {
    const bytes = twoParts()
    const modId = await newMod()
    const upload = await sender.start(modId, bytes)
    expect(upload).toMatchObject({
      modId,
      status: 'uploading',
      doneParts: [],
      partBytes: UPLOAD_PART_BYTES,
      report: null,
    })
    expect(upload.progress).toEqual({ doneBytes: 0, ofBytes: bytes.length })

    await sender.sendPart(upload, bytes, 2)
    const halfway = await sender.read(upload.id)
    expect(halfway).toMatchObject({ doneParts: [2], progress: { doneBytes: 16, ofBytes: bytes.length } })
    const tooEarly = await post(`/api/admin/uploads/${upload.id}/complete`)
    expect([tooEarly.statusCode, tooEarly.json().code]).toEqual([409, 'upload.incomplete'])

    await sender.sendPart(upload, bytes, 1)
    const done = await sender.complete(upload.id)
    expect(done).toMatchObject({ status: 'reading', doneParts: [] })
    const key = (await rowOf(upload.id))?.objectKey ?? ''
    const stored = await store.services.storage.readPrivate(key, 0, bytes.length)
    expect(stored.equals(bytes)).toBe(true)
    expect((await admin.call('GET', `/api/admin/mods/${modId}/uploads`)).json()).toMatchObject([{ id: upload.id }])
  })

  test('choosing the same file again resumes its upload, even under another name, and never starts two', async () => {
    const bytes = twoParts()
    const modId = await newMod()
    const [first, second] = await Promise.all([sender.start(modId, bytes), sender.start(modId, bytes)])
    expect(second.id).toBe(first.id)
    await sender.sendPart(first, bytes, 1)

    const again = await sender.start(modId, bytes, { fileName: 'strada (1).zip', openAs: 'plain-zip' })
    expect(again).toMatchObject({ id: first.id, doneParts: [1], fileName: 'strada (1).zip', openAs: 'plain-zip' })
    expect((await sender.start(await newMod(), bytes)).id).not.toBe(first.id)
    const shorter = await post('/api/admin/uploads', sender.newUpload(modId, bytes, { sizeBytes: 5 }))
    expect([shorter.statusCode, shorter.json().code]).toEqual([400, 'request.invalid'])
  })

  test('a part that arrived with the wrong size is sent again', async () => {
    const bytes = twoParts()
    const upload = await sender.start(await newMod(), bytes)
    await fetch(await sender.addressOf(upload, 2), { method: 'PUT', body: 'half' })
    expect((await sender.read(upload.id)).doneParts).toEqual([])
    await sender.sendMissing(upload, bytes)
    expect((await sender.complete(upload.id)).status).toBe('reading')
  })

  test('an upload is completed once, however often the request is repeated', async () => {
    const bytes = twoParts()
    const upload = await sender.start(await newMod(), bytes)
    await sender.sendMissing(upload, bytes)
    const answers = await Promise.all([sender.complete(upload.id), sender.complete(upload.id)])
    expect(answers.map(({ status }) => status)).toEqual(['reading', 'reading'])
    expect((await sender.complete(upload.id)).status).toBe('reading')
  })

  test('an upload starts over if storage has dropped its parts', async () => {
    const bytes = twoParts()
    const modId = await newMod()
    const upload = await sender.start(modId, bytes)
    await sender.sendPart(upload, bytes, 1)
    const { objectKey: key = '', storageUploadId } = (await rowOf(upload.id)) ?? {}
    await store.services.storage.abortParts('private', { key, storageUploadId: storageUploadId ?? '' })

    expect((await sender.read(upload.id)).doneParts).toEqual([])
    const again = await sender.start(modId, bytes)
    await sender.sendMissing(again, bytes)
    expect(await sender.complete(again.id)).toMatchObject({ id: upload.id, status: 'reading' })
  })

  test.each([
    ['no file', { sizeBytes: 0 }],
    ['more than the limit', { sizeBytes: MAX_UPLOAD_BYTES + 1 }],
    ['an invalid fingerprint', { fingerprint: 'abc' }],
    ['an object key chosen by the client', { objectKey: 'pictures/x' }],
  ])('an upload with %s is refused', async (_what, changes) => {
    const answer = await post('/api/admin/uploads', sender.newUpload(await newMod(), twoParts(), changes))
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'request.invalid'])
  })

  test('an upload to an unknown mod is refused', async () => {
    const answer = await post('/api/admin/uploads', sender.newUpload(999_999, twoParts()))
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'mod.not_found'])
    expect((await admin.call('GET', '/api/admin/mods/999999/uploads')).statusCode).toBe(404)
    expect((await admin.call('GET', '/api/admin/uploads/999999')).statusCode).toBe(404)
  })

  test('an upload has no address for a part beyond its end, nor for any part once it is complete', async () => {
    const bytes = await modArchive()
    const upload = await sender.start(await newMod(), bytes)
    const beyond = await post(`/api/admin/uploads/${upload.id}/parts`, { parts: [2] })
    expect([beyond.statusCode, beyond.json().code]).toEqual([400, 'request.invalid'])
    await sender.sendMissing(upload, bytes)
    await sender.complete(upload.id)
    const late = await post(`/api/admin/uploads/${upload.id}/parts`, { parts: [1] })
    expect([late.statusCode, late.json().code]).toEqual([409, 'upload.not_open'])
  })

  test('an upload reports that storage is down and resumes afterward', async () => {
    const away = openStorage({ ...store.config.storage, endpoint: 'http://127.0.0.1:9' })
    const secondServer = await openServer(store.config, { storage: away })
    const call = withToken(secondServer.app, admin.token)
    const bytes = twoParts()
    const modId = await newMod()
    const refused = await call('POST', '/api/admin/uploads', sender.newUpload(modId, bytes))
    expect([refused.statusCode, refused.json().code]).toEqual([503, 'storage.away'])
    await secondServer.close()
    expect(await sender.start(modId, bytes)).toMatchObject({ status: 'uploading', doneParts: [] })
  })
})

describe('a canceled upload', () => {
  const isThere = async (key: string) => (await store.services.storage.sizeOfPrivate(key)) !== null

  test.each([
    ['with parts', false],
    ['that is complete', true],
  ])('a canceled upload %s leaves no bytes behind, accepts none and is not listed', async (_how, isWhole) => {
    const bytes = twoParts()
    const modId = await newMod()
    const upload = await sender.start(modId, bytes)
    const late = await sender.addressOf(upload, 1)
    await sender.sendMissing(upload, bytes)
    if (isWhole) await sender.complete(upload.id)
    const { objectKey: key = '', storageUploadId } = (await rowOf(upload.id)) ?? {}

    expect((await admin.call('DELETE', `/api/admin/uploads/${upload.id}`)).json()).toBeNull()
    expect((await admin.call('DELETE', `/api/admin/uploads/${upload.id}`)).statusCode).toBe(200)
    await runJobs(store)

    expect(await isThere(key)).toBe(false)
    if (!isWhole) {
      const parts = await store.services.storage.listParts({ key, storageUploadId: storageUploadId ?? '' })
      expect(parts).toBeNull()
    }
    expect((await fetch(late, { method: 'PUT', body: 'late' })).status).toBe(404)
    expect((await sender.read(upload.id)).status).toBe('canceled')
    expect((await admin.call('GET', `/api/admin/mods/${modId}/uploads`)).json()).toEqual([])
    for (const step of ['complete', 'parts']) {
      const answer = await post(
        `/api/admin/uploads/${upload.id}/${step}`,
        step === 'parts' ? { parts: [1] } : undefined,
      )
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'upload.not_open'])
    }
    expect((await sender.start(modId, bytes)).id).not.toBe(upload.id)
  })

  test('an upload that a release was created from cannot be canceled', async () => {
    const modId = await newMod()
    const upload = await sender.start(modId, twoParts())
    const { id: releaseId } = await createRelease(store.db, { modId, uploadId: upload.id })
    const refused = await admin.call('DELETE', `/api/admin/uploads/${upload.id}`)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'upload.released'])
    expect(await sender.read(upload.id)).toMatchObject({ status: 'uploading', releaseId })
  })
})

test('starting, completing and canceling an upload are in the audit log', async () => {
  const modId = await newMod()
  const bytes = twoParts()
  const upload = await sender.start(modId, bytes)
  await sender.send(modId, bytes)
  await admin.call('DELETE', `/api/admin/uploads/${upload.id}`)
  const actorId = admin.row.id
  expect(await recorded(upload.id)).toMatchObject([
    {
      actorId,
      action: 'start',
      subject: 'upload',
      subjectName: 'strada.zip',
      after: { modId, sizeBytes: bytes.length },
    },
    { actorId, action: 'complete', before: { status: 'uploading' }, after: { status: 'reading' } },
    { actorId, action: 'cancel', before: { status: 'reading' }, after: { status: 'canceled' } },
  ])
})

test('an uploader’s archives are in their data export, and deleting the account removes their name', async () => {
  const person = await newPerson(store, { isAdmin: true })
  const upload = await openSender(person.call).start(await newMod(), twoParts())
  const exported = (await person.browser.call('GET', '/api/account/export')).json()
  expect(exported.uploads).toMatchObject([{ fileName: 'strada.zip', status: 'uploading' }])
  await inTransaction(store.db, (tx) => uploadsPersonalData.erase(tx, person.row.id))
  expect(await rowOf(upload.id)).toMatchObject({ startedBy: null, fileName: 'strada.zip' })
})
