/**
 * One name for all equivalent queries. The order of the fields and of the values in a list does not matter, and a field
 * with its default value counts as missing.
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
