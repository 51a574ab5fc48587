/**
 * Measures reading a mod from a bucket. Run with the store's environment (npm run services -- env): node
 * measure-archive.ts <mod.zip> [--check]
 */
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { open } from 'node:fs/promises'
import { checkIntegrity } from '@slipstream/mod-archive/integrity'
import { listArchive } from '@slipstream/mod-archive/listing'
import { readReport } from '@slipstream/mod-archive/report'
import { countedSource } from '@slipstream/mod-archive/testing/counted-source'
import { loadConfig } from '#config.ts'
import { archiveSource, hashedSource } from '#features/uploads/archive-source.ts'
import { openStorage, type Storage } from '#gateways/storage.ts'

const PART_BYTES = 16 * 2 ** 20

const send = async (storage: Storage, path: string, key: string) => {
  const file = await open(path)
  const { size } = await file.stat()
  const begun = { key, storageUploadId: await storage.beginParts(key) }
  for (let part = 1; (part - 1) * PART_BYTES < size; part++) {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(PART_BYTES), 0, PART_BYTES, (part - 1) * PART_BYTES)
    const body = new Uint8Array(buffer.subarray(0, bytesRead))
    const { ok } = await fetch(await storage.signPart(begun, part, 600), { method: 'PUT', body })
    if (!ok) throw new Error(`part ${part} was refused`)
  }
  await storage.joinParts(begun, (await storage.listParts(begun)) ?? [])
  await file.close()
  return size
}

const rssMb = () => Math.round(process.memoryUsage.rss() / 2 ** 20)
const peakMb = () => Math.round(process.resourceUsage().maxRSS / 1_024)

const measure = async (storage: Storage, objectKey: string, sizeBytes: number, isChecked: boolean) => {
  await storage.check(AbortSignal.timeout(5_000))
  const before = { rssMb: rssMb(), peakMb: peakMb() }
  const source = countedSource(archiveSource(storage, { objectKey, sizeBytes }))
  const began = performance.now()
  const listing = await listArchive(source)
  const listed = { reads: source.count.reads, bytes: source.count.bytes }
  const { verdict, vehicles } = await readReport(source, listing)
  const reported = { reads: source.count.reads, bytes: source.count.bytes }
  const reportMs = Math.round(performance.now() - began)
  const figures = {
    sizeBytes,
    entries: listing.entries.length,
    verdict,
    configurations: vehicles.flatMap(({ configurations }) => configurations).length,
    listed,
    reported,
    reportMs,
    before,
    after: { rssMb: rssMb(), peakMb: peakMb() },
  }
  if (!isChecked) return figures
  const hashed = hashedSource(source)
  const damage = await checkIntegrity(hashed, listing)
  const sha256 = await hashed.digest()
  const checkMs = Math.round(performance.now() - began) - reportMs
  return { ...figures, damage: damage.length, sha256, checkMs, checkPeakMb: peakMb() }
}

const [, script = '', given = '', ...rest] = process.argv
const storage = openStorage(loadConfig().storage)
const [mode, size] = rest
if (mode === 'measure') {
  console.log(JSON.stringify(await measure(storage, given, Number(size), rest.includes('--check'))))
} else {
  const key = `uploads/${randomUUID()}.zip`
  const sizeBytes = await send(storage, given, key)
  // Uploading has already used memory, so another process does the reading.
  console.log(
    execFileSync(process.execPath, [script, key, 'measure', String(sizeBytes), ...rest], { encoding: 'utf8' }),
  )
  await storage.remove('private', key)
}
storage.close()
