import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeMod } from './testing/generated-mod.ts'

const BYTES = 600e6

let folder: string
let mod: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'mod-archive-'))
  mod = path.join(folder, 'mod.zip')
  await writeMod(mod, { bytes: BYTES, vehicles: 3, configurations: 36 })
}, 300_000)
afterAll(() => rm(folder, { recursive: true }))

test('reading the report of a 600 MB mod with 36 configurations transfers at most 100 kB', { timeout: 300_000 }, () => {
  const script = path.join(import.meta.dirname, 'testing/measure.ts')
  const { stdout, stderr } = spawnSync(process.execPath, [script, mod], { encoding: 'utf8' })
  expect(stderr).toBe('')
  const measured = JSON.parse(stdout) as Record<string, number> & Record<'listing' | 'report', Record<string, number>>
  expect(measured).toMatchObject({ verdict: 'accepted', vehicles: 3, configurations: 36 })
  expect(measured.size).toBeGreaterThanOrEqual(BYTES)
  expect(measured.listing.reads).toBeLessThanOrEqual(2)
  expect(measured.report.bytes).toBeLessThanOrEqual(100_000)
  expect(measured.peakMemoryMb).toBeLessThanOrEqual(100)
})
