import { expect, test } from 'vitest'
import { ConfigurationForm } from '@slipstream/contract/mod-form'
import { MOD_LIMITS } from '@slipstream/contract/mod-limits'
import { listArchive } from '@slipstream/mod-archive/listing'
import { readReport } from '@slipstream/mod-archive/report'
import { bufferSource } from '@slipstream/mod-archive/source'
import { zipOf } from '@slipstream/mod-archive/testing/zip-writer'
import { proposalOf } from './proposal.ts'

type Info = Record<string, unknown>

/** A mod with one vehicle and these info files. */
const proposed = async (vehicle: Info, ...configurations: Info[]) => {
  const at = (name: string) => `vehicles/strada/${name}`
  const source = bufferSource(
    await zipOf([
      { name: at('info.json'), content: JSON.stringify(vehicle) },
      ...configurations.flatMap((info, number) => [
        { name: at(`c${number}.pc`), content: '{}' },
        { name: at(`info_c${number}.json`), content: JSON.stringify(info) },
      ]),
    ]),
  )
  return proposalOf(await readReport(source, await listArchive(source)))
}

test('a proposed title starts with the make, once', async () => {
  expect((await proposed({ Name: 'Strada', Brand: 'Automotora' })).title).toBe('Automotora Strada')
  expect((await proposed({ Name: 'Automotora Strada', Brand: 'Automotora' })).title).toBe('Automotora Strada')
  expect(await proposed({ Name: 'Strada' })).toMatchObject({ title: 'Strada', make: null })
})

test.each([
  ['RWD', 'RWD'],
  ['awd', 'AWD'],
  ['Rear-wheel drive', 'RWD'],
  ['Front Wheel Drive', 'FWD'],
  ['All-Wheel Drive', 'AWD'],
  ['4x4', '4WD'],
  ['6X4', '6x4'],
  ['tracks', null],
])('the drivetrain %s becomes %s', async (written, drivetrain) => {
  const { configurations } = await proposed({}, { Drivetrain: written })
  expect(configurations).toMatchObject([{ drivetrain }])
})

test('proposed figures are in the store’s units, and impossible ones are left out', async () => {
  const { configurations } = await proposed(
    {},
    { Power: 100, Torque: 210.4, Weight: 1202, 'Top Speed': 50, '0-100 km/h': 9.84 },
    { Power: 9e8, Torque: 9e8, Weight: 9e8, 'Top Speed': 9e6, '0-100 km/h': 5000 },
  )
  expect(configurations).toMatchObject([
    { powerKw: 74, torqueNm: 210, massKg: 1_202, topSpeedKmh: 180, sprintS: 9.8 },
    { powerKw: null, torqueNm: null, massKg: null, topSpeedKmh: null, sprintS: null },
  ])
})

test('a proposal fits into the form, however long the texts of an archive are', async () => {
  const long = 'a car for mountain roads\n'.repeat(40)
  const { title, make, description, tags, configurations } = await proposed(
    { Name: long, Brand: long, Description: long, Type: long, 'Body Style': 'x'.repeat(500), Country: long },
    ...Array.from({ length: MOD_LIMITS.configurations + 5 }, () => ({
      Configuration: long,
      'Fuel Type': long,
      Transmission: long,
      'Induction Type': 'x'.repeat(500),
    })),
  )
  expect(title?.length).toBeLessThanOrEqual(MOD_LIMITS.title)
  expect(make?.length).toBeLessThanOrEqual(MOD_LIMITS.make)
  expect(description).toMatch(/^a car for mountain roads a car .* a car…$/)
  expect(description?.length).toBeLessThanOrEqual(MOD_LIMITS.description)
  for (const tag of tags) expect(tag.length).toBeLessThanOrEqual(MOD_LIMITS.tag)
  expect(configurations).toHaveLength(MOD_LIMITS.configurations)
  for (const one of configurations) expect(ConfigurationForm.parse(one)).toEqual(one)
})
