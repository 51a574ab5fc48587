import { QueryClientProvider } from '@tanstack/react-query'
import { act, configure, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#lib/query-client.ts'
import { chooseUnits } from '#lib/units.ts'
import { ModList } from './mod-list.tsx'
import { sentCategories, sentFacets, sentMod, sentPage } from './testing/example-mods.ts'

// Every test renders the whole page, which is slow on a busy machine.
vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })

/** List responses by query. */
let answerList: (query: URLSearchParams) => Response
let asked: string[]

beforeEach(() => {
  asked = []
  answerList = () => Response.json(sentPage([sentMod(1), sentMod(2)]))
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname, search, searchParams } = new URL(address, 'https://store.example')
    if (pathname === '/api/categories') return Response.json(sentCategories)
    if (pathname === '/api/mods/facets') return Response.json(sentFacets)
    asked.push(search)
    return answerList(searchParams)
  })
})

const open = async (address = '/mods') => {
  const router = createMemoryRouter(
    [
      { path: '/', element: <h1>Home</h1> },
      { path: '/mods', element: <ModList /> },
      { path: '/mods/:id', element: <h1>A mod</h1> },
    ],
    { initialEntries: ['/', address], initialIndex: 1 },
  )
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  await screen.findByLabelText('On sale')
  const here = () => router.state.location.pathname + router.state.location.search
  return { router, here, user: userEvent.setup() }
}

const cards = () => screen.queryAllByRole('article').map((card) => within(card).getByRole('heading').textContent)

test('a filter goes into the URL and triggers a search, and Back removes it', async () => {
  const { here, user, router } = await open()
  await user.click(screen.getByLabelText(/^AWD/))
  expect(here()).toBe('/mods?drivetrain=AWD')
  await user.click(screen.getByLabelText(/^RWD/))
  await waitFor(() => expect(here()).toBe('/mods?drivetrain=AWD,RWD'))
  await waitFor(() => expect(asked.at(-1)).toBe('?drivetrain=AWD%2CRWD&limit=12'))
  await router.navigate(-1)
  await waitFor(() => expect(here()).toBe('/mods?drivetrain=AWD'))
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/^RWD/).checked).toBe(false))
  expect(screen.getByLabelText<HTMLInputElement>(/^AWD/).checked).toBe(true)
})

test('a shared URL sets every control, and each filter chip removes only that filter', async () => {
  const { here, user } = await open('/mods?category=sports&q=senko&body=coupe&maxPrice=15&sale=true&sort=newest')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Sports mods')
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('senko')
  expect(screen.getByLabelText<HTMLInputElement>('Highest price in dollars').value).toBe('15')
  expect(screen.getByLabelText<HTMLSelectElement>('Sort by').value).toBe('newest')
  const chips = within(screen.getByRole('list', { name: 'Active filters' }))
  expect(chips.getAllByRole('link').map((chip) => chip.textContent)).toEqual(['Up to $15.00', 'Coupe', 'On sale'])
  await user.click(chips.getByRole('link', { name: 'Remove Coupe' }))
  await waitFor(() => expect(here()).toBe('/mods?q=senko&category=sports&maxPrice=15&sale=true&sort=newest'))
})

test('category links keep the other filters, and empty categories are hidden', async () => {
  await open('/mods?category=sports&sale=true')
  const chips = within(await screen.findByRole('navigation', { name: 'Categories' })).getAllByRole('link')
  expect(chips.map((chip) => [chip.textContent, chip.getAttribute('href')])).toEqual([
    ['All', '/mods?sale=true'],
    ['Sports', '/mods?category=sports&sale=true'],
    ['Drift', '/mods?category=drift&sale=true'],
  ])
  expect(chips[1]?.getAttribute('aria-current')).toBe('true')
})

test('typing searches after a pause, keeps the focus, announces the result count and adds no history entry', async () => {
  answerList = (query) => Response.json(sentPage(query.has('q') ? [sentMod(2)] : [sentMod(1), sentMod(2)]))
  const { here, user, router } = await open()
  const field = screen.getByRole('searchbox')
  await user.type(field, 'senko')
  expect(asked).toEqual(['?limit=12'])
  await waitFor(() => expect(here()).toBe('/mods?q=senko'))
  expect(document.activeElement).toBe(field)
  await waitFor(() => expect(screen.getAllByRole('status')[0]?.textContent).toBe('1 mod for “senko”'))
  expect(asked).toEqual(['?limit=12', '?q=senko&limit=12'])
  await user.click(screen.getByRole('button', { name: 'Clear search' }))
  await waitFor(() => expect(here()).toBe('/mods'))
  await router.navigate(-1)
  expect(here()).toBe('/')
})

test('a typed price filters the list, and letters are ignored', async () => {
  const { here, user } = await open()
  await user.type(screen.getByLabelText('Lowest price in dollars'), '1x0')
  await waitFor(() => expect(here()).toBe('/mods?minPrice=10'))
})

test('the power filter is in hp for visitors with imperial units', async () => {
  chooseUnits('imperial')
  await open('/mods?power=strong')
  expect(await screen.findByRole('checkbox', { name: /^268–401 hp/ })).toBeDefined()
  expect(screen.getByRole('link', { name: 'Remove 268–401 hp' })).toBeDefined()
  act(() => chooseUnits('metric'))
  expect(screen.getByRole('checkbox', { name: /^200–299 kW/ })).toBeDefined()
  expect(screen.getByRole('link', { name: 'Remove 200–299 kW' })).toBeDefined()
})

