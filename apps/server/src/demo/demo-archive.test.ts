import { createHash } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { DEMO_MODS } from '@slipstream/demo/catalogue/demo-mods'
import { checkIntegrity } from '@slipstream/mod-archive/integrity'
import { listArchive } from '@slipstream/mod-archive/listing'
import { readReport } from '@slipstream/mod-archive/report'
import { demoArchives } from './store-demo-files.ts'

const sourceOf = (bytes: Buffer) => ({
  size: bytes.length,
  read: async (offset: number, length: number) => bytes.subarray(offset, offset + length),
})

let archives: Map<string, Buffer>
beforeAll(async () => {
  archives = new Map(await demoArchives())
})

test('every demo release has its own small archive, with the same bytes every time', async () => {
  const releases = DEMO_MODS.flatMap(({ slug, releases: all }) => all.map(({ version }) => `${slug} ${version}`))
  expect([...archives.keys()]).toEqual(releases)
  const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
  const again = await demoArchives()
  expect(again.map(([, bytes]) => hashOf(bytes))).toEqual([...archives.values()].map(hashOf))
  expect(new Set([...archives.values()].map(hashOf)).size).toBe(releases.length)
  const sizes = [...archives.values()].map(({ length }) => length)
  expect(Math.min(...sizes)).toBeGreaterThan(5_000)
  expect(Math.max(...sizes)).toBeLessThan(300_000)
})

test.each(DEMO_MODS)(
  'the archives of $title pass our own reader without findings, and the newest matches the store’s data',
  async (mod) => {
    for (const { version } of mod.releases) {
      const source = sourceOf(archives.get(`${mod.slug} ${version}`) ?? Buffer.alloc(0))
      const listing = await listArchive(source)
      const report = await readReport(source, listing)
      expect([...listing.findings, ...report.findings], version).toEqual([])
      expect(await checkIntegrity(source, listing)).toEqual([])
      const [vehicle, ...others] = report.vehicles
      expect(others).toEqual([])
      expect(vehicle).toMatchObject({ make: mod.make, description: mod.description })
      expect(`${vehicle?.make} ${vehicle?.name}`).toBe(mod.title)
      expect(vehicle?.configurations.filter(({ isDefault }) => isDefault).length).toBe(1)
      if (version !== mod.releases[0].version) continue
      expect(vehicle?.configurations.map(({ name, specs }) => ({ name, ...specs }))).toMatchObject(
        mod.configurations.map(
          ({ name, bodyStyle, fuel, drivetrain, transmission, powerKw, torqueNm, massKg, topSpeedKmh, sprintS }) => ({
            ...{ name, bodyStyle, fuel, drivetrain, transmission, powerKw, torqueNm, massKg, topSpeedKmh, sprintS },
          }),
        ),
      )
    }
  },
)
