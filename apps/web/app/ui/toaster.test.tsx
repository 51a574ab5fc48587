import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { LazyToaster } from '#ui/lazy-toaster.tsx'
import { type ToastOptions, toast, toasts } from '#ui/toast-store.ts'
import { Toaster } from '#ui/toaster.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  act(() => toasts.set([]))
  return () => vi.useRealTimers()
})

const show = (options: ToastOptions) => {
  act(() => {
    toast(options)
  })
}
const pass = (ms: number) => {
  act(() => {
    vi.advanceTimersByTime(ms)
  })
}
const shown = (title: string) => screen.queryByText(title, { selector: 'li *' })

const swipeRight = (pixels: number) => {
  const item = screen.getByRole('listitem')
  fireEvent.pointerDown(item, { button: 0, clientX: 100, clientY: 100 })
  fireEvent.pointerMove(item, { clientX: 100 + pixels / 2, clientY: 100 })
  fireEvent.pointerMove(item, { clientX: 100 + pixels, clientY: 100 })
  fireEvent.pointerUp(item, { clientX: 100 + pixels, clientY: 100 })
}

test('[UI-03] a toast is shown for 5000 ms', () => {
  render(<Toaster />)
  show({ title: 'Added to cart', description: 'Kestrel R4 Rally' })
  pass(4999)
  expect(shown('Added to cart')).not.toBeNull()
  expect(shown('Kestrel R4 Rally')).not.toBeNull()
  pass(1)
  expect(shown('Added to cart')).toBeNull()
})

test('[UI-03] only the newest toast is on the screen, for its own 5000 ms', () => {
  render(<Toaster />)
  show({ title: 'First' })
  pass(3000)
  show({ title: 'Second' })
  expect(shown('First')).toBeNull()
  pass(4999)
  expect(shown('Second')).not.toBeNull()
})

test('[UI-03] a swipe to the right of more than 50 px dismisses a toast, a shorter one does not', () => {
  render(<Toaster />)
  show({ title: 'Saved' })
  swipeRight(50)
  expect(toasts.get()).toMatchObject([{ isOpen: true }])
  swipeRight(51)
  expect(toasts.get()).toMatchObject([{ isOpen: false }])
})

test('[UI-03] F8 moves the focus to the toasts', () => {
  render(<Toaster />)
  show({ title: 'Saved' })
  fireEvent.keyDown(document.body, { key: 'F8', code: 'F8' })
  expect(document.activeElement).toBe(screen.getByRole('list'))
  expect(screen.getByRole('region', { name: 'Notifications (F8)' })).not.toBeNull()
})

test('a toast action runs and closes the toast', () => {
  const undo = vi.fn()
  render(<Toaster />)
  show({ title: 'Cart cleared', action: { label: 'Undo', onSelect: undo } })
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(undo).toHaveBeenCalledOnce()
  expect(toasts.get()).toMatchObject([{ isOpen: false }])
})

test('a toast can be dismissed by hand', () => {
  render(<Toaster />)
  show({ title: 'Saved' })
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(shown('Saved')).toBeNull()
})

test('the toaster renders nothing until the first toast', async () => {
  vi.useRealTimers()
  const { container } = render(<LazyToaster />)
  expect(container.innerHTML).toBe('')
  show({ title: 'Saved' })
  expect(await screen.findByText('Saved', { selector: 'li *' })).not.toBeNull()
})
