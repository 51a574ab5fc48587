import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import type { Upload } from '@slipstream/contract/uploads'
import { modEntries, type ModPlan } from '@slipstream/mod-archive/testing/generated-mod'
import { type NewEntry, zipOf } from '@slipstream/mod-archive/testing/zip-writer'

interface Answer {
  statusCode: number
  body: string
  json: <T>() => T
}
type Call = (method: 'GET' | 'POST' | 'DELETE', url: string, body?: unknown) => Promise<Answer>

export const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** A generated mod, with extra entries. */
export const modArchive = (plan: ModPlan = { vehicles: 1, configurations: 3 }, more: readonly NewEntry[] = []) =>
  zipOf([...modEntries(plan), ...more])

/** Uploads archives like the admin page. */
export const openSender = (call: Call) => {
  const ask = async (method: 'GET' | 'POST', url: string, body?: unknown) => {
    const answer = await call(method, url, body)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json<Upload>()
  }
  const newUpload = (modId: number, bytes: Buffer, changes: object = {}) => ({
    modId,
    fileName: 'strada.zip',
    sizeBytes: bytes.length,
    fingerprint: sha256Of(bytes),
    ...changes,
  })
  const start = (modId: number, bytes: Buffer, changes: object = {}) =>
    ask('POST', '/api/admin/uploads', newUpload(modId, bytes, changes))
  const read = (id: number) => ask('GET', `/api/admin/uploads/${id}`)
  const complete = (id: number) => ask('POST', `/api/admin/uploads/${id}/complete`)

  const addressOf = async ({ id }: Upload, part: number) => {
    const answer = await call('POST', `/api/admin/uploads/${id}/parts`, { parts: [part] })
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json<{ part: number; url: string }[]>()[0]?.url ?? ''
  }
  const sendPart = async (upload: Upload, bytes: Buffer, part: number) => {
    const body = bytes.subarray((part - 1) * upload.partBytes, part * upload.partBytes)
    const { status } = await fetch(await addressOf(upload, part), { method: 'PUT', body: new Uint8Array(body) })
    expect(status).toBe(200)
  }
  const sendMissing = async (upload: Upload, bytes: Buffer) => {
    for (let part = 1; (part - 1) * upload.partBytes < bytes.length; part++)
      if (!upload.doneParts.includes(part)) await sendPart(upload, bytes, part)
  }
  /** Uploads a whole archive, up to the point where it waits to be read. */
  const send = async (modId: number, bytes: Buffer, changes: object = {}) => {
    const upload = await start(modId, bytes, changes)
    await sendMissing(upload, bytes)
    return complete(upload.id)
  }
  return { newUpload, start, read, complete, addressOf, sendPart, sendMissing, send }
}
