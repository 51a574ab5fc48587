import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { listArchive } from '@slipstream/mod-archive/listing'
import { splitMaster } from '@slipstream/mod-archive/marking/split'
import { TAIL_VERSION, tailOf } from '@slipstream/mod-archive/marking/tail'
import { bufferSource } from '@slipstream/mod-archive/source'
import { modEntries } from '@slipstream/mod-archive/testing/generated-mod'
import { zipOf } from '@slipstream/mod-archive/testing/zip-writer'
import { traceLeak } from '@slipstream/mod-archive/tracing/trace'
import { expect, test } from 'vitest'
import { freePort } from '#testing/free-port.ts'
import { openStorageFolder } from '#testing/storage-folder.ts'
import { composeObject } from './compose-object.ts'
import { openStorage, type Storage } from './storage.ts'

const { config, storage, folder } = openStorageFolder()
const KEY = { id: 'test-1', secret: randomBytes(32) }
const MIB = 2 ** 20

const storedBody = async (name: string, bytes: Buffer) => {
  const key = `${folder}${name}`
  await storage.putPrivate(key, bytes, 'application/octet-stream')
  return { key, sizeBytes: bytes.length }
}
const stored = async (key: string) => {
  const size = (await storage.sizeOfPrivate(key)) ?? 0
  return size > 0 ? storage.readPrivate(key, 0, size) : Buffer.alloc(0)
}
const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const unfinished = async () => {
  const keys: string[] = []
  for await (const page of storage.listBegun('private')) keys.push(...page.map(({ key }) => key))
  return keys.filter((key) => key.startsWith(folder))
}
/** Counts the calls and makes one of them fail. */
const watched = (failing?: keyof Storage) => {
  const calls: string[] = []
  const watch = (name: keyof Storage) => [
    name,
    (...args: never[]) => {
      calls.push(name)
      if (name === failing) return Promise.reject(new Error(`${name} failed`))
      return (storage[name] as (...args: never[]) => unknown)(...args)
    },
  ]
  const names: (keyof Storage)[] = ['beginParts', 'copyPart', 'putPart', 'joinParts', 'abortParts', 'readPrivate']
  return {
    calls,
    storage: { ...storage, ...Object.fromEntries([...names, 'putPrivate' as const].map(watch)) } as Storage,
  }
}

test('a marked copy is composed in the storage and traced to its purchase', { timeout: 60_000 }, async () => {
  const noise = { name: 'vehicles/strada_car/skin.dds', content: randomBytes(6 * MIB), isStored: true }
  const master = bufferSource(await zipOf([...modEntries({ vehicles: 1, configurations: 2, physicsFiles: 8 }), noise]))
  const parts: Buffer[] = []
  const write = (bytes: Buffer) => void parts.push(Buffer.from(bytes))
  const plan = await splitMaster(master, await listArchive(master), { id: 'release-1', key: KEY, write })
  const body = await storedBody('a body with spaces & signs', Buffer.concat(parts))
  const tail = await tailOf(plan, KEY, 'order-item-7')
  const key = `${folder}copy-${TAIL_VERSION}.zip`

  const { calls, storage: counted } = watched()
  await composeObject(counted, { key, body, tail })
  expect(calls).toEqual(['beginParts', 'copyPart', 'putPart', 'joinParts'])
  const copy = await stored(key)
  expect(hash(copy)).toBe(hash(Buffer.concat([...parts, tail])))

  await composeObject(storage, { key, body, tail })
  expect(hash(await stored(key))).toBe(hash(copy))
  const purchases = Array.from({ length: 20 }, (_, number) => `order-item-${number}`)
  const trace = await traceLeak(bufferSource(copy), 'copy.zip', [{ plan, key: KEY, purchases }])
  expect(trace).toMatchObject({ verdict: 'match', named: [{ purchase: 'order-item-7', hasToken: true }] })
})

test.each([
  ['empty', 0],
  ['smaller than a part', 5 * MIB - 1],
  ['exactly one part long', 5 * MIB],
])('a copy has all of its body and tail when the body is %s', async (_size, sizeBytes) => {
  const bytes = randomBytes(sizeBytes)
  const body = await storedBody(`body-${sizeBytes}`, bytes)
  const key = `${folder}copy-${sizeBytes}.zip`
  await composeObject(storage, { key, body, tail: Buffer.from('the tail') })
  expect(hash(await stored(key))).toBe(hash(Buffer.concat([bytes, Buffer.from('the tail')])))
})

test.each(['copyPart', 'putPart', 'joinParts'] as const)(
  'a composition whose %s fails leaves neither an object nor parts',
  async (failing) => {
    const body = await storedBody('body-of-failures', randomBytes(5 * MIB))
    const key = `${folder}${failing}.zip`
    const { storage: broken } = watched(failing)
    await expect(composeObject(broken, { key, body, tail: Buffer.from('tail') })).rejects.toThrow(`${failing} failed`)
    expect(await storage.sizeOfPrivate(key)).toBeNull()
    expect(await unfinished()).toEqual([])
  },
)

test('a copy within the storage may take longer than the usual idle timeout', async () => {
  const answer = '<CopyPartResult><ETag>"etag"</ETag></CopyPartResult>'
  const slow = createServer((request, response) => {
    request.resume()
    setTimeout(() => response.writeHead(200, { 'content-type': 'application/xml' }).end(answer), 900)
  })
  slow.listen(await freePort())
  await once(slow, 'listening')
  const { port } = slow.address() as AddressInfo
  const silent = openStorage({ ...config, endpoint: `http://127.0.0.1:${port}` }, 200)
  const from = { key: 'body', offset: 0, length: 5 * MIB }
  await expect(silent.copyPart({ key: 'copy', storageUploadId: 'a' }, 1, from)).resolves.toMatchObject({ part: 1 })
  await expect(silent.sizeOfPrivate('copy')).rejects.toThrow('timed out')
  silent.close()
  slow.close()
})

test('composing from a missing body fails and leaves no unfinished upload', async () => {
  const body = { key: `${folder}missing`, sizeBytes: 6 * MIB }
  await expect(composeObject(storage, { key: `${folder}never.zip`, body, tail: Buffer.from('tail') })).rejects.toThrow()
  expect(await unfinished()).toEqual([])
})
