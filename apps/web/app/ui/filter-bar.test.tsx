import { configure, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, Link, RouterProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { FilterBar } from '#ui/filter-bar.tsx'
import { useFilters } from '#ui/use-filters.ts'

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })

const Bar = () => (
  <FilterBar
    filters={useFilters(['q', 'status'])}
    search={{ name: 'q', label: 'Search mods' }}
    selects={[
      {
        name: 'status',
        label: 'Status',
        any: 'Any status',
        options: [
          { value: 'draft', label: 'Draft' },
          { value: 'published', label: 'Published' },
        ],
      },
    ]}
  />
)

const open = (address: string) => {
  const router = createMemoryRouter([{ path: '/mods', element: <Bar /> }], { initialEntries: ['/mods', address] })
  render(<RouterProvider router={router} />)
  return { router, search: () => router.state.location.search }
}
const field = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search mods' })
const chips = () =>
  within(screen.getByRole('list', { name: 'Active filters' }))
    .getAllByRole('button')
    .map(({ textContent }) => textContent)

test('the filter bar shows the URL’s filters in its fields and as chips', () => {
  open('/mods?q=senko&status=draft')
  expect(field().value).toBe('senko')
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Status' }).value).toBe('draft')
  expect(chips()).toEqual(['“senko”', 'Status: Draft', 'Reset'])
})

test('a selected filter goes into the URL and keeps other parameters', async () => {
  const { search } = open('/mods?tab=2')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Published')
  expect(search()).toBe('?tab=2&status=published')
})

test('typed text goes into the URL after a pause, without a history entry per letter', async () => {
  const { router, search } = open('/mods?status=draft')
  await userEvent.type(field(), 'sen')
  await waitFor(() => expect(search()).toBe('?status=draft&q=sen'))
  await router.navigate(-1)
  expect(search()).toBe('')
})

test('a link that is clicked right after typing still leads to its page', async () => {
  const page = Promise.withResolvers<null>()
  const list = (
    <>
      <Bar />
      <Link to="/mods/2">Senko</Link>
    </>
  )
  const router = createMemoryRouter(
    [
      { path: '/mods', element: list },
      { path: '/mods/2', loader: () => page.promise, element: <p>The page of the mod</p> },
    ],
    { initialEntries: ['/mods'] },
  )
  render(<RouterProvider router={router} />)
  await userEvent.type(field(), 'sen')
  await userEvent.click(screen.getByRole('link', { name: 'Senko' }))
  // The pause in typing is over before the page has loaded.
  await new Promise((resolve) => setTimeout(resolve, 400))
  page.resolve(null)
  expect(await screen.findByText('The page of the mod')).toBeTruthy()
})

test('a link within the list that is clicked right after typing works, and the text is applied too', async () => {
  const page = Promise.withResolvers<null>()
  const list = (
    <>
      <Bar />
      <Link to="/mods?order=2">Order 2</Link>
    </>
  )
  const loader = ({ request }: { request: Request }) => (request.url.includes('order=2&') ? null : page.promise)
  const routes = [{ path: '/mods', element: list, loader }]
  const hydrationData = { loaderData: { '0': null } }
  const router = createMemoryRouter(routes, { initialEntries: ['/mods'], hydrationData })
  render(<RouterProvider router={router} />)
  await userEvent.type(field(), 'sen')
  await userEvent.click(screen.getByRole('link', { name: 'Order 2' }))
  await new Promise((resolve) => setTimeout(resolve, 400))
  page.resolve(null)
  await waitFor(() => expect(router.state.location.search).toBe('?order=2&q=sen'))
})

test('a chip removes its filter from the URL, and Reset removes all filters and nothing else', async () => {
  const { search } = open('/mods?tab=2&q=senko&status=draft')
  await userEvent.click(screen.getByRole('button', { name: 'Remove Status: Draft' }))
  expect(search()).toBe('?tab=2&q=senko')
  await userEvent.click(screen.getByRole('button', { name: 'Reset' }))
  expect(search()).toBe('?tab=2')
  expect(field().value).toBe('')
  expect(screen.queryByRole('list', { name: 'Active filters' })).toBeNull()
})

test('an unknown filter value is not shown as a chip', () => {
  open('/mods?status=stolen')
  expect(screen.queryByRole('list', { name: 'Active filters' })).toBeNull()
})
