import { cents, formatUsd } from '@slipstream/contract/money'

type Fields = Record<string, unknown> | null

/** `salePriceCents` as people say it: "Sale price". */
export const fieldName = (field: string) => {
  const words = field
    .replace(/Cents$/, '')
    .replaceAll(/([A-Z])/g, ' $1')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A value of the log as a person reads it. */
const valueText = (field: string, value: unknown): string => {
  if (value === null || value === undefined || value === '') return 'nothing'
  if (field.endsWith('Cents') && typeof value === 'number') return formatUsd(cents(value))
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.length === 0 ? 'nothing' : value.map((each) => valueText('', each)).join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The fields of a change, each as it was and as it is; null for a side that there is not. */
export const changedFields = (before: Fields, after: Fields) =>
  [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].map((field) => ({
    field,
    before: before && valueText(field, before[field]),
    after: after && valueText(field, after[field]),
  }))
