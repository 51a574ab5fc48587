import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ModDetails as Mod } from '@slipstream/contract/mods'
import { cents } from '@slipstream/contract/money'
// Preloads the lazy modules so that no test waits for them.
import '@slipstream/contract/mods'
import './details-sections.tsx'
import './your-game.tsx'
import './related-mods.tsx'
import { localMemory } from '#lib/browser-storage.ts'
import { createQueryClient } from '#lib/query-client.ts'
import { ModDetails } from './mod-details.tsx'
import { exampleMod, exampleRelease } from './testing/example-mod.ts'

beforeEach(() => void vi.stubGlobal('fetch', async () => Response.json([])))
afterEach(() => void vi.unstubAllGlobals())

/** Waits for the lazy sections. */
const show = async (values: Partial<Mod> = {}, action?: ReactNode, owned?: { box: ReactNode; bar: ReactNode }) => {
  const shown = render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <ModDetails
          mod={exampleMod(values)}
          gameName="Test Drive Sim"
          others={{ reviews: <p>What buyers say</p> }}
          action={action}
          owned={owned}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.findByText('What buyers say')
  return shown
}

const fact = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent
const section = (name: string) => screen.getByRole('region', { name })

test('[UI-02] a sale shows the price, the old price, the savings and the end date', async () => {
  await show({ discountPrice: cents(1_299), saleEndsAt: '2026-11-24T23:59:00.000Z' })
  expect(screen.getByText('$12.99')).toBeDefined()
  expect(screen.getByText('$17.99', { selector: 's' })).toBeDefined()
  expect(screen.getByText('Save $5.00')).toBeDefined()
  expect(screen.getByText('Nov 24').closest('p')?.textContent).toBe('Sale ends Nov 24')
})

test('a mod without a sale shows one price', async () => {
  await show()
  expect(screen.getByText('$17.99')).toBeDefined()
  expect(screen.queryByText(/Save|Sale/)).toBeNull()
})

