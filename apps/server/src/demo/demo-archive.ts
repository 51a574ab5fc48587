import type { DemoConfiguration, DemoMod, DemoRelease } from '@slipstream/demo/catalogue/demo-mod'
import { type NewEntry, zipOf } from '@slipstream/mod-archive/testing/zip-writer'
import { fileNameOf } from '#features/releases/file-name.service.ts'

const KW_PER_HORSEPOWER = 0.73549875
const KMH_PER_MS = 3.6

/** The views of a vehicle as JPEG, the only one of our formats that the game can show. */
export type Views = readonly [Buffer, ...Buffer[]]

/**
 * A small mod with everything the game needs except a 3D model: the store's data for each configuration, a few lines of
 * parts and the demo's pictures. The same bytes every time.
 */
export const demoArchive = (mod: DemoMod, release: DemoRelease, views: Views) => {
  const folder = stemOf(mod.title)
  const at = (name: string) => `vehicles/${folder}/${name}`
  const configurations = configurationsIn(mod, release)
  const entries: NewEntry[] = [
    { name: at('info.json'), content: textOf(vehicleInfo(mod)) },
    { name: at('default.jpg'), content: views[0], isStored: true },
    { name: at(`${folder}.jbeam`), content: jbeamOf(mod, release, configurations) },
    ...configurations.flatMap((configuration, index) => [
      { name: at(`${stemOf(configuration.name)}.pc`), content: textOf(partsOf(folder, configuration)) },
      { name: at(`info_${stemOf(configuration.name)}.json`), content: textOf(sheetOf(configuration)) },
      {
        name: at(`${stemOf(configuration.name)}.jpg`),
        content: views[index % views.length] ?? views[0],
        isStored: true,
      },
    ]),
  ]
  return zipOf(entries)
}

const stemOf = (name: string) => fileNameOf(name).replace(/\.zip$/, '')

const textOf = (value: object) => `${JSON.stringify(value, null, 2)}\n`

/** Configurations that a later release adds are not in earlier ones. */
const configurationsIn = ({ configurations, releases }: DemoMod, release: DemoRelease) => {
  const later = releases.filter(({ daysAgo }) => daysAgo < release.daysAgo)
  const added = later.flatMap(({ changes }) => changes.filter((change) => change.startsWith('Adds ')))
  return configurations.filter(({ name }, index) => index === 0 || !added.some((change) => change.includes(name)))
}

const vehicleInfo = ({ title, make, description, category, configurations }: DemoMod) => ({
  Name: title.slice(make.length).trim(),
  Brand: make,
  Author: 'Slipstream',
  Type: category === 'heavy' ? 'Truck' : 'Car',
  'Body Style': configurations[0]?.bodyStyle,
  Description: description,
  default_pc: stemOf(configurations[0]?.name ?? ''),
})

const sheetOf = (configuration: DemoConfiguration) => ({
  Configuration: configuration.name,
  'Config Type': 'Factory',
  'Body Style': configuration.bodyStyle,
  'Fuel Type': configuration.fuel,
  Drivetrain: configuration.drivetrain,
  Transmission: configuration.transmission,
  Power: rounded(configuration.powerKw / KW_PER_HORSEPOWER),
  Torque: configuration.torqueNm,
  Weight: configuration.massKg,
  'Top Speed': rounded(configuration.topSpeedKmh / KMH_PER_MS),
  '0-100 km/h': configuration.sprintS,
})

const rounded = (number: number) => Math.round(number * 1_000) / 1_000

const engineOf = (folder: string, { name }: DemoConfiguration) => `${folder}_engine_${stemOf(name)}`

const partsOf = (folder: string, configuration: DemoConfiguration) => ({
  format: 2,
  model: folder,
  mainPartName: folder,
  parts: { [`${folder}_engine`]: engineOf(folder, configuration) },
})

const CORNERS = [
  ['fl', 0.8, -1.6, 0.4],
  ['fr', -0.8, -1.6, 0.4],
  ['rl', 0.8, 1.6, 0.4],
  ['rr', -0.8, 1.6, 0.4],
  ['tl', 0.6, 0.2, 1.3],
  ['tr', -0.6, 0.2, 1.3],
]

const jbeamOf = ({ title }: DemoMod, { version, changes }: DemoRelease, configurations: DemoConfiguration[]) => {
  const folder = stemOf(title)
  const heaviest = Math.max(...configurations.map(({ massKg }) => massKg))
  const beams = CORNERS.flatMap(([one], place) => CORNERS.slice(place + 1).map(([other]) => [one, other]))
  const body = {
    information: { authors: 'Slipstream', name: title },
    slotType: 'main',
    slots: [
      ['type', 'default', 'description'],
      ...configurations.slice(0, 1).map((first) => [`${folder}_engine`, engineOf(folder, first), 'Engine']),
    ],
    nodes: [['id', 'posX', 'posY', 'posZ'], { nodeWeight: rounded(heaviest / CORNERS.length) }, ...CORNERS],
    beams: [['id1:', 'id2:'], { beamSpring: 2_000_000, beamDamp: 150 }, ...beams],
  }
  const engines = configurations.map((configuration) => ({
    [engineOf(folder, configuration)]: {
      information: { authors: 'Slipstream', name: configuration.engine },
      slotType: `${folder}_engine`,
      mainEngine: { maxTorque: configuration.torqueNm, fuelType: configuration.fuel.toLowerCase() },
    },
  }))
  const heading = [`${title} ${version}: a file of the demo store, without a body to look at.`, ...changes]
  const comments = heading.map((line) => `// ${line}\n`).join('')
  return comments + textOf(Object.assign({ [folder]: body }, ...engines) as object)
}
