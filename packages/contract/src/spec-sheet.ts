/** A configuration's spec sheet in our own terms, so that mods can be compared and filtered. */

export const DRIVETRAINS = ['RWD', 'FWD', 'AWD', '4WD', '6x4', '6x6'] as const
export type Drivetrain = (typeof DRIVETRAINS)[number]

/** Each band reaches from `fromKw` to the next band. */
export const POWER_BANDS = [
  { key: 'mild', label: 'Under 100 kW', fromKw: 0 },
  { key: 'brisk', label: '100–199 kW', fromKw: 100 },
  { key: 'strong', label: '200–299 kW', fromKw: 200 },
  { key: 'fierce', label: '300–499 kW', fromKw: 300 },
  { key: 'wild', label: '500 kW and more', fromKw: 500 },
] as const
export type PowerBand = (typeof POWER_BANDS)[number]['key']

const HORSEPOWER_PER_KW = 1.341022
const POUND_FEET_PER_NM = 0.7375621
const POUNDS_PER_KG = 2.2046226
const MILES_PER_KM = 0.6213712

export const horsepower = (kw: number) => Math.round(kw * HORSEPOWER_PER_KW)
const grouped = new Intl.NumberFormat('en-US')

/** A power band in hp, from the same limits as in kW. */
export const horsepowerBand = (key: PowerBand): string => {
  const at = POWER_BANDS.findIndex((band) => band.key === key)
  const from = grouped.format(horsepower(POWER_BANDS[at]?.fromKw ?? 0))
  const next = POWER_BANDS[at + 1]
  if (!next) return `${from} hp and more`
  const to = horsepower(next.fromKw)
  return at === 0 ? `Under ${grouped.format(to)} hp` : `${from}–${grouped.format(to - 1)} hp`
}

export const poundFeet = (nm: number) => Math.round(nm * POUND_FEET_PER_NM)
export const pounds = (kg: number) => Math.round(kg * POUNDS_PER_KG)
export const milesPerHour = (kmh: number) => Math.round(kmh * MILES_PER_KM)
