import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { bufferSource, type RangeSource } from '@slipstream/mod-archive/source'
import { sha256Of } from '#testing/sent-archive.ts'
import { archiveSource, hashedSource } from './archive-source.ts'

const bytes = randomBytes(10_000)

test('the checksum covers every byte in order, whichever ranges are read and however late they arrive', async () => {
  const late: RangeSource = {
    size: bytes.length,
    read: async (offset, length) => {
      if (offset === 100) await sleep(20)
      return bytes.subarray(offset, offset + length)
    },
  }
  const hashed = hashedSource(late)
  const read = await Promise.all([hashed.read(100, 400), hashed.read(500, 100), hashed.read(7_000, 1_000)])
  expect(Buffer.concat(read)).toEqual(
    Buffer.concat([bytes.subarray(100, 500), bytes.subarray(500, 600), bytes.subarray(7_000, 8_000)]),
  )
  expect(await hashed.digest()).toBe(sha256Of(bytes))
})

test('no checksum is reported if a part could not be read', async () => {
  const broken: RangeSource = { size: bytes.length, read: () => Promise.reject(new Error('the storage is away')) }
  const hashed = hashedSource(broken)
  await expect(hashed.read(0, 100)).rejects.toThrow('the storage is away')
  await expect(hashed.digest()).rejects.toThrow('the storage is away')
})

test('a byte range before the current position cannot be read, because the checksum would be wrong', async () => {
  const hashed = hashedSource(bufferSource(bytes))
  await hashed.read(1_000, 1_000)
  expect(() => hashed.read(500, 100)).toThrow(RangeError)
})

test('a read that keeps failing fails, and an aborted one is not retried', async () => {
  let reads = 0
  const storage = {
    readPrivate: () => {
      reads += 1
      return Promise.reject(new Error('the connection was lost'))
    },
  }
  const source = archiveSource(storage, { objectKey: 'uploads/a.zip', sizeBytes: 100 })
  await expect(source.read(0, 10)).rejects.toThrow('the connection was lost')
  expect(reads).toBe(3)
  await expect(source.read(0, 10, AbortSignal.abort())).rejects.toThrow()
  expect(reads).toBe(4)
})
