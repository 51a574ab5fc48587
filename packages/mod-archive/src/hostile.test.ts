import { describe, expect, test } from 'vitest'
import { isRefused } from './findings.ts'
import { checkIntegrity } from './integrity.ts'
import { listArchive } from './listing.ts'
import { readReport } from './report.ts'
import { bufferSource } from './source.ts'
import { HOSTILE_ARCHIVES } from './testing/hostile-archives.ts'
import { HOSTILE_ENTRIES } from './testing/hostile-entries.ts'
import { zipOf } from './testing/zip-writer.ts'

const HOSTILE = [...HOSTILE_ENTRIES, ...HOSTILE_ARCHIVES]

describe('refused uploads', { timeout: 60_000 }, () => {
  test.each(HOSTILE)('an upload is refused for $what', async ({ bytes, refusedBy, code, sentence }) => {
    const source = bufferSource(await bytes())
    const listing = await listArchive(source)
    const report = await readReport(source, listing)
    const verdicts = {
      listing: listing.verdict,
      report: report.verdict,
      integrity:
        listing.verdict === 'accepted' && isRefused(await checkIntegrity(source, listing)) ? 'refused' : 'accepted',
    }
    expect(verdicts[refusedBy]).toBe('refused')
    if (refusedBy === 'listing') expect(listing.entries).toEqual([])
    const findings = refusedBy === 'integrity' ? await checkIntegrity(source, listing) : report.findings
    expect(findings).toContainEqual(expect.objectContaining({ code, severity: 'refusal', sentence }))
  })
})

test('an archive above the limit is refused before a byte of it is read', async () => {
  const source = { size: 8 * 2 ** 30 + 1, read: () => Promise.reject(new Error('it was read')) }
  const listing = await listArchive(source)
  expect(listing.findings.map(({ code }) => code)).toEqual(['archive-too-large'])
})

test('a plain zip may have a vehicles folder in any place', async () => {
  const source = bufferSource(await zipOf([{ name: 'My Mod/vehicles/strada/info.json', content: '{}' }]))
  const report = await readReport(source, await listArchive(source), { openAs: 'plain-zip' })
  expect(report).toMatchObject({ verdict: 'accepted', kind: 'plain-zip', findings: [], vehicles: [] })
})

test('the report of an archive with a thousand bad entries stays short', async () => {
  const entries = Array.from({ length: 1_000 }, (_, number) => ({ name: `../${number}.txt` }))
  const { findings } = await listArchive(bufferSource(await zipOf(entries)))
  expect(findings).toHaveLength(21)
  expect(findings.at(-1)).toEqual({
    code: 'slip',
    severity: 'refusal',
    entry: null,
    sentence: '980 more entries have the same problem.',
  })
})

test('an archive full of overlong names is refused quickly', async () => {
  const entries = Array.from({ length: 200 }, (_, number) => ({ name: `${'. /'.repeat(20_000)}x${number}` }))
  const { findings } = await listArchive(bufferSource(await zipOf(entries)))
  expect(new Set(findings.map(({ code }) => code))).toEqual(new Set(['long-name']))
})

describe('warnings', () => {
  const warnings = [
    ['an archive in it', { name: 'extra.zip' }, 'nested-archive'],
    ['a blank texture', { name: 'blank.dds', content: Buffer.alloc(2 * 2 ** 20) }, 'high-ratio'],
    ['a name of a Windows device', { name: 'vehicles/aux.txt' }, 'windows-name'],
    ['a question mark in a name', { name: 'what?.txt' }, 'windows-name'],
  ] as const
  test.each(warnings)('an upload is accepted with a warning for %s', async (_what, entry, code) => {
    const listing = await listArchive(bufferSource(await zipOf([entry])))
    expect(listing).toMatchObject({ verdict: 'accepted', findings: [{ code, severity: 'warning', entry: entry.name }] })
  })
})
