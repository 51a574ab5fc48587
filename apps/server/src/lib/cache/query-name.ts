/**
 * One name for all ways of asking the same: the order of the fields does not matter, nor the order within a list, nor a
 * field that says what is meant without it.
 */
export const queryName = (call: string, query: object, usual: Record<string, unknown> = {}): string => {
  const parts = Object.entries(query)
    .filter(([field, value]) => value !== undefined && value !== usual[field])
    .map(([field, value]) => [
      field,
      Array.isArray(value) ? [...new Set(value as string[])].sort() : (value as unknown),
    ])
    .sort(([one], [other]) => (String(one) < String(other) ? -1 : 1))
  return parts.length === 0 ? call : `${call} ${JSON.stringify(parts)}`
}
