import { ConfigurationForm } from '@slipstream/contract/mod-form'
import { DRIVETRAINS } from '@slipstream/contract/spec-sheet'
import { MOD_LIMITS } from '@slipstream/contract/mod-limits'
import type { Proposal } from '@slipstream/contract/uploads'
import type { ModReport } from '@slipstream/mod-archive/report'

type Vehicle = ModReport['vehicles'][number]
type Configuration = Vehicle['configurations'][number]

/** Limits of the configuration form. */
const LONGEST_NAME = 80
const LONGEST_WORDS = 60

/** Form values derived from the archive. All of them fit into the form's fields. */
export const proposalOf = ({ vehicles }: ModReport): Proposal => {
  const main = vehicles.toSorted((a, b) => b.configurations.length - a.configurations.length)[0]
  return {
    title: main ? cut(titleOf(main), MOD_LIMITS.title) : null,
    make: cut(main?.make, MOD_LIMITS.make),
    description: cut(main?.description, MOD_LIMITS.description),
    tags: tagsOf(vehicles),
    configurations: vehicles
      .flatMap((vehicle) => vehicle.configurations.map((one) => configurationOf(vehicle, one, vehicles.length > 1)))
      .slice(0, MOD_LIMITS.configurations),
  }
}

const titleOf = ({ make, name }: Vehicle) =>
  make && !name.toLowerCase().startsWith(make.toLowerCase()) ? `${make} ${name}` : name

const tagsOf = (vehicles: readonly Vehicle[]) => {
  const words = vehicles.flatMap(({ type, bodyStyle, country }) => [type, bodyStyle, country])
  const tags = words.flatMap((word) => cut(word?.toLowerCase(), MOD_LIMITS.tag) ?? [])
  return [...new Set(tags)].slice(0, MOD_LIMITS.tags)
}

const configurationOf = (vehicle: Vehicle, { name, specs }: Configuration, isOneOfMany: boolean) => {
  const proposed: ConfigurationForm = {
    name:
      cut(isOneOfMany ? `${vehicle.name} ${name}` : name, LONGEST_NAME) ??
      cut(vehicle.folder, LONGEST_NAME) ??
      'Unnamed',
    bodyStyle: cut(specs.bodyStyle ?? vehicle.bodyStyle, LONGEST_WORDS),
    engine: cut(engineOf(specs), LONGEST_WORDS),
    fuel: cut(specs.fuel, LONGEST_WORDS),
    powerKw: figureOf('powerKw', specs),
    torqueNm: figureOf('torqueNm', specs),
    drivetrain: drivetrainOf(specs.drivetrain),
    transmission: cut(specs.transmission, LONGEST_WORDS),
    massKg: figureOf('massKg', specs),
    topSpeedKmh: figureOf('topSpeedKmh', specs),
    sprintS: figureOf('sprintS', specs),
  }
  return proposed
}

/** The game describes induction in one word, and leaves it out for electric engines. */
const engineOf = ({ induction, propulsion }: Configuration['specs']) =>
  induction?.toUpperCase() === 'NA' ? 'Naturally aspirated' : (induction ?? propulsion)

/** Spellings that creators use: `rwd`, `Rear-wheel drive`, `4x4`. */
const DRIVETRAIN_WORDS = [
  [/^rear/, 'RWD'],
  [/^front/, 'FWD'],
  [/^all/, 'AWD'],
  [/^(four|4x4)/, '4WD'],
] as const

const drivetrainOf = (words: string | null) => {
  const text = words?.toLowerCase() ?? ''
  const exact = DRIVETRAINS.find((one) => one.toLowerCase() === text)
  return exact ?? DRIVETRAIN_WORDS.find(([pattern]) => pattern.test(text))?.[1] ?? null
}

/** A figure outside the form's range is an error in the archive. */
const figureOf = (
  name: 'powerKw' | 'torqueNm' | 'massKg' | 'topSpeedKmh' | 'sprintS',
  specs: Configuration['specs'],
) => (ConfigurationForm.shape[name].safeParse(specs[name]).success ? specs[name] : null)

/** On one line, cut at the end of a word if one is near. */
const cut = (text: string | null | undefined, most: number) => {
  const line = (text ?? '').replace(/[\s\p{Cc}]+/gu, ' ').trim()
  if (line.length <= most) return line === '' ? null : line
  const short = line.slice(0, most - 1)
  const space = short.lastIndexOf(' ')
  return `${(space > most / 2 ? short.slice(0, space) : short).trimEnd()}…`
}
