import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Dropdown, DropdownChoice, DropdownItem } from '#ui/dropdown.tsx'

const themes = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

test('a dropdown works by keyboard and returns the focus', async () => {
  const onLogout = vi.fn()
  const onTheme = vi.fn()
  render(
    <Dropdown trigger={<button>Account</button>}>
      <DropdownChoice label="Theme" value="light" options={themes} onValueChange={onTheme} />
      <DropdownItem onSelect={onLogout}>Logout</DropdownItem>
    </Dropdown>,
  )
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  expect(screen.getByRole('menuitemradio', { name: 'Light' }).getAttribute('aria-checked')).toBe('true')
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(onTheme).toHaveBeenCalledExactlyOnceWith('dark')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Account' }))

  await userEvent.keyboard('{Enter}{End}{Enter}')
  expect(onLogout).toHaveBeenCalledOnce()
  expect(screen.queryByRole('menu')).toBeNull()
})
