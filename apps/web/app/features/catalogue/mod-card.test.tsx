import { render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { ModCard as Schema } from '@slipstream/contract/mods'
import { ModCard } from './mod-card.tsx'
import { sentMod } from './testing/example-mods.ts'

const NOW = Date.parse('2026-11-15T12:00:00Z')
const daysAgo = (days: number) => new Date(NOW - days * 86_400_000).toISOString()

type Values = Parameters<typeof sentMod>[1]
type Slots = Partial<Parameters<typeof ModCard>[0]>

const show = (values: Values = {}, slots: Slots = {}) => {
  render(
    <MemoryRouter>
      <ModCard mod={Schema.parse(sentMod(7, values))} asOf={NOW} {...slots} />
    </MemoryRouter>,
  )
  return screen.getByRole('article')
}

test('[UI-02] a card shows the mod, its price and its rating', () => {
  const card = show()
  expect(within(card).getByRole('link', { name: 'Harlan Test 7' }).getAttribute('href')).toBe('/mods/7')
  expect(card.textContent).toContain('$12.50')
  expect(card.textContent).toContain('4.8')
  expect(card.textContent).toContain('(1,486')
  expect(card.textContent).toContain('3.0 V6 · 200 kW / 268 hp · RWD')
  expect(within(card).queryByText('Premium')).toBeNull()
})

test('a mod on sale shows its price and the old price struck through', () => {
  const card = show({ price: 17.99, discountPrice: 12.99 })
  expect(within(card).getByText('$17.99').tagName).toBe('S')
  expect(within(card).getByText('$12.99')).toBeDefined()
})

const OLD = daysAgo(31)
const RECENT = daysAgo(29)

test.each([
  ['a discount, whatever else is new', { discountPrice: 10, publishedAt: RECENT, releasedAt: RECENT }, '-20%'],
  ['New within 30 days of being published', { publishedAt: RECENT, releasedAt: RECENT }, 'New'],
  ['Updated within 30 days of a release', { publishedAt: OLD, releasedAt: RECENT }, 'Updated'],
])('a card shows %s as its only badge', (_, values, text) => {
  const card = show(values)
  const shown = ['-20%', 'New', 'Updated'].filter((badge) => within(card).queryByText(badge))
  expect(shown).toEqual([text])
})

test.each([
  ['published and released long ago', { publishedAt: OLD, releasedAt: OLD }],
  ['without a release', { publishedAt: OLD, releasedAt: null }],
])('a mod %s has no badge', (_, values) => {
  const card = show(values)
  for (const badge of ['New', 'Updated']) expect(within(card).queryByText(badge)).toBeNull()
})

test('a mod without ratings says so', () => {
  expect(show({ rating: null, ratingCount: 0 }).textContent).toContain('No ratings yet')
})

test('a card without specs has no empty line, and one without a picture shows the category', () => {
  const card = show({ engine: null, powerKw: null, drivetrain: null })
  expect(card.textContent).not.toContain('·')
  expect(within(card).queryByRole('img')).toBeNull()
  expect(within(card).getAllByText('Sports')).toHaveLength(2)
})

test('a card shows its action, its corner controls and the Premium mark', () => {
  const card = show({ includedWithPremium: true }, { action: <button>Add</button>, corner: <button>Wish</button> })
  expect(within(card).getByRole('button', { name: 'Add' })).toBeDefined()
  expect(within(card).getByRole('button', { name: 'Wish' })).toBeDefined()
  expect(card.textContent).toContain('Included with Premium')
})
