import type { Configuration } from '@slipstream/contract/mods'
import { horsepower, milesPerHour, poundFeet, pounds } from '@slipstream/contract/spec-sheet'
import type { Units } from '#lib/units.ts'

/** One row of the spec sheet. */
export interface SpecLine {
  key: keyof Configuration
  label: (units: Units) => string
  /** Null if the creator states no value. */
  text: (configuration: Configuration, units: Units) => string | null
  /** Whether higher or lower is better, for values that people compare. */
  better?: 'more' | 'less'
}

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
const tenths = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

type WordKey = 'bodyStyle' | 'engine' | 'fuel' | 'drivetrain' | 'transmission'
type FigureKey = 'powerKw' | 'torqueNm' | 'massKg' | 'topSpeedKmh'

const word = (key: WordKey, label: string): SpecLine => ({ key, label: () => label, text: (each) => each[key] })

interface Unit {
  name: string
  from?: (metric: number) => number
}

const figure = (key: FigureKey, label: string, units: Record<Units, Unit>): SpecLine => ({
  key,
  label: () => label,
  text: (each, chosen) => {
    const { name, from = (metric: number) => metric } = units[chosen]
    const value = each[key]
    return value === null ? null : `${whole.format(from(value))} ${name}`
  },
})

export const POWER: SpecLine = {
  ...figure('powerKw', 'Power', { metric: { name: 'kW' }, imperial: { name: 'hp', from: horsepower } }),
  better: 'more',
}
const torque: SpecLine = {
  ...figure('torqueNm', 'Torque', { metric: { name: 'Nm' }, imperial: { name: 'lb-ft', from: poundFeet } }),
  better: 'more',
}
const topSpeed: SpecLine = {
  ...figure('topSpeedKmh', 'Top speed', { metric: { name: 'km/h' }, imperial: { name: 'mph', from: milesPerHour } }),
  better: 'more',
}
/** Mass has no better direction: a truck is bought to be heavy. */
const mass = figure('massKg', 'Mass', { metric: { name: 'kg' }, imperial: { name: 'lb', from: pounds } })
/** 100 km/h is 62 mph, so the seconds are the same. */
const sprint: SpecLine = {
  key: 'sprintS',
  label: (units) => (units === 'metric' ? '0–100 km/h' : '0–62 mph'),
  text: ({ sprintS }) => (sprintS === null ? null : `${tenths.format(sprintS)} s`),
  better: 'less',
}

/** The key values of a mod. */
export const HEADLINE = [POWER, torque, sprint, topSpeed]

/** The same order for every mod, so that people can compare. */
export const DETAILS = [
  word('bodyStyle', 'Body style'),
  word('engine', 'Engine'),
  word('fuel', 'Fuel'),
  word('drivetrain', 'Drivetrain'),
  word('transmission', 'Transmission'),
  mass,
]

const SPEC_SHEET = [...HEADLINE, ...DETAILS]

/** The best value among the configurations that state one. */
export const bestOf = ({ key, better }: SpecLine, configurations: readonly Configuration[]): number | null => {
  const values = configurations.map((each) => each[key]).filter((value) => typeof value === 'number')
  if (!better || values.length === 0) return null
  return better === 'more' ? Math.max(...values) : Math.min(...values)
}

/** How close a configuration comes to the best one, from 0 to 1. */
export const shareOfBest = (line: SpecLine, configuration: Configuration, best: number | null): number | null => {
  const value = configuration[line.key]
  if (best === null || typeof value !== 'number' || value <= 0 || best <= 0) return null
  return line.better === 'more' ? value / best : best / value
}

/** The spec sheets as rows of a comparison. A mod without configurations states nothing. */
export const comparedFigures = (all: readonly (Configuration | null)[], units: Units) => {
  const stated = all.filter((each) => each !== null)
  return SPEC_SHEET.map((line) => {
    const best = bestOf(line, stated)
    return {
      key: line.key,
      label: line.label(units),
      cells: all.map((each) => ({
        text: each && line.text(each, units),
        value: each && each[line.key],
        share: each && shareOfBest(line, each, best),
      })),
    }
  })
}