test('a user who has the mod sees their ownership instead of the price and the buy action', async () => {
  await show({}, <button type="button">Add to cart</button>, { box: <p>In the box</p>, bar: <p>In the bar</p> })
  expect(screen.getByText('In the box')).toBeDefined()
  expect(screen.getByText('In the bar')).toBeDefined()
  expect(screen.queryByText('$17.99')).toBeNull()
  expect(screen.queryByText(/Stripe/)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Add to cart' })).toBeNull()
})

test('the buy box shows the action and the payment note only if there is an action', async () => {
  const { unmount } = await show()
  expect(screen.queryByText(/Stripe/)).toBeNull()
  expect(screen.queryByText('Instant download')).toBeNull()
  unmount()
  await show({}, <button type="button">Add to cart</button>)
  expect(screen.getByText('You pay on Stripe’s secure page')).toBeDefined()
  // In the buy box, and on phones in the bar at the bottom.
  expect(screen.getAllByRole('button', { name: 'Add to cart' })).toHaveLength(2)
})

test('the buy box shows the newest release', async () => {
  await show({ releases: [exampleRelease('2.3.0'), exampleRelease('2.2.0')], includedWithPremium: true })
  expect(fact('Version')).toBe('2.3.0, Nov 4, 2026')
  expect(fact('Works with')).toBe('Game 0.9, 0.35, 0.36')
  expect(fact('Download size')).toBe('418 MB')
  expect(fact('Included with Premium')).toBe('Yes')
})

test('the changelog shows the newest three releases, and all of them on demand', async () => {
  const versions = ['2.4.0', '2.3.0', '2.2.0', '2.1.0', '2.0.0']
  await show({ releases: versions.map((version) => exampleRelease(version)) })
  const changelog = within(section('Changelog'))
  const shown = () => changelog.getAllByRole('heading', { level: 3 }).map((each) => each.firstChild?.textContent)
  expect(shown()).toEqual(versions.slice(0, 3))
  await userEvent.click(changelog.getByRole('button', { name: 'Show all 5' }))
  expect(shown()).toEqual(versions)
  expect(changelog.queryByRole('button')).toBeNull()
})

const tested = (gameVersion: string, state: Mod['compatibility'][number]['state'], values = {}) => ({
  gameVersion,
  state,
  fixedIn: null,
  note: '',
  ...values,
})

const yourGame = () => screen.getByLabelText<HTMLSelectElement>('Your version of the game')
const verdict = () => yourGame().closest('div')?.querySelector('a')?.textContent

test.each([
  ['confirmed', 'Works with 0.38'],
  ['fixed', 'Works with 0.38'],
  ['unconfirmed', 'Not confirmed for 0.38'],
  ['broken', 'Broken in 0.38'],
] as const)('a mod that is %s with the current game version says so in the buy box', async (state, text) => {
  await show({
    releases: [exampleRelease('2.3.0')],
    compatibility: [tested('0.38', state), tested('0.37', 'broken')],
    gameVersions: ['0.38', '0.37', '0.36'],
  })
  expect((await screen.findByLabelText<HTMLSelectElement>('Your version of the game')).value).toBe('')
  expect(verdict()).toBe(text)
})

test('the game version that a visitor chooses is remembered and decides which compatibility the mod page shows', async () => {
  const mod = {
    releases: [exampleRelease('2.3.0')],
    compatibility: [tested('0.38', 'confirmed'), tested('0.37', 'broken')],
    gameVersions: ['0.38', '0.37', '0.36'],
  }
  const { unmount } = await show(mod)
  await userEvent.selectOptions(await screen.findByLabelText('Your version of the game'), '0.37')
  expect(verdict()).toBe('Broken in 0.37')
  await userEvent.selectOptions(yourGame(), '0.36')
  expect(verdict()).toBe('Not confirmed for 0.36')
  unmount()
  await show(mod)
  expect(yourGame().value).toBe('0.36')
  await userEvent.selectOptions(yourGame(), '')
  expect(verdict()).toBe('Works with 0.38')
  expect(localMemory.read('game_version')).toBeNull()
})

test('compatibility is shown in words for each game version', async () => {
  await show({
    compatibility: [
      tested('0.37', 'unconfirmed'),
      tested('0.36', 'confirmed'),
      tested('0.35', 'fixed', { fixedIn: '2.3.0' }),
      tested('0.34', 'broken', { note: 'Falls through the ground.' }),
    ],
  })
  const [versions] = within(section('Compatibility')).getAllByRole('list')
  expect(
    within(versions!)
      .getAllByRole('listitem')
      .map((each) => each.textContent),
  ).toEqual([
    'Game 0.37Not yet confirmed',
    'Game 0.36Tested',
    'Game 0.35Fixed in v2.3.0',
    'Game 0.34BrokenFalls through the ground.',
  ])
})

test('a mod page lists the requirements, and its install guide uses the store’s game name', async () => {
  await show({ requirements: ['4 GB of video memory'] })
  const compatibility = within(section('Compatibility'))
  expect(compatibility.getByText('4 GB of video memory')).toBeDefined()
  expect(compatibility.getByText(/Open the Test Drive Sim user folder/)).toBeDefined()
})

test('a mod with few details still has a page', async () => {
  await show()
  expect(screen.getByRole('heading', { level: 1, name: 'Tsukiro Senko D-Spec' })).toBeDefined()
  expect(screen.getByText('No ratings yet')).toBeDefined()
  expect(fact('Version')).toBe('Not released yet')
  expect(screen.getByText('The first release is still being built.')).toBeDefined()
  expect(screen.getByText('Not yet tested with any version of Test Drive Sim.')).toBeDefined()
  expect(screen.queryByRole('heading', { name: 'You may also like' })).toBeNull()
})

test('the breadcrumb leads to the mod’s category and the tabs to the page sections', async () => {
  await show()
  const way = within(screen.getByRole('navigation', { name: 'Breadcrumb' })).getAllByRole('link')
  expect(way.map((link) => link.getAttribute('href'))).toEqual(['/mods', '/mods?category=drift'])
  for (const tab of within(screen.getByRole('navigation', { name: 'On this page' })).getAllByRole('link')) {
    expect(document.querySelector(tab.getAttribute('href') ?? '')).not.toBeNull()
  }
})
