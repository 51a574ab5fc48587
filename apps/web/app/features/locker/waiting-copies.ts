import { useSyncExternalStore } from 'react'
import type { CopyStep } from '@slipstream/contract/copy-capacity'
import { tabMemory } from '#lib/browser-storage.ts'

/** A copy takes minutes at most. After this time the user has probably forgotten the click. */
const REMEMBERED_MS = 30 * 60_000

/** The copies that this page polls for. Outlives the component whose button was clicked. */
const steps = new Map<number, CopyStep>()
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useCopyStep = (modId: number) =>
  useSyncExternalStore(
    subscribe,
    () => steps.get(modId) ?? null,
    () => null,
  )

const remembered = (): Record<string, number> => {
  try {
    return JSON.parse(tabMemory.read('waiting_copies') ?? '{}') as Record<string, number>
  } catch {
    return {}
  }
}

/** Null ends the waiting. */
export const setCopyStep = (modId: number, step: CopyStep | null) => {
  if (step === null) steps.delete(modId)
  else steps.set(modId, step)
  const { [modId]: since = Date.now(), ...others } = remembered()
  const all = step === null ? others : { ...others, [modId]: since }
  tabMemory.write('waiting_copies', Object.keys(all).length > 0 ? JSON.stringify(all) : null)
  for (const listener of listeners) listener()
}

/** Whether this tab was waiting for the copy before a reload. */
export const isWaitingSinceBefore = (modId: number) => {
  const since = remembered()[modId]
  return since !== undefined && Date.now() - since < REMEMBERED_MS && !steps.has(modId)
}
