import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { showAt } from '#testing/pretend-store.tsx'
import { Logo } from './logo.tsx'

const LOGO = 'https://assets.example/brand/a.png'

test('[ROUTE-18] the store’s own logo replaces the default one, and screen readers get the name once', () => {
  showAt('/about', <Logo storeName="Redline" logo={LOGO} note="Demo store" />)
  expect(screen.getByRole('img', { name: 'Redline' }).getAttribute('src')).toBe(LOGO)
  expect(screen.getByRole('link', { name: /^Redline ?Demo store$/ })).toBeTruthy()
})

test('a store without its own logo shows the default one and its name', () => {
  showAt('/about', <Logo storeName="Redline" logo="" />)
  expect(screen.queryByRole('img')).toBeNull()
  expect(screen.getByRole('link', { name: 'Redline' })).toBeTruthy()
})
