import type { LocalKey } from '@slipstream/contract/browser-storage'
import { localMemory } from '#lib/browser-storage.ts'
import { parseJson } from '#lib/request.ts'

const DRAFTS = 'chat_drafts' satisfies LocalKey

const readAll = (): Record<string, unknown> => {
  const kept = parseJson(localMemory.read(DRAFTS) ?? '')
  return typeof kept === 'object' && kept !== null ? (kept as Record<string, unknown>) : {}
}

/** Unsent text by room. */
export const chatDrafts = {
  read: (roomId: number) => {
    const draft = readAll()[roomId]
    return typeof draft === 'string' ? draft : ''
  },
  write: (roomId: number, text: string) => {
    const others = Object.entries(readAll()).filter(([id]) => id !== String(roomId))
    const all = text === '' ? others : [...others, [roomId, text]]
    localMemory.write(DRAFTS, all.length === 0 ? null : JSON.stringify(Object.fromEntries(all)))
  },
}
