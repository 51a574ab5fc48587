import { runInThisContext } from 'node:vm'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { themeScript } from '#lib/theme.ts'
import { ThemeSwitch } from './theme-switch.tsx'

let systemIsDark = false
const systemListeners = new Set<() => void>()

beforeEach(() => {
  localStorage.clear()
  systemIsDark = false
  systemListeners.clear()
  document.documentElement.className = ''
  vi.stubGlobal('matchMedia', () => ({
    get matches() {
      return systemIsDark
    },
    addEventListener: (_: string, listener: () => void) => systemListeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => systemListeners.delete(listener),
  }))
})

const isDark = () => document.documentElement.classList.contains('dark')
const runHeadScript = () => {
  runInThisContext(themeScript)
}

test.each([
  [null, true, true],
  [null, false, false],
  ['system', true, true],
  ['system', false, false],
  ['dark', false, true],
  ['light', true, false],
  ['rubbish', true, true],
])('[UI-01] with theme=%s and systemIsDark=%s the first paint is dark: %s', (stored, system, expected) => {
  if (stored !== null) localStorage.setItem('theme', stored)
  systemIsDark = system
  runHeadScript()
  expect(isDark()).toBe(expected)
})

test('[UI-01] the theme is system by default and stored under the key theme', async () => {
  render(<ThemeSwitch />)
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'System' }).checked).toBe(true)

  await userEvent.click(screen.getByRole('radio', { name: 'Dark' }))
  expect(localStorage.getItem('theme')).toBe('dark')
  expect(isDark()).toBe(true)

  await userEvent.click(screen.getByRole('radio', { name: 'Light' }))
  expect(localStorage.getItem('theme')).toBe('light')
  expect(isDark()).toBe(false)
})

test('[UI-01] the system theme follows the system while the page is open', () => {
  render(<ThemeSwitch />)
  systemIsDark = true
  act(() => {
    for (const listener of systemListeners) listener()
  })
  expect(isDark()).toBe(true)
})
