import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { LazyTooltip, LazyTooltipLayer } from '#ui/lazy-tooltip.tsx'

vi.setConfig({ testTimeout: 20_000 })

const Header = ({ hasCart = true }: { hasCart?: boolean }) => {
  const [presses, setPresses] = useState(0)
  return (
    <>
      <LazyTooltip label="Find a mod">
        <button type="button" onClick={() => setPresses(presses + 1)}>
          Search, pressed {presses}
        </button>
      </LazyTooltip>
      {hasCart && (
        <LazyTooltip label="What you are about to buy">
          <button type="button">Cart</button>
        </LazyTooltip>
      )}
      <LazyTooltipLayer />
    </>
  )
}

const search = () => screen.getByRole('button', { name: /Search/ })
const cart = () => screen.getByRole('button', { name: 'Cart' })

/** Pointer moves have no effect until the tooltip code has loaded, so they are repeated until a tooltip opens. */
const hoverUntilOpen = async (target: () => HTMLElement) => {
  fireEvent.pointerMove(target(), { pointerType: 'mouse' })
  await waitFor(
    () => {
      fireEvent.pointerMove(target(), { pointerType: 'mouse' })
      expect(screen.queryByRole('tooltip')).not.toBeNull()
    },
    { timeout: 15_000 },
  )
  return screen.getByRole('tooltip')
}

test('a focused button keeps the focus and its element when its tooltip loads', async () => {
  render(<Header />)
  const before = search()
  act(() => before.focus())

  const tip = await hoverUntilOpen(cart)
  expect(tip.textContent).toBe('What you are about to buy')
  expect(search()).toBe(before)
  expect(document.activeElement).toBe(before)
})

test('a lazy tooltip describes its button only while it is open', async () => {
  render(<Header />)
  const tip = await hoverUntilOpen(search)
  expect(tip.textContent).toBe('Find a mod')
  expect(search().getAttribute('aria-describedby')).toBe(tip.id)

  fireEvent.keyDown(document.body, { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull())
  expect(search().getAttribute('aria-describedby')).toBeNull()
})

test('a button with a lazy tooltip handles clicks before and after it loads', async () => {
  render(<Header />)
  fireEvent.click(search())
  await hoverUntilOpen(cart)
  fireEvent.click(search())
  expect(search().textContent).toBe('Search, pressed 2')
})

test('unmounting a button removes its tooltip', async () => {
  const { rerender } = render(<Header />)
  await hoverUntilOpen(cart)
  rerender(<Header hasCart={false} />)
  expect(screen.queryByRole('tooltip')).toBeNull()
})
