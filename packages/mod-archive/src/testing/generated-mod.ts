import { randomFillSync } from 'node:crypto'
import { open } from 'node:fs/promises'
import { physicsText } from './physics.ts'
import { pngOf } from './picture.ts'
import { createZipWriter, type NewEntry } from './zip-writer.ts'

const MODELS = ['Strada', 'Vento', 'Kaiju', 'Mesa', 'Corvo', 'Lumen'] as const
const TRIMS = [
  'base',
  'sport',
  'gt',
  'race',
  'drift',
  'police',
  'taxi',
  'rally',
  'drag',
  'tour',
  'cargo',
  'cup',
] as const
const COLOURS = [
  [214, 66, 54],
  [48, 122, 201],
  [240, 190, 60],
] as const
const TEXTURE_BYTES = 8 * 2 ** 20

export interface ModPlan {
  vehicles: number
  /** The number for all vehicles together. */
  configurations: number
  /** Physics files per vehicle, as detailed as those of real mods. By default there are 12 simple ones. */
  physicsFiles?: number
  /** The archive is padded with textures to about this size. */
  bytes?: number
}

/** Writes a mod of any size to a file: texts as creators write them, real pictures, and incompressible textures. */
export const writeMod = async (path: string, plan: ModPlan) => {
  const file = await open(path, 'w')
  try {
    let written = 0
    const writer = createZipWriter(async (bytes) => {
      await file.writeFile(bytes)
      written += bytes.length
    })
    for (const entry of modEntries(plan)) await writer.add(entry)
    await fill(plan, (plan.bytes ?? 0) - written, writer.add)
    await writer.end()
  } finally {
    await file.close()
  }
}

const fill = async ({ vehicles }: ModPlan, bytes: number, add: (entry: NewEntry) => Promise<void>) => {
  const noise = randomFillSync(Buffer.allocUnsafe(Math.max(0, Math.min(bytes, TEXTURE_BYTES))))
  for (let left = bytes, number = 1; left > 0; left -= noise.length, number++) {
    const name = `vehicles/${folderOf(number % vehicles)}/textures/skin_${number}.color.dds`
    // Otherwise all textures would be equal, and a deduplicating storage would keep only one.
    noise.writeUInt32LE(number % 2 ** 32, 0)
    await add({ name, content: noise.subarray(0, left), isStored: true })
  }
}

/** The files of a mod without padding. */
export const modEntries = ({ vehicles, configurations, physicsFiles }: ModPlan): NewEntry[] => [
  ...Array.from({ length: vehicles }, (_, number) => {
    const share = Math.floor(configurations / vehicles) + (number < configurations % vehicles ? 1 : 0)
    return vehicleEntries(number, share, physicsFiles)
  }).flat(),
  { name: 'locales/translations/en-US/mod.translation.json', content: translations(vehicles) },
]

const modelOf = (number: number) => {
  const round = Math.floor(number / MODELS.length)
  return `${MODELS[number % MODELS.length] ?? ''}${round > 0 ? ` ${round + 1}` : ''}`
}
const folderOf = (number: number) => `${modelOf(number).toLowerCase().replace(' ', '_')}_car`
const trimOf = (number: number) => {
  const round = Math.floor(number / TRIMS.length)
  return `${TRIMS[number % TRIMS.length] ?? ''}${round > 0 ? `_${round + 1}` : ''}`
}
const titleKey = (folder: string) => `vehiclesData.${folder}.sport.Configuration`
const translations = (vehicles: number) =>
  JSON.stringify(
    Object.fromEntries(Array.from({ length: vehicles }, (_, number) => [titleKey(folderOf(number)), 'Sport (M)'])),
  )

