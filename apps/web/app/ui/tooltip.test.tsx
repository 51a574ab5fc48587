import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { Tooltip, TooltipProvider } from '#ui/tooltip.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  return () => vi.useRealTimers()
})

const renderTwo = () =>
  render(
    <TooltipProvider>
      <Tooltip label="Finds a mod">
        <button type="button">Search</button>
      </Tooltip>
      <Tooltip label="What you are about to buy">
        <button type="button">Cart</button>
      </Tooltip>
    </TooltipProvider>,
  )

const button = (name: string) => screen.getByRole('button', { name })
const hover = (name: string) => fireEvent.pointerMove(button(name), { pointerType: 'mouse' })
const press = (name: string) => fireEvent.pointerDown(button(name))
// jsdom guesses focus-visible from the events of all tests so far.
const focus = (name: string, { visible }: { visible: boolean }) => {
  const element = button(name)
  const matches = element.matches.bind(element)
  vi.spyOn(element, 'matches').mockImplementation((asked) => (asked === ':focus-visible' ? visible : matches(asked)))
  act(() => element.focus())
}
const pass = (ms: number) => {
  act(() => {
    vi.advanceTimersByTime(ms)
  })
}
const tooltip = () => screen.queryByRole('tooltip')?.textContent ?? null

test('[UI-04] a tooltip opens after 700 ms', () => {
  renderTwo()
  hover('Search')
  pass(699)
  expect(tooltip()).toBeNull()
  pass(1)
  expect(tooltip()).toBe('Finds a mod')
})

test('[UI-04] within 300 ms after one tooltip the next opens immediately', () => {
  renderTwo()
  hover('Search')
  pass(700)
  press('Search')
  pass(299)
  hover('Cart')
  pass(0)
  expect(tooltip()).toBe('What you are about to buy')
})

test('[UI-04] later than 300 ms after one tooltip the next waits its 700 ms again', () => {
  renderTwo()
  hover('Search')
  pass(700)
  press('Search')
  pass(300)
  hover('Cart')
  pass(699)
  expect(tooltip()).toBeNull()
  pass(1)
  expect(tooltip()).toBe('What you are about to buy')
})

test('a tooltip opens immediately on keyboard focus and describes its button', () => {
  renderTwo()
  focus('Search', { visible: true })
  expect(button('Search').getAttribute('aria-describedby')).toBe(screen.getByRole('tooltip').id)
})

test('focus without focus-visible, as after closing a dialog by mouse, opens no tooltip', () => {
  renderTwo()
  focus('Search', { visible: false })
  expect(tooltip()).toBeNull()
})
