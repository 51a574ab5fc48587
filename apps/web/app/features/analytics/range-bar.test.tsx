import { configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { RangeBar } from './range-bar.tsx'
import { useReportRange } from './use-report-range.ts'

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })

const Bar = () => <RangeBar filters={useReportRange().filters} shown={{ from: '2026-10-19', to: '2026-11-17' }} />

const open = (address: string) => {
  const router = createMemoryRouter([{ path: '/report', element: <Bar /> }], { initialEntries: [address] })
  render(<RouterProvider router={router} />)
  return { router, search: () => router.state.location.search }
}
const day = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const choose = (label: string, value: string) => fireEvent.change(day(label), { target: { value } })

test('[ROUTE-06] a typed day goes into the URL, and its field keeps the focus', async () => {
  const { search } = open('/report?compare=none')
  day('First day').focus()
  choose('First day', '2026-11-01')
  await waitFor(() => expect(search()).toBe('?compare=none&from=2026-11-01&to=2026-11-17'))
  expect(document.activeElement).toBe(day('First day'))
  choose('First day', '2026-11-15')
  await waitFor(() => expect(search()).toContain('from=2026-11-15'))
  expect(document.activeElement).toBe(day('First day'))
})

test('[ROUTE-06] an invalid range stays in its fields with an error until another range is chosen', async () => {
  const { router, search } = open('/report?from=2026-11-01&to=2026-11-10')
  choose('First day', '2026-11-20')
  expect(screen.getByRole('alert').textContent).toBe('The last day is before the first.')
  expect([search(), day('First day').value]).toEqual(['?from=2026-11-01&to=2026-11-10', '2026-11-20'])
  choose('First day', '2020-01-01')
  expect(screen.getByRole('alert').textContent).toBe('At most 366 days.')
  await router.navigate('/report?days=7')
  await waitFor(() => expect(day('First day').value).toBe('2026-10-19'))
  expect(screen.queryByRole('alert')).toBeNull()
})
