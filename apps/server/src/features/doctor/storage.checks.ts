import { randomUUID } from 'node:crypto'
import type { Storage } from '#gateways/storage.ts'
import type { SetupCheck } from './setup-check.ts'

interface Parts {
  storage: Storage
  publicUrl: string
}

/** The sweep removes what an interrupted check leaves here. */
const FOLDER = 'setup-check'
const BYTES = Buffer.from('Written by the setup check; may be deleted.')
const TYPE = 'text/plain'
const LINK_SECONDS = 60

export const storageChecks = ({ storage, publicUrl }: Parts): readonly SetupCheck[] => [
  {
    name: 'storage.private',
    title: 'Private bucket',
    remedy:
      'Check S3_ENDPOINT, S3_REGION, S3_PRIVATE_BUCKET and both keys; the key must be allowed to read, write and delete.',
    find: () => withObject(storage, 'private', findUnreadableRange(storage)),
  },
  {
    name: 'storage.copies',
    title: 'Copies within the storage',
    remedy:
      'Use a storage that supports UploadPartCopy (docs/install.md lists some): buyers’ copies are composed with it.',
    find: () => withObject(storage, 'private', (key) => findUncopied(storage, key)),
  },
  {
    name: 'storage.public',
    title: 'Public bucket',
    remedy:
      'Give the public bucket a policy that allows s3:GetObject for everyone, and check that PUBLIC_ASSET_BASE_URL leads to it.',
    find: (signal) => withObject(storage, 'public', (key) => findUnreadable(storage.publicUrl(key), signal)),
  },
  {
    name: 'storage.cors',
    title: 'Uploads from the browser',
    remedy: `Give the private bucket a CORS rule: origin ${new URL(publicUrl).origin}, methods GET and PUT, exposed header ETag.`,
    find: (signal) => findRefusedOrigin(storage, new URL(publicUrl).origin, signal),
  },
]

/** Stores a small object, inspects it and removes it. */
const withObject = async (
  storage: Storage,
  bucket: 'private' | 'public',
  look: (key: string) => Promise<string | null>,
) => {
  const key = `${FOLDER}/${randomUUID()}.txt`
  await (bucket === 'private' ? storage.putPrivate : storage.putPublic)(key, BYTES, TYPE)
  try {
    return await look(key)
  } finally {
    await storage.remove(bucket, key)
  }
}

/** Interrupted downloads resume, so a signed URL must support range requests. */
const findUnreadableRange = (storage: Storage) => async (key: string) => {
  const url = await storage.presignDownload(key, { fileName: 'check.txt', expiresInSeconds: LINK_SECONDS })
  const answer = await fetch(url, { headers: { range: 'bytes=0-6' } })
  const body = await answer.text()
  return answer.status === 206 && body === 'Written'
    ? null
    : `A part of a signed download was answered with status ${answer.status} and ${body.length} bytes.`
}

const findUncopied = async (storage: Storage, key: string) => {
  const copy = { key: `${key}.copy`, storageUploadId: await storage.beginParts(`${key}.copy`, TYPE) }
  const part = await storage
    .copyPart(copy, 1, { key, offset: 0, length: BYTES.length })
    .catch(async (error: unknown) => {
      await storage.abortParts('private', copy)
      throw error
    })
  await storage.joinParts(copy, [part])
  const bytes = await storage.readPrivate(copy.key, 0, BYTES.length)
  await storage.remove('private', copy.key)
  return bytes.equals(BYTES) ? null : 'A copy within the storage differs from its source.'
}

const findUnreadable = async (url: string, signal: AbortSignal) => {
  const answer = await fetch(url, { signal })
  const isSame = Buffer.from(await answer.arrayBuffer()).equals(BYTES)
  if (answer.ok && isSame) return null
  return answer.ok
    ? `${new URL(url).origin} returns something other than the object in the bucket.`
    : `A visitor cannot read an object of the public bucket: status ${answer.status}.`
}

/** Sends the preflight request that a browser sends before an upload. */
const findRefusedOrigin = async (storage: Storage, origin: string, signal: AbortSignal) => {
  const url = await storage.presignUpload(`${FOLDER}/never-sent`, { contentType: TYPE, expiresInSeconds: LINK_SECONDS })
  const headers = { origin, 'access-control-request-method': 'PUT', 'access-control-request-headers': 'content-type' }
  const answer = await fetch(url, { method: 'OPTIONS', headers, signal })
  const allowed = answer.headers.get('access-control-allow-origin')
  if (answer.ok && (allowed === '*' || allowed === origin)) return null
  return `The private bucket refuses uploads from ${origin}.`
}
