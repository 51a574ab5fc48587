import './testing/readable-files.ts'
import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ERRORS } from '@slipstream/contract/errors'
import { isSameFile } from './fingerprint.ts'
import { openPretendStore, PART_BYTES, refuse } from './testing/pretend-store.ts'
import { transferOf } from './transfers.ts'
import { cancelUpload, pauseUpload, resumeUpload, startUpload } from './upload-engine.ts'

// The delay between retries grows with each failure, so the default timeout is too short on a busy machine.
vi.setConfig({ testTimeout: 30_000 })

const MOD = 7
const PARTS = 9
const SIZE = PART_BYTES * PARTS - 300

const fileOf = (bytes: Buffer<ArrayBuffer>, name = 'strada.zip') => new File([bytes], name)
const content = randomBytes(SIZE)
const strada = fileOf(content)

let store: Awaited<ReturnType<typeof openPretendStore>>

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  store = await openPretendStore()
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (path: string, options: RequestInit) => fetch(`${store.url}${path}`, options))
})
afterEach(async () => {
  await cancelUpload(MOD)
  await store.stop()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const state = () => transferOf(MOD)?.state
const until = (check: () => void) => vi.waitFor(check, { timeout: 15_000, interval: 20 })
const untilDone = () => until(() => expect(state()).toBe('done'))
const allParts = Array.from({ length: PARTS }, (_, index) => index + 1)
const sorted = (parts: readonly number[]) => parts.toSorted((one, other) => one - other)

/** The server has some parts, and three more are in flight. */
const sendingAfter = async (taken: number, before = 0) => {
  store.storage.takeOnly(before + taken)
  startUpload(MOD, strada)
  await until(() => expect(store.storage.underWay()).toBe(3))
  await until(() => expect(store.storage.puts).toHaveLength(taken + 3))
}
const untilSilent = () => until(() => expect(store.storage.underWay()).toBe(0))

test('a file is uploaded in parts, three at a time, and arrives unchanged', async () => {
  await sendingAfter(0)
  expect(store.calls).toEqual(['start', 'sign', 'sign', 'sign'])
  store.storage.takeAll()
  await untilDone()
  expect(store.storage.whole().equals(content)).toBe(true)
  expect(sorted(store.storage.puts)).toEqual(allParts)
  expect(store.calls.at(-1)).toBe('complete')
  expect(transferOf(MOD)).toMatchObject({ sentBytes: SIZE, finished: { id: 5, status: 'reading' } })
})

test('only a failed part is sent again', async () => {
  store.storage.faults.set(2, [(response) => response.destroy()])
  store.storage.faults.set(5, [(response) => response.writeHead(500).end()])
  startUpload(MOD, strada)
  await untilDone()
  expect(sorted(store.storage.puts)).toEqual(sorted([...allParts, 2, 5]))
  expect(store.storage.whole().equals(content)).toBe(true)
})

test('an expired upload URL of a part is replaced', async () => {
  store.storage.faults.set(4, [(response) => response.writeHead(403).end()])
  startUpload(MOD, strada)
  await untilDone()
  expect(store.calls.filter((call) => call === 'sign')).toHaveLength(PARTS + 1)
})

test('a paused upload sends nothing, and resuming sends only the missing parts', async () => {
  await sendingAfter(4)
  pauseUpload(MOD)
  expect(state()).toBe('paused')
  await untilSilent()
  store.storage.takeAll()
  expect(store.storage.puts).toHaveLength(7)
  const arrived = [...store.storage.parts.keys()]
  expect(arrived).toHaveLength(4)

  store.storage.puts.length = 0
  resumeUpload(MOD)
  await untilDone()
  expect(sorted(store.storage.puts)).toEqual(allParts.filter((part) => !arrived.includes(part)))
  expect(store.storage.whole().equals(content)).toBe(true)
})

test('a partly uploaded file sends only the rest and continues its progress', async () => {
  store.storage.parts.set(1, content.subarray(0, PART_BYTES)).set(9, content.subarray(8 * PART_BYTES))
  await sendingAfter(0, 2)
  expect(transferOf(MOD)?.sentBytes).toBeGreaterThanOrEqual(PART_BYTES + 700)
  store.storage.takeAll()
  await untilDone()
  expect(sorted(store.storage.puts)).toEqual([2, 3, 4, 5, 6, 7, 8])
  expect(store.storage.whole().equals(content)).toBe(true)
})

test('a file is recognized by its size, start and end, and any other file is rejected', async () => {
  await sendingAfter(0)
  const upload = store.state.upload!
  const changed = (at: number) => {
    const bytes = Buffer.from(content)
    bytes[at]! ^= 1
    return fileOf(bytes)
  }
  expect(await isSameFile(upload, fileOf(content, 'another name.zip'))).toBe(true)
  expect(await isSameFile(upload, changed(0))).toBe(false)
  expect(await isSameFile(upload, changed(SIZE - 1))).toBe(false)
  expect(await isSameFile(upload, fileOf(content.subarray(1)))).toBe(false)
})

test('an upload retries while the storage is down, says so, and continues when it is back', async () => {
  await sendingAfter(3)
  await store.storage.goAway()
  await until(() => expect(transferOf(MOD)?.problem).toMatch(/connection was lost/))
  expect(state()).toBe('sending')
  store.storage.takeAll()
  await store.storage.comeBack()
  await untilDone()
  expect(transferOf(MOD)?.problem).toBeNull()
  expect(store.storage.whole().equals(content)).toBe(true)
})

test('completing an upload is retried after a lost response and after a server error', async () => {
  store.answers.set('complete', [(response) => response.destroy(), refuse('storage.away')])
  startUpload(MOD, strada)
  await untilDone()
  expect(store.calls.filter((call) => call === 'complete')).toHaveLength(3)
})

test('a permanent error stops the upload with the server’s message, and the upload can be resumed', async () => {
  store.answers.set('sign', [refuse('upload.not_found')])
  startUpload(MOD, strada)
  await until(() => expect(state()).toBe('stopped'))
  expect(transferOf(MOD)?.problem).toBe(ERRORS['upload.not_found'][1])
  resumeUpload(MOD)
  await untilDone()
  expect(store.storage.whole().equals(content)).toBe(true)
})

test('an upload that another tab has finished is not sent again', async () => {
  await sendingAfter(3)
  store.answers.set('sign', [refuse('upload.not_open'), refuse('upload.not_open'), refuse('upload.not_open')])
  store.storage.takeAll()
  await until(() => expect(transferOf(MOD)).toBeUndefined())
  await untilSilent()
  expect(store.storage.puts).toHaveLength(6)
  expect(store.calls).not.toContain('complete')
})

test('a file that was moved during the upload is not retried forever', async () => {
  await sendingAfter(2)
  vi.spyOn(Blob.prototype, 'arrayBuffer').mockRejectedValue(new DOMException('gone', 'NotReadableError'))
  await store.storage.goAway()
  await until(() => expect(state()).toBe('stopped'))
  expect(transferOf(MOD)?.problem).toMatch(/can’t be read/)
})

test('canceling an upload tells the server and stops sending', async () => {
  await sendingAfter(2)
  await cancelUpload(MOD)
  expect(transferOf(MOD)).toBeUndefined()
  expect(store.state.upload).toBeNull()
  await untilSilent()
  expect(store.storage.puts).toHaveLength(5)
})

test('leaving the page warns only while an upload is running', async () => {
  const warns = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))
  await sendingAfter(2)
  expect(warns()).toBe(true)
  pauseUpload(MOD)
  expect(warns()).toBe(false)
  await untilSilent()
  store.storage.takeAll()
  resumeUpload(MOD)
  expect(warns()).toBe(true)
  await untilDone()
  expect(warns()).toBe(false)
})
