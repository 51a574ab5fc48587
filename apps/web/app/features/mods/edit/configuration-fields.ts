import { DRIVETRAINS } from '@slipstream/contract/spec-sheet'
import type { ConfigurationField } from '@slipstream/contract/mod-limits'

interface FieldWords {
  field: ConfigurationField
  label: string
  /** The unit, after the label. */
  unit?: string
}

/** The main values; each has a column in a wide table. */
export const COLUMNS: readonly FieldWords[] = [
  { field: 'powerKw', label: 'Power', unit: 'kW' },
  { field: 'torqueNm', label: 'Torque', unit: 'Nm' },
  { field: 'drivetrain', label: 'Drivetrain' },
  { field: 'sprintS', label: '0–100', unit: 's' },
]

/** The remaining values, below the row. */
export const MORE_FIELDS: readonly FieldWords[] = [
  { field: 'bodyStyle', label: 'Body style' },
  { field: 'engine', label: 'Engine' },
  { field: 'fuel', label: 'Fuel' },
  { field: 'transmission', label: 'Transmission' },
  { field: 'massKg', label: 'Mass', unit: 'kg' },
  { field: 'topSpeedKmh', label: 'Top speed', unit: 'km/h' },
]

export const labelOf = ({ label, unit }: FieldWords) => (unit ? `${label} (${unit})` : label)

export const DRIVETRAIN_OPTIONS = [
  { value: '', label: 'Not stated' },
  ...DRIVETRAINS.map((drivetrain) => ({ value: drivetrain, label: drivetrain })),
]
export type { FieldWords }
