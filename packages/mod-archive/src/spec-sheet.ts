import type { SjsonTable, SjsonValue } from './sjson.ts'

/** The game says only “power”. The figures of its own vehicles fit metric horsepower. */
const KW_PER_HORSEPOWER = 0.73549875
const KMH_PER_MS = 3.6
const METRES_PER_FOOT = 0.3048
const LONGEST_TEXT = 2_000
const LARGEST_FIGURE = 1e9

/** Turns a text from the archive into display text. */
export type Wording = (text: string) => string

export const textOf = (value: SjsonValue | undefined, wording: Wording = (text) => text) => {
  if (typeof value !== 'string') return null
  const text = wording(value.trim())
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .trim()
    .slice(0, LONGEST_TEXT)
  return text === '' ? null : text
}

/** Numbers may be strings, which the game converts. */
const figureOf = (value: SjsonValue | undefined, { per = 1, decimals = 0 } = {}) => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof number !== 'number' || !(number >= 0 && number <= LARGEST_FIGURE)) return null
  const scale = 10 ** decimals
  return Math.round(number * per * scale) / scale
}

export const yearsOf = (value: SjsonValue | undefined) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const min = figureOf(value.min)
  const max = figureOf(value.max)
  return min === null || max === null ? null : { min, max }
}

const isTable = (value: SjsonValue | undefined): value is SjsonTable =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
/** A file whose outermost value is a list has no usable data. */
export const tableOf = (value: SjsonValue | undefined) => (isTable(value) ? value : null)

const brakingDistance = (info: SjsonTable) =>
  figureOf(info['100-0 km/h'], { decimals: 1 }) ?? figureOf(info['60-0 mph'], { per: METRES_PER_FOOT, decimals: 1 })

/** The data of `info_<configuration>.json` in the store's units. Null for missing or implausible values. */
export const specSheetOf = (info: SjsonTable, wording?: Wording) => ({
  bodyStyle: textOf(info['Body Style'], wording),
  country: textOf(info.Country, wording),
  years: yearsOf(info.Years),
  fuel: textOf(info['Fuel Type'], wording),
  propulsion: textOf(info.Propulsion, wording),
  induction: textOf(info['Induction Type'], wording),
  drivetrain: textOf(info.Drivetrain, wording),
  transmission: textOf(info.Transmission, wording),
  powerKw: figureOf(info.Power, { per: KW_PER_HORSEPOWER }),
  powerRpm: textOf(info.PowerPeakRPM),
  torqueNm: figureOf(info.Torque),
  torqueRpm: textOf(info.TorquePeakRPM),
  massKg: figureOf(info.Weight),
  topSpeedKmh: figureOf(info['Top Speed'], { per: KMH_PER_MS }),
  /** Seconds from 0 to 100 km/h. */
  sprintS: figureOf(info['0-100 km/h'], { decimals: 1 }),
  /** Meters from 100 km/h, or else from 60 mph, to a stop. */
  brakingM: brakingDistance(info),
  brakingG: figureOf(info['Braking G'], { decimals: 2 }),
  offRoadScore: figureOf(info['Off-Road Score']),
  performanceClass: textOf(info['Performance Class'], wording),
  value: figureOf(info.Value),
  population: figureOf(info.Population),
})
