import { beforeEach, expect, test, vi } from 'vitest'
import {
  dismissToast,
  TOAST_DURATION_MS,
  TOAST_HOTKEY,
  TOAST_LIMIT,
  TOAST_REMOVE_DELAY_MS,
  TOAST_SWIPE_THRESHOLD_PX,
  toast,
  toasts,
} from '#ui/toast-store.ts'

beforeEach(() => {
  vi.useFakeTimers()
  toasts.set([])
  return () => vi.useRealTimers()
})

const titles = () => toasts.get().map(({ title }) => title)

test('[UI-03] toasts are limited to 1, last 5000 ms, swipe away at 50 px and use the hotkey F8', () => {
  expect({ TOAST_LIMIT, TOAST_REMOVE_DELAY_MS, TOAST_DURATION_MS, TOAST_SWIPE_THRESHOLD_PX, TOAST_HOTKEY }).toEqual({
    TOAST_LIMIT: 1,
    TOAST_REMOVE_DELAY_MS: 1_000_000,
    TOAST_DURATION_MS: 5000,
    TOAST_SWIPE_THRESHOLD_PX: 50,
    TOAST_HOTKEY: 'F8',
  })
})

test('[UI-03] a new toast replaces the old one', () => {
  toast({ title: 'Added to cart' })
  toast({ title: 'Removed from cart' })
  expect(titles()).toEqual(['Removed from cart'])
})

test('[UI-03] a dismissed toast is hidden at once and removed 1,000,000 ms later', () => {
  const id = toast({ title: 'Saved' })
  dismissToast(id)
  expect(toasts.get()).toMatchObject([{ title: 'Saved', isOpen: false }])

  vi.advanceTimersByTime(999_999)
  expect(titles()).toEqual(['Saved'])
  vi.advanceTimersByTime(1)
  expect(titles()).toEqual([])
})

test('[UI-03] dismissing a toast twice neither delays nor duplicates its removal', () => {
  const id = toast({ title: 'Saved' })
  dismissToast(id)
  vi.advanceTimersByTime(600_000)
  dismissToast(id)
  vi.advanceTimersByTime(400_000)
  expect(titles()).toEqual([])
  expect(vi.getTimerCount()).toBe(0)
})

test('[UI-03] a toast that was replaced leaves no timer behind', () => {
  dismissToast(toast({ title: 'First' }))
  toast({ title: 'Second' })
  expect(vi.getTimerCount()).toBe(0)
  expect(titles()).toEqual(['Second'])
})

test('a listener is called on each change until it unsubscribes', () => {
  const heard = vi.fn()
  const stop = toasts.subscribe(heard)
  const id = toast({ title: 'Saved' })
  dismissToast(id)
  stop()
  toast({ title: 'Unheard' })
  expect(heard).toHaveBeenCalledTimes(2)
})
