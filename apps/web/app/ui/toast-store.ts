import { createStore } from '#ui/external-store.ts'

export const TOAST_LIMIT = 1
export const TOAST_REMOVE_DELAY_MS = 1_000_000
export const TOAST_DURATION_MS = 5000
export const TOAST_SWIPE_THRESHOLD_PX = 50
export const TOAST_HOTKEY = 'F8'

type ToastTone = 'neutral' | 'success' | 'destructive'

export interface ToastOptions {
  title: string
  description?: string
  tone?: ToastTone
  action?: { label: string; onSelect: () => void }
}

export interface Toast extends ToastOptions {
  id: number
  isOpen: boolean
}

export const toasts = createStore<readonly Toast[]>([])

const removals = new Map<number, ReturnType<typeof setTimeout>>()
let lastId = 0

/** Shows a toast; at the limit, the oldest one is dropped. */
export const toast = (options: ToastOptions): number => {
  lastId += 1
  const shown = [{ ...options, id: lastId, isOpen: true }, ...toasts.get()]
  for (const { id } of shown.slice(TOAST_LIMIT)) cancelRemoval(id)
  toasts.set(shown.slice(0, TOAST_LIMIT))
  return lastId
}

/** Hides a toast now; it is removed after the removal delay, so that its exit animation can finish. */
export const dismissToast = (id: number) => {
  if (removals.has(id) || !toasts.get().some((shown) => shown.id === id)) return
  removals.set(
    id,
    setTimeout(() => {
      removals.delete(id)
      toasts.set(toasts.get().filter((shown) => shown.id !== id))
    }, TOAST_REMOVE_DELAY_MS),
  )
  toasts.set(toasts.get().map((shown) => (shown.id === id ? { ...shown, isOpen: false } : shown)))
}

const cancelRemoval = (id: number) => {
  clearTimeout(removals.get(id))
  removals.delete(id)
}
