import { cents, formatUsd } from '@slipstream/contract/money'

type Fields = Record<string, unknown> | null

/** `salePriceCents` becomes "Sale price". */
export const fieldName = (field: string) => {
  const words = field
    .replace(/Cents$/, '')
    .replaceAll(/([A-Z])/g, ' $1')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Formats a value from the log for display. */
const valueText = (field: string, value: unknown): string => {
  if (value === null || value === undefined || value === '') return 'nothing'
  if (field.endsWith('Cents') && typeof value === 'number') return formatUsd(cents(value))
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.length === 0 ? 'nothing' : value.map((each) => valueText('', each)).join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The changed fields, before and after; null where a side does not exist. */
export const changedFields = (before: Fields, after: Fields) =>
  [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].map((field) => ({
    field,
    before: before && valueText(field, before[field]),
    after: after && valueText(field, after[field]),
  }))
