import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { NavTab, NavTabs } from '#ui/nav-tabs.tsx'

const Example = ({ current }: { current: number }) => (
  <NavTabs label="Parts">
    {[0, 1, 2, 3].map((place) => (
      <NavTab key={place} isCurrent={place === current}>
        <a href={`#${place}`}>Tab {place}</a>
      </NavTab>
    ))}
  </NavTabs>
)

test('the current tab of a bar that is wider than the window is scrolled into view', () => {
  // Tabs of 200 px in a window of 300 px.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(function (this: HTMLElement) {
    return this.tagName === 'NAV' ? 300 : 200
  })
  vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockImplementation(function (this: HTMLElement) {
    return Number(this.textContent?.slice(-1)) * 200
  })
  const { rerender } = render(<Example current={3} />)
  const bar = screen.getByRole('navigation', { name: 'Parts' })
  expect(bar.scrollLeft).toBe(550)
  rerender(<Example current={1} />)
  expect(bar.scrollLeft).toBe(150)
  // The user has scrolled to the other tabs: nothing scrolls the bar back.
  bar.scrollLeft = 0
  rerender(<Example current={1} />)
  expect(bar.scrollLeft).toBe(0)
})