const vehicleEntries = (number: number, configurations: number, physicsFiles?: number): NewEntry[] => {
  const folder = folderOf(number)
  const at = (name: string) => `vehicles/${folder}/${name}`
  const picture = pngOf(480, 270, COLOURS[number % COLOURS.length] ?? COLOURS[0])
  return [
    { name: at('info.json'), content: vehicleInfo(number) },
    { name: at('default.png'), content: picture, isStored: true },
    ...Array.from({ length: configurations }, (_, index) => [
      { name: at(`${trimOf(index)}.pc`), content: partsOf(folder, index) },
      { name: at(`info_${trimOf(index)}.json`), content: configurationInfo(folder, index) },
      { name: at(`${trimOf(index)}.png`), content: picture, isStored: true },
    ]).flat(),
    ...Array.from({ length: physicsFiles ?? 12 }, (_, part) => ({
      name: at(`body/${folder}_${part}.jbeam`),
      content: physicsFiles === undefined ? jbeam(folder, part) : physicsText(folder, part, number * 1_000 + part),
    })),
    { name: at('main.materials.json'), content: `{"${folder}": {"mapTo": "${folder}", "class": "Material"}}` },
  ]
}

/** With typical liberties of creators: comments, missing commas, extra commas. */
const vehicleInfo = (number: number) => `{
  // the card in the vehicle selector
  "Name": "${modelOf(number)}"
  "Brand": "Automotora",
  "Author": "Some Creator",
  "Country": "Italy",
  "Type": "Car",
  "Body Style": "Coupe",
  "Years": {"min": 1998, "max": 2004,},
  "Description": "A light coupe for mountain roads.",
  "default_pc": "base",
  "paints": {
    "Pearl White": {"baseColor": [0.94, 0.92, 0.75, 1.2], "metallic": 0.5},
    "Fire Red": {"baseColor": [0.83 0.06 0.05 1.2], "metallic": 0.9},
  },
}
`

const configurationInfo = (folder: string, index: number) => `{
  "0-100 km/h": ${(110 - (index % 12) * 6) / 10},
  "0-60 mph": ${(104 - (index % 12) * 6) / 10},
  "100-0 km/h": 38.4,
  "Braking G": 1.05,
  "Config Type": "Factory",
  "Configuration": "${trimOf(index) === 'sport' ? titleKey(folder) : trimOf(index).toUpperCase()}",
  "Description": "The ${trimOf(index)} configuration",
  "Drivetrain": "RWD",
  "Fuel Type": "Gasoline",
  "Induction Type": "${index % 2 === 0 ? 'NA' : 'Turbo'}",
  "Off-Road Score": ${20 + index},
  "Population": ${Math.max(10, 1000 - index * 50)},
  "Power": ${120 + index * 37},
  "PowerPeakRPM": "5550 - 6300",
  "Propulsion": "ICE",
  "Top Speed": ${48 + index * 2.5},
  "Torque": ${150 + index * 30},
  "TorquePeakRPM": "2200 - 5500",
  "Transmission": "${index % 2 === 0 ? 'Manual' : 'Automatic'}",
  "Value": "${9000 + index * 2500}",
  "Weight": ${1180 + index * 11},
}
`

const partsOf = (folder: string, index: number) => {
  const parts = Array.from({ length: 30 }, (_, slot) => `    "${folder}_slot${slot}": "${folder}_part${slot}"`)
  return `{
  "format": 2,
  "mainPartName": "${folder}",
  "parts": {
${parts.join(',\n')}
  },
  "vars": {"$spring_F": ${20_000 + index * 500}}
}
`
}

const jbeam = (folder: string, part: number) => {
  const nodes = Array.from({ length: 40 }, (_, node) => {
    const [x, y, z] = [node % 7, node % 11, node % 5].map((number) => (number + part) / 8)
    return `    ["p${part}n${node}", ${x}, ${y}, ${z}],`
  })
  return `{
"${folder}_part${part}": {
  "information": {"authors": "Some Creator", "name": "Part ${part}", "value": ${100 + part}},
  "slotType": "${folder}_slot${part}",
  "nodes": [
    ["id", "posX", "posY", "posZ"],
    {"nodeWeight": 0.75},
${nodes.join('\n')}
  ],
},
}
`
}
