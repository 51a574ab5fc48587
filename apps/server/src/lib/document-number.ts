/** More digits than we could have issued are not ours. */
const NUMBER = /^(SL|INV|CN)-(\d{4})-(\d{6,9})$/

export type NumberPrefix = 'SL' | 'INV' | 'CN'

/** The parts of an order's or document's number: `SL-2026-000123`, `INV-2026-000123`. Null if it is no number of ours. */
export const parseNumber = (text: string): { prefix: NumberPrefix; year: number; place: number } | null => {
  const [, prefix, year, place] = NUMBER.exec(text) ?? []
  return prefix === undefined ? null : { prefix: prefix as NumberPrefix, year: Number(year), place: Number(place) }
}
