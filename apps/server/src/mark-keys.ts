import type { MarkKey } from '@slipstream/mod-archive/marking/keys'

const ENTRY = /^([a-z0-9-]{1,30}):((?:[0-9a-f]{2}){32,128})$/

/** Reads `2026-11:0123…ef,2025-11:…`, the current key first. Null if an entry is not `ID:HEX` or an id occurs twice. */
export const parseMarkKeys = (list: string): [MarkKey, ...MarkKey[]] | null => {
  const keys: MarkKey[] = []
  for (const entry of list.split(',')) {
    const [, id, hex] = ENTRY.exec(entry.trim()) ?? []
    if (id === undefined || hex === undefined || keys.some((key) => key.id === id)) return null
    keys.push({ id, secret: Buffer.from(hex, 'hex') })
  }
  const [current, ...previous] = keys
  return current ? [current, ...previous] : null
}
