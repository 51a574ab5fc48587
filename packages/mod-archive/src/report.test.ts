import { setImmediate as immediately } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { FindingCode } from './findings.ts'
import { listArchive } from './listing.ts'
import { readReport } from './report.ts'
import { bufferSource } from './source.ts'
import { countedSource } from './testing/counted-source.ts'
import { modEntries } from './testing/generated-mod.ts'
import { type NewEntry, zipOf } from './testing/zip-writer.ts'

const reportOf = async (entries: NewEntry[]) => {
  const source = bufferSource(await zipOf(entries))
  return readReport(source, await listArchive(source))
}
/** A vehicle with one configuration, with the files that a test adds, replaces or removes. */
const strada = (files: Record<string, string | null> = {}): NewEntry[] =>
  Object.entries<string | null>({
    'info.json': '{"Name": "Strada"}',
    'sport.pc': '{}',
    'info_sport.json': '{"Configuration": "Sport"}',
    'sport.png': 'a picture',
    ...files,
  }).flatMap(([name, content]) => (content === null ? [] : [{ name: `vehicles/strada/${name}`, content }]))
const specsFrom = async (info: Record<string, unknown>) => {
  const { vehicles } = await reportOf(strada({ 'info_sport.json': JSON.stringify(info) }))
  return vehicles[0]?.configurations[0]?.specs
}

describe('the report of a vehicle mod', () => {
  test('a report contains make, name, author and all other data of a vehicle', async () => {
    const report = await reportOf(modEntries({ vehicles: 2, configurations: 5 }))
    expect(report).toMatchObject({ verdict: 'accepted', kind: 'vehicle-mod', findings: [] })
    expect(report.vehicles.map(({ name, configurations }) => [name, configurations.length])).toEqual([
      ['Strada', 3],
      ['Vento', 2],
    ])
    expect(report.vehicles[0]).toEqual({
      folder: 'strada_car',
      name: 'Strada',
      make: 'Automotora',
      author: 'Some Creator',
      type: 'Car',
      bodyStyle: 'Coupe',
      country: 'Italy',
      years: { min: 1998, max: 2004 },
      description: 'A light coupe for mountain roads.',
      paints: ['Pearl White', 'Fire Red'],
      picture: 'vehicles/strada_car/default.png',
      configurations: [expect.anything(), expect.anything(), expect.anything()],
    })
  })

  test('a report has a spec sheet for every configuration, in our units and with its translated name', async () => {
    const { vehicles } = await reportOf(modEntries({ vehicles: 1, configurations: 2 }))
    expect(vehicles[0]?.configurations).toEqual([
      expect.objectContaining({ name: 'BASE', file: 'vehicles/strada_car/base.pc', isDefault: true }),
      {
        file: 'vehicles/strada_car/sport.pc',
        name: 'Sport (M)',
        description: 'The sport configuration',
        type: 'Factory',
        isDefault: false,
        picture: 'vehicles/strada_car/sport.png',
        specs: {
          bodyStyle: null,
          country: null,
          years: null,
          fuel: 'Gasoline',
          propulsion: 'ICE',
          induction: 'Turbo',
          drivetrain: 'RWD',
          transmission: 'Automatic',
          powerKw: 115,
          powerRpm: '5550 - 6300',
          torqueNm: 180,
          torqueRpm: '2200 - 5500',
          massKg: 1191,
          topSpeedKmh: 182,
          sprintS: 10.4,
          brakingM: 38.4,
          brakingG: 1.05,
          offRoadScore: 21,
          performanceClass: null,
          value: 11_500,
          population: 950,
        },
      },
    ])
  })

  test('the braking distance from 60 mph in feet is used if the one from 100 km/h is missing', async () => {
    expect(await specsFrom({ '60-0 mph': 125 })).toMatchObject({ brakingM: 38.1 })
    expect(await specsFrom({ '60-0 mph': 125, '100-0 km/h': 40 })).toMatchObject({ brakingM: 40 })
  })

  test('a report leaves out implausible values', async () => {
    const specs = await specsFrom({
      Power: 'a lot',
      Torque: -5,
      Weight: 1e300,
      'Top Speed': null,
      Drivetrain: 7,
      Transmission: '  ',
      Value: '12000',
      Years: [1990],
    })
    expect(specs).toMatchObject({
      powerKw: null,
      torqueNm: null,
      massKg: null,
      topSpeedKmh: null,
      drivetrain: null,
      transmission: null,
      value: 12_000,
      years: null,
    })
  })

  test('a report has no control characters and cuts long texts', async () => {
    const text = `{"Fuel Type": "Gas\u0007oline\u0000", "Drivetrain": "${'x'.repeat(3_000)}"}`
    const { vehicles } = await reportOf(strada({ 'info_sport.json': text }))
    const { fuel, drivetrain } = vehicles[0]?.configurations[0]?.specs ?? expect.fail()
    expect([fuel, drivetrain?.length]).toEqual(['Gas oline', 2_000])
  })

  test('an untranslated key is kept, and translations are read only if needed', async () => {
    const key = 'vehiclesData.strada.sport.Configuration'
    const translation = { name: 'locales/translations/en-US/x.translation.json', content: `{"other.key": "x"}` }
    const { vehicles } = await reportOf([...strada({ 'info_sport.json': `{"Configuration": "${key}"}` }), translation])
    expect(vehicles[0]?.configurations[0]?.name).toBe(key)
    const source = countedSource(bufferSource(await zipOf([...strada(), translation])))
    await readReport(source, await listArchive(source))
    expect(source.count.reads).toBe(3)
  })

  test('files are found regardless of case, and a .jpg is used if there is no .png', async () => {
    const { vehicles, findings } = await reportOf([
      { name: 'Vehicles/Strada/Info.JSON', content: '{"Name": "Strada", "default_pc": "Sport"}' },
      { name: 'Vehicles/Strada/Sport.pc', content: '{}' },
      { name: 'Vehicles/Strada/INFO_sport.json', content: '{}' },
      { name: 'Vehicles/Strada/SPORT.jpg', content: 'a picture' },
    ])
    expect(findings).toEqual([])
    expect(vehicles).toMatchObject([
      { name: 'Strada', configurations: [{ name: 'sport', isDefault: true, picture: 'Vehicles/Strada/SPORT.jpg' }] },
    ])
  })

  test('a report makes at most six concurrent reads', async () => {
    const memory = bufferSource(await zipOf(modEntries({ vehicles: 3, configurations: 60 })))
    const read: typeof memory.read = (offset, length) => immediately().then(() => memory.read(offset, length))
    const source = countedSource({ size: memory.size, read })
    await readReport(source, await listArchive(source))
    expect(source.count.mostAtOnce).toBe(6)
  })
})

