import { QueryClientProvider } from '@tanstack/react-query'
import { act, configure, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#lib/query-client.ts'
import { chooseUnits } from '#lib/units.ts'
import { toasts } from '#ui/toast-store.ts'
import { exampleConfiguration } from '../details/testing/example-mod.ts'
import { sentMod } from '../testing/example-mods.ts'
import { Compare } from './compare.tsx'
import { ModComparison } from './mod-comparison.tsx'

configure({ asyncUtilTimeout: 10_000 })

const sent = (id: number, powerKw: number) => ({
  ...sentMod(id),
  base: exampleConfiguration(id, { powerKw, drivetrain: 'AWD' }),
  configurationCount: id + 1,
  sizeBytes: 418_000_000,
  states: [{ gameVersion: '0.37', state: id === 1 ? 'confirmed' : 'broken' }],
})
const FOR_SALE = [sent(1, 150), { ...sent(2, 300), price: 1_299 }, sent(3, 100), sent(4, 90), sent(5, 80)]

let asked: string[]
beforeEach(() => {
  localStorage.clear()
  chooseUnits('metric')
  asked = []
  vi.stubGlobal('fetch', async (address: string) => {
    const { searchParams } = new URL(address, 'https://store.example')
    const ids = (searchParams.get('ids') ?? '').split(',').map(Number)
    asked.push(ids.join(','))
    return Response.json({ gameVersions: ['0.37', '0.36'], mods: FOR_SALE.filter(({ id }) => ids.includes(id)) })
  })
})

const List = () => (
  <>
    {[1, 2, 3, 4, 5, 9].map((id) => (
      <Compare key={id} mod={sentMod(id)} isOnPicture />
    ))}
    <Compare />
  </>
)

const Mods = () => (useLocation().search === '' ? <List /> : <ModComparison action={() => null} />)

const open = (address: string) => {
  const router = createMemoryRouter(
    [
      { path: '/mods', element: <Mods /> },
      { path: '/mods/1', element: <Compare mod={sentMod(1)} /> },
    ],
    { initialEntries: [address] },
  )
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return { user: userEvent.setup(), here: () => router.state.location.pathname + router.state.location.search }
}

const toggle = (id: number) => screen.getByRole('button', { name: `Compare Harlan Test ${id}` })
const cellsOf = (row: RegExp) =>
  within(screen.getByRole('row', { name: row }))
    .getAllByRole('cell')
    .map((cell) => cell.textContent)

test('[OWN-08] chosen mods are listed in a tray that links to their comparison, and at most four can be chosen', async () => {
  const { user, here } = open('/mods')
  expect(screen.queryByRole('region', { name: 'Chosen to compare' })).toBeNull()
  await user.click(toggle(2))
  const tray = within(await screen.findByRole('region', { name: 'Chosen to compare' }))
  expect(await tray.findByText('Choose one more mod to compare')).toBeTruthy()
  expect(tray.queryByRole('link')).toBeNull()
  await user.click(toggle(1))
  expect(toggle(1).getAttribute('aria-pressed')).toBe('true')
  expect((await tray.findByRole('link', { name: 'Compare 2 mods' })).getAttribute('href')).toBe('/mods?compare=2,1')

  await user.click(toggle(3))
  await user.click(toggle(4))
  await tray.findByText('4 of 4 mods chosen')
  await user.click(toggle(5))
  expect(toggle(5).getAttribute('aria-pressed')).toBe('false')
  expect(toasts.get()[0]?.title).toBe('You can compare up to 4 mods')
  await user.click(await tray.findByRole('button', { name: 'Remove Harlan Test 4 from the comparison' }))
  await user.click(await tray.findByRole('link', { name: 'Compare 3 mods' }))
  expect(here()).toBe('/mods?compare=2,1,3')
})

test('two clicks before the page re-renders choose both mods', async () => {
  open('/mods')
  act(() => {
    toggle(1).click()
    toggle(2).click()
  })
  expect(await screen.findByRole('link', { name: 'Compare 2 mods' })).toBeTruthy()
})

test('a chosen mod that is no longer for sale is not counted', async () => {
  const { user } = open('/mods')
  await user.click(toggle(9))
  await user.click(toggle(1))
  expect(await screen.findByText('Choose one more mod to compare')).toBeTruthy()
})

test('[OWN-08] the comparison shows the mods in URL order and in the visitor’s units', async () => {
  const { user } = open('/mods?compare=2,1,2,zero')
  await screen.findByRole('table')
  expect(asked).toEqual(['1,2'])
  expect(screen.getAllByRole('columnheader').map((head) => within(head).queryByRole('link')?.textContent)).toEqual([
    undefined,
    'Harlan Test 2',
    'Harlan Test 1',
  ])
  expect(cellsOf(/^Price/)).toEqual(['$1,299.00', '$12.50'])
  expect(cellsOf(/^Power/)).toEqual(['300 kW (best)', '150 kW'])
  expect(cellsOf(/^Drivetrain/)).toEqual(['AWD', 'AWD'])
  expect(cellsOf(/^Configurations/)).toEqual(['3 (figures: Trim 2)', '2 (figures: Trim 1)'])
  expect(cellsOf(/^Works with 0\.37/)).toEqual(['No', 'Yes'])
  expect(cellsOf(/^Download size/)).toEqual(['418 MB', '418 MB'])
  await user.click(screen.getByRole('button', { name: 'Imperial' }))
  expect(cellsOf(/^Power/)).toEqual(['402 hp (best)', '201 hp'])
  await user.click(screen.getByRole('switch', { name: 'Show only differences' }))
  expect(screen.queryByRole('row', { name: /^Drivetrain/ })).toBeNull()
  expect(screen.getByRole('row', { name: /^Power/ })).toBeTruthy()
})

test('removing a mod updates the URL, and the others stay chosen while another one is added', async () => {
  const { user, here } = open('/mods?compare=2,1')
  await user.click(await screen.findByRole('button', { name: 'Remove Harlan Test 2 from the comparison' }))
  expect(here()).toBe('/mods?compare=1')
  await user.click(await screen.findByRole('link', { name: 'Add another mod' }))
  expect(here()).toBe('/mods')
  expect(toggle(1).getAttribute('aria-pressed')).toBe('true')
})

test('a mod page can add its mod to the comparison and then links to the comparison', async () => {
  const { user, here } = open('/mods/1')
  expect(screen.queryByRole('link')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Compare' }))
  await user.click(screen.getByRole('link', { name: 'View comparison (1)' }))
  expect(here()).toBe('/mods?compare=1')
})
