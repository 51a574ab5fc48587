import { describe, expect, test } from 'vitest'
import { DEMO_CATEGORIES } from './categories.ts'
import { DEMO_MODS } from './demo-mods.ts'
import * as general from './reviews/general-words.ts'
import { KIND_WORDS } from './reviews/kind-words.ts'

/** Real makes and games. None may be named. */
const REAL_NAMES =
  'acura alfa audi bentley bmw bugatti buick cadillac chevrolet chevy chrysler citroen corvette ferrari fiat ford gmc ' +
  'honda hyundai isuzu jaguar jeep kenworth kia koenigsegg lamborghini lancia lexus lotus maserati mazda mclaren mercedes ' +
  'mitsubishi mustang nissan opel pagani peterbilt peugeot pontiac porsche renault saab scania skoda subaru suzuki tesla ' +
  'toyota volkswagen volvo beamng forza assetto'
const DOUBLED = /(\b\w+\b) \1\b/i

/** Every text in the data, with its path. */
const textsIn = (value: unknown, place = ''): [string, string][] => {
  if (typeof value === 'string') return [[place, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => textsIn(inner, `${place}/${key}`))
}

const all = [...textsIn(DEMO_MODS), ...textsIn(DEMO_CATEGORIES), ...textsIn(general), ...textsIn(KIND_WORDS)]

test('no demo text names a real make or game', () => {
  const real = new RegExp(String.raw`\b(${REAL_NAMES.replaceAll(' ', '|')})\b`, 'i')
  expect(all.filter(([, text]) => real.test(text))).toEqual([])
})

test('demo texts have no dashes between clauses, straight apostrophes, doubled words or extra spaces', () => {
  const careless = (text: string) => /[—–'"]| {2}|^ | $/.test(text) || DOUBLED.test(text)
  expect(all.filter(([, text]) => careless(text))).toEqual([])
})

describe.each(DEMO_MODS)('the texts of the $title', (mod) => {
  test('the description of a demo mod fits a card and is followed by three or four paragraphs', () => {
    expect(mod.description.length).toBeLessThanOrEqual(160)
    expect(mod.description).toMatch(/\.$/)
    expect(mod.about.length).toBeGreaterThanOrEqual(3)
    expect(mod.about.length).toBeLessThanOrEqual(4)
    expect(mod.title.startsWith(mod.make)).toBe(true)
  })

  test('a demo mod has 3 to 6 lower-case tags, most of them shared with another mod', () => {
    const { tags } = mod
    expect(tags.length).toBeGreaterThanOrEqual(3)
    expect(tags.length).toBeLessThanOrEqual(6)
    expect(tags).toEqual(tags.map((tag) => tag.toLowerCase()))
    const elsewhere = new Set(DEMO_MODS.filter((other) => other !== mod).flatMap((other) => other.tags))
    expect(tags.filter((tag) => elsewhere.has(tag)).length).toBeGreaterThan(tags.length / 2)
  })

  test('the releases of a demo mod have ascending versions and 2 to 5 changes each', () => {
    const { releases } = mod
    expect(releases.length).toBeGreaterThanOrEqual(2)
    expect(releases.length).toBeLessThanOrEqual(8)
    const byTime = releases.toSorted((a, b) => b.daysAgo - a.daysAgo).map(({ version }) => version)
    const byNumber = byTime.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    expect(byTime).toEqual(byNumber)
    expect(releases.map(({ version }) => version)).toEqual(byNumber.toReversed())
    for (const { changes } of releases) {
      expect(changes.length).toBeGreaterThanOrEqual(2)
      expect(changes.length).toBeLessThanOrEqual(5)
      for (const change of changes) expect(change).toMatch(/\.$/)
    }
  })

  test('a demo mod has states for at least 3 game versions, including the tested ones, and fixed states name its releases', () => {
    const versions = mod.compatibility.map(({ gameVersion }) => gameVersion)
    expect(versions.length).toBeGreaterThanOrEqual(3)
    expect(versions).toEqual(versions.toSorted().toReversed())
    for (const { state, fixedIn } of mod.compatibility) {
      if (state === 'fixed') expect(mod.releases.map(({ version }) => version)).toContain(fixedIn)
    }
    const fit = mod.compatibility.filter(({ state }) => state === 'confirmed' || state === 'fixed')
    expect(fit.map(({ gameVersion }) => gameVersion)).toEqual(expect.arrayContaining(mod.releases[0].gameVersions))
  })
})
