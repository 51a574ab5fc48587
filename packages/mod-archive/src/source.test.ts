import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listArchive } from './listing.ts'
import { readReport } from './report.ts'
import { bufferSource, openFile, type RangeSource, readExactly } from './source.ts'
import { modEntries } from './testing/generated-mod.ts'
import { zipOf } from './testing/zip-writer.ts'

const zip = await zipOf(modEntries({ vehicles: 2, configurations: 12 }))
const asked: string[] = []
const server = createServer((request, response) => {
  const range = request.headers.range ?? ''
  asked.push(range)
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? []
  response.writeHead(206).end(zip.subarray(Number(from), Number(to) + 1))
})
const overHttp = (): RangeSource => ({
  size: zip.length,
  read: async (offset, length, signal) => {
    const { port } = server.address() as AddressInfo
    const headers = { range: `bytes=${offset}-${offset + length - 1}` }
    const answer = await fetch(`http://127.0.0.1:${port}`, { headers, ...(signal && { signal }) })
    return new Uint8Array(await answer.arrayBuffer())
  },
})

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => new Promise((resolve) => server.close(resolve)))

const reportOf = async (source: RangeSource) => readReport(source, await listArchive(source))

test('a report is the same from memory, from a file and over HTTP ranges', async () => {
  const expected = await reportOf(bufferSource(zip))
  expect(expected.vehicles.map(({ configurations }) => configurations.length)).toEqual([6, 6])
  const folder = await mkdtemp(path.join(tmpdir(), 'mod-archive-'))
  try {
    await writeFile(path.join(folder, 'mod.zip'), zip)
    const file = await openFile(path.join(folder, 'mod.zip'))
    expect(await reportOf(file)).toEqual(expected)
    await file.close()
  } finally {
    await rm(folder, { recursive: true })
  }
  expect(await reportOf(overHttp())).toEqual(expected)
  // One request for the directory, two for vehicles, twelve for configurations, one for the translation.
  expect(asked).toHaveLength(16)
})

test('a short read or a read out of range is an error, not a finding', async () => {
  await expect(readExactly({ size: 10, read: async () => new Uint8Array(3) }, 0, 4)).rejects.toThrow('3 of 4 bytes')
  await expect(readExactly(bufferSource(Buffer.alloc(10)), 8, 4)).rejects.toThrow(RangeError)
})

test('aborting ends the reading of an archive', async () => {
  const stop = new AbortController()
  const source = overHttp()
  const listing = await listArchive(source, stop.signal)
  const before = asked.length
  const report = readReport(source, listing, { signal: stop.signal })
  stop.abort()
  await expect(report).rejects.toThrow('aborted')
  expect(asked.length - before).toBeLessThanOrEqual(6)
})