test('the chosen sort order goes into the URL', async () => {
  const { here, user } = await open()
  await user.selectOptions(screen.getByLabelText('Sort by'), 'Price: low to high')
  await waitFor(() => expect(here()).toBe('/mods?sort=price-asc'))
})

const PAGES = [
  [1, 12],
  [13, 24],
  [25, 25],
] as const

/** 25 mods, twelve per page. */
const longList = (query: URLSearchParams) => {
  const page = Number(query.get('after') ?? 0)
  const [first, last] = PAGES[page] ?? [0, -1]
  const items = Array.from({ length: last - first + 1 }, (_, position) => sentMod(first + position))
  const next = page < 2 ? String(page + 1) : null
  return Response.json(sentPage(items, { next, total: { count: 25, orMore: false } }))
}

test('loading more moves the focus to the first new mod, and returning from a mod keeps the list', async () => {
  answerList = longList
  const { user, router } = await open('/mods?category=sports')
  const more = await screen.findByRole('link', { name: 'Load 12 more' })
  expect(more.getAttribute('href')).toBe('/mods?category=sports&after=1')
  await user.click(more)
  await waitFor(() => expect(cards()).toHaveLength(24))
  expect(document.activeElement?.textContent).toBe('Harlan Test 13')
  expect(screen.getByText('24 of 25 mods')).toBeDefined()
  await user.click(screen.getByRole('link', { name: 'Load 1 more' }))
  await waitFor(() => expect(cards()).toHaveLength(25))
  expect(screen.queryByRole('link', { name: /^Load/ })).toBeNull()
  expect(asked).toHaveLength(3)

  await user.click(screen.getByRole('link', { name: 'Harlan Test 20' }))
  await screen.findByRole('heading', { name: 'A mod' })
  await router.navigate(-1)
  await waitFor(() => expect(cards()).toHaveLength(25))
  expect(asked).toHaveLength(3)
})

test('a failed "load more" keeps the list and can be retried', async () => {
  let isAway = true
  answerList = (query) => (query.has('after') && isAway ? new Response('', { status: 503 }) : longList(query))
  const { user } = await open()
  await user.click(await screen.findByRole('link', { name: 'Load 12 more' }))
  await screen.findByText('More mods could not be loaded.')
  expect(cards()).toHaveLength(12)
  isAway = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(cards()).toHaveLength(24))
})

test('a deep link to a later page continues from there', async () => {
  answerList = longList
  await open('/mods?after=1')
  expect(cards()[0]).toBe('Harlan Test 13')
  expect(screen.queryByText(/ of 25 mods/)).toBeNull()
})

test('a search without results shows the search, a way to remove each filter, and popular mods', async () => {
  answerList = (query) => Response.json(sentPage(query.has('q') ? [] : [sentMod(1)]))
  const { here, user } = await open('/mods?q=zeppelin&category=sports&drivetrain=AWD')
  await screen.findByText('Nothing found for “zeppelin”')
  await waitFor(() => expect(cards()).toEqual(['Harlan Test 1']))
  const chips = within(screen.getByRole('list', { name: 'Active filters' }))
  expect(chips.getAllByRole('link').map((chip) => chip.textContent)).toEqual(['“zeppelin”', 'Sports', 'AWD'])
  await user.click(chips.getByRole('link', { name: 'Remove “zeppelin”' }))
  await waitFor(() => expect(here()).toBe('/mods?category=sports&drivetrain=AWD'))
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('')
})

test('a store without mods shows its own empty state', async () => {
  answerList = () => Response.json(sentPage([]))
  await open()
  expect(await screen.findByText('The first mod is still in the workshop')).toBeDefined()
})

test('a mod list that fails to load shows an error, and "Try again" refetches it', async () => {
  let isAway = true
  answerList = () => (isAway ? new Response('', { status: 503 }) : Response.json(sentPage([sentMod(1)])))
  const { user } = await open()
  await screen.findByText('The mods could not be loaded.')
  isAway = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(cards()).toEqual(['Harlan Test 1']))
})

test('on a phone the filters are in a sheet, and its button shows the number of active filters', async () => {
  const { here, user } = await open('/mods?drivetrain=AWD&maxPrice=15')
  const button = screen.getByRole('button', { name: 'Filters, 2 active' })
  await user.click(button)
  const sheet = within(await screen.findByRole('dialog', { name: 'Filters' }))
  await user.click(sheet.getByLabelText('On sale'))
  await waitFor(() => expect(here()).toBe('/mods?drivetrain=AWD&maxPrice=15&sale=true'))
  await user.click(sheet.getByRole('button', { name: 'Show 2 mods' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.activeElement).toBe(button)
})

test('the result count stops at a thousand', async () => {
  answerList = () => Response.json(sentPage([sentMod(1)], { next: '1', total: { count: 1_000, orMore: true } }))
  await open()
  await waitFor(() => expect(screen.getAllByRole('status')[0]?.textContent).toBe('1,000+ mods'))
})