describe('warnings', () => {
  const cases: [string, NewEntry[], FindingCode, string][] = [
    [
      'of a configuration without an info file, which the game hides',
      strada({ 'info_sport.json': null }),
      'configuration-without-info',
      'The game hides “vehicles/strada/sport.pc” because “info_sport.json” is missing, so it is not listed.',
    ],
    [
      'of a configuration without a picture',
      strada({ 'sport.png': null }),
      'configuration-without-picture',
      '“vehicles/strada/sport.pc” has no picture. Add “sport.png” for the game’s vehicle selector.',
    ],
    [
      'of a file that cannot be read',
      strada({ 'info_sport.json': '{\n "Power": oops}' }),
      'unreadable-json',
      '“vehicles/strada/info_sport.json” cannot be read: expected a value at line 2, column 11. Fix it and pack the mod again.',
    ],
    [
      'of an info file that is a list',
      strada({ 'info.json': '[]' }),
      'unreadable-json',
      '“vehicles/strada/info.json” cannot be read: it is a list, not an object. Fix it and pack the mod again.',
    ],
    [
      'of an oversized info file',
      strada({ 'info.json': `{"Name": "Strada"} // ${'x'.repeat(300_000)}` }),
      'unreadable-json',
      '“vehicles/strada/info.json” cannot be read: it is larger than 256 KiB. Fix it and pack the mod again.',
    ],
    [
      'of a damaged file',
      [...strada({ 'info.json': null }), { name: 'vehicles/strada/info.json', content: '{}', crc: 1 }],
      'unreadable-json',
      '“vehicles/strada/info.json” cannot be read: its bytes are damaged. Fix it and pack the mod again.',
    ],
    [
      'of a vehicle without an info file',
      strada({ 'info.json': null }),
      'vehicle-without-info',
      '“vehicles/strada” has no info.json, so the game shows the folder’s name.',
    ],
    [
      'of the folder of one of the game’s own vehicles',
      [{ name: 'vehicles/Moonhawk/info.json', content: '{}' }],
      'stock-folder',
      '“vehicles/Moonhawk” is the folder of one of the game’s own vehicles. A file of the same name replaces the game’s. Give the vehicle its own folder.',
    ],
    [
      'of a folder the game does not read',
      [{ name: 'vehicles/strada(v2)/info.json', content: '{}' }],
      'game-name',
      '“vehicles/strada(v2)” has a name the game may not find. Use only letters, digits, spaces, “-” and “_”.',
    ],
    [
      'of a file name with unsupported characters',
      strada({ 'Türen.dds': 'x' }),
      'game-name',
      '“vehicles/strada/Türen.dds” has a name the game may not find. Use only letters, digits, spaces, “-” and “_”.',
    ],
    [
      'of an archive without vehicles',
      [{ name: 'levels/island/main.level.json', content: '{}' }],
      'no-vehicle',
      'The zip has no “vehicles” folder, so there is no spec sheet to read. It is treated as a plain zip.',
    ],
  ]
  test.each(cases)('a report warns %s', async (_what, entries, code, sentence) => {
    const report = await reportOf(entries)
    expect(report.verdict).toBe('accepted')
    expect(report.findings).toEqual([
      { code, severity: 'warning', sentence, entry: expect.toBeOneOf([expect.any(String), null]) },
    ])
  })

  test('a report warns of configurations beyond the limit', { timeout: 60_000 }, async () => {
    const entries = Array.from({ length: 1_001 }, (_, number) => [
      { name: `vehicles/strada/c${number}.pc`, content: '{}' },
      { name: `vehicles/strada/info_c${number}.json`, content: '{}' },
      { name: `vehicles/strada/c${number}.png` },
    ]).flat()
    const report = await reportOf([...strada(), ...entries])
    expect(report.vehicles[0]?.configurations).toHaveLength(1_000)
    expect(report.findings.map(({ code }) => code)).toEqual(['too-many-configurations'])
  })

  test('the shared folder of the game is not a vehicle', async () => {
    const report = await reportOf([...strada(), { name: 'vehicles/common/engine.jbeam', content: '{}' }])
    expect(report.vehicles.map(({ folder }) => folder)).toEqual(['strada'])
  })
})

test('nothing is read from a refused archive', async () => {
  const source = countedSource(bufferSource(await zipOf([...strada(), { name: '../evil' }])))
  const listing = await listArchive(source)
  expect(await readReport(source, listing)).toMatchObject({ verdict: 'refused', kind: 'plain-zip', vehicles: [] })
  expect(source.count.reads).toBe(1)
})
