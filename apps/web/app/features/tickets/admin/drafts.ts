import { useState } from 'react'
import { localMemory } from '#lib/browser-storage.ts'

const MOST_DRAFTS = 30

interface Draft {
  reply: string
  note: string
}
const EMPTY: Draft = { reply: '', note: '' }

/** Unsent texts by ticket, oldest first. They survive a reload, a closed tab and a switch to another ticket. */
const readAll = (): [id: number, draft: Draft][] => {
  try {
    const stored: unknown = JSON.parse(localMemory.read('ticket_drafts') ?? '[]')
    return Array.isArray(stored) ? (stored as [number, Draft][]) : []
  } catch {
    return []
  }
}

export const readDraft = (id: number): Draft => readAll().find(([ticket]) => ticket === id)?.[1] ?? EMPTY

export const writeDraft = (id: number, draft: Draft) => {
  const others = readAll().filter(([ticket]) => ticket !== id)
  const isEmpty = draft.reply === '' && draft.note === ''
  const kept = isEmpty ? others : [...others, [id, draft] as const].slice(-MOST_DRAFTS)
  localMemory.write('ticket_drafts', kept.length === 0 ? null : JSON.stringify(kept))
}

/** The unsent texts of one ticket. A reply that is about to be sent stays stored, but is not shown. */
export const useDraft = (id: number, isLeaving: boolean) => {
  const [draft, setDraft] = useState(() => ({ ...readDraft(id), ...(isLeaving && { reply: '' }) }))
  const change = (part: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...part }))
    writeDraft(id, { ...readDraft(id), ...part })
  }
  return [draft, change] as const
}
