import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { freePort } from '#testing/free-port.ts'
import { openStorageFolder } from '#testing/storage-folder.ts'
import { openStorage } from './storage.ts'

const { config, storage, folder } = openStorageFolder()
/** The minimum size of every part but the last. */
const PART_BYTES = 5 * 2 ** 20

const begin = async (name: string) => {
  const key = folder + name
  return { key, storageUploadId: await storage.beginParts(key) }
}
const put = async (url: string, body: string) => (await fetch(url, { method: 'PUT', body })).status
const begunKeys = async () => {
  const keys: string[] = []
  for await (const page of storage.listBegun('private')) keys.push(...page.map(({ key }) => key))
  return keys
}

test('an object exists once its parts are joined, in part order and not in upload order', async () => {
  const begun = await begin('joined.zip')
  expect(await put(await storage.signPart(begun, 2, 60), 'the end')).toBe(200)
  expect(await put(await storage.signPart(begun, 1, 60), 'a'.repeat(PART_BYTES))).toBe(200)
  const parts = (await storage.listParts(begun)) ?? []
  expect(parts.map(({ part, sizeBytes }) => [part, sizeBytes])).toEqual([
    [1, PART_BYTES],
    [2, 7],
  ])
  expect(await storage.sizeOfPrivate(begun.key)).toBeNull()
  expect(await begunKeys()).toContain(begun.key)

  await storage.joinParts(begun, parts)
  expect(await storage.sizeOfPrivate(begun.key)).toBe(PART_BYTES + 7)
  expect((await storage.readPrivate(begun.key, PART_BYTES - 1, 5)).toString()).toBe('athe ')
  expect(await storage.listParts(begun)).toBeNull()
  expect(await begunKeys()).not.toContain(begun.key)

  await storage.remove('private', begun.key)
  await storage.remove('private', begun.key)
  expect(await storage.sizeOfPrivate(begun.key)).toBeNull()
})

test('an aborted upload is gone and accepts no more parts', async () => {
  const begun = await begin('given-up.zip')
  const [first = '', second = ''] = await Promise.all([1, 2].map((part) => storage.signPart(begun, part, 60)))
  expect(await put(first, 'some bytes')).toBe(200)
  await storage.abortParts('private', begun)
  await storage.abortParts('private', begun)
  expect(await storage.listParts(begun)).toBeNull()
  expect(await put(second, 'late')).toBe(404)
})

test('the signed address of a part works for that part only', async () => {
  const begun = await begin('signed.zip')
  const url = new URL(await storage.signPart(begun, 1, 60))
  url.searchParams.set('partNumber', '2')
  expect(await put(url.href, 'elsewhere')).toBe(403)
  await storage.abortParts('private', begun)
})

test('a read of a private object can be aborted', async () => {
  const key = `${folder}read.zip`
  const url = await storage.presignUpload(key, { contentType: 'application/zip', expiresInSeconds: 60 })
  await fetch(url, { method: 'PUT', headers: { 'content-type': 'application/zip' }, body: 'a small archive' })
  await expect(storage.readPrivate(key, 0, 5, AbortSignal.abort())).rejects.toThrow('aborted')
  await expect(storage.readPrivate(`${folder}none.zip`, 0, 5)).rejects.toThrow()
})

test('storing an old public object again renews its date, so that it is not swept', async () => {
  let storedAt = new Date(0)
  const asked: string[] = []
  const elsewhere = createServer(({ method = '' }, response) => {
    asked.push(method)
    response.setHeader('last-modified', storedAt.toUTCString()).end()
  }).listen(await freePort(), '127.0.0.1')
  await once(elsewhere, 'listening')
  const address = elsewhere.address()
  const endpoint = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const other = openStorage({ ...config, endpoint })

  await other.putPublic('pictures/old.webp', Buffer.from('old'), 'image/webp')
  expect(asked).toEqual(['HEAD', 'PUT'])
  storedAt = new Date()
  await other.putPublic('pictures/old.webp', Buffer.from('old'), 'image/webp')
  expect(asked).toEqual(['HEAD', 'PUT', 'HEAD'])
  other.close()
  elsewhere.close()
})
