import type { MarkKey } from '@slipstream/mod-archive/marking/keys'

/** All keys of the configuration, the current one first. */
export type MarkKeys = readonly [MarkKey, ...MarkKey[]]

/** The key that a split was made with. Without it, copies can be neither made nor traced. */
export const markKeyOf = (keys: MarkKeys, keyId: string): MarkKey => {
  const key = keys.find(({ id }) => id === keyId)
  if (!key) throw new Error(`MARK_KEYS does not list the key ${keyId}`)
  return key
}
