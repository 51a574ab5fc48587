// Preloads the lazy module so that no test waits for it.
import '@slipstream/contract/mods'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { open, stand } from '#testing/stand.tsx'
import { SearchOverlay } from './search-overlay.tsx'

Element.prototype.scrollIntoView = vi.fn()
Element.prototype.scrollTo = vi.fn()

const mod = (id: number) => ({
  id,
  title: `Mod ${id}`,
  categoryName: 'Sports',
  price: 4,
  discountPrice: null,
  picture: null,
})
const found = (ids: number[], total: number) => ({
  items: ids.map(mod),
  categories: [],
  total: { count: total, orMore: false },
  didYouMean: null,
  isSimilar: false,
})

const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Search mods' })
const press = (key: string) => fireEvent.keyDown(field(), { key })
const type = (value: string) => fireEvent.change(field(), { target: { value } })
const chosen = () => screen.queryByRole('option', { selected: true })?.textContent

/** Each text has an answer that is given when the test says so. */
const lineUp = (...texts: string[]) => {
  const answers = new Map<string, (answer: Response) => void>()
  stand.answers['GET /api/categories'] = () => Response.json([])
  for (const q of texts) {
    stand.answers[`GET /api/mods/suggest?q=${q}`] = () => new Promise((resolve) => answers.set(q, resolve))
  }
  open(<SearchOverlay isOpen onClose={() => undefined} opener={{ current: null }} />, '/')
  return async (q: string, body: object) => {
    await waitFor(() => expect([...answers.keys()]).toContain(q))
    answers.get(q)?.(Response.json(body))
  }
}

test('arrows that are pressed before the results of the typed text are there choose among these, not the earlier ones', async () => {
  const answer = lineUp('tur', 'turbo', 'turbos')
  type('tur')
  await answer('tur', found([1, 2], 2))
  await screen.findByRole('option', { name: /Mod 1/ })

  // The results of "tur" are still shown.
  type('turbo')
  press('ArrowDown')
  await answer('turbo', found([3, 1, 4], 3))
  await screen.findByRole('option', { name: /Mod 3/ })
  expect(chosen()).toContain('Mod 3')
  press('ArrowUp')
  expect(chosen()).toBe('Show all 3 mods')

  type('turbos')
  press('ArrowDown')
  press('ArrowUp')
  await answer('turbos', found([5, 6], 2))
  await screen.findByRole('option', { name: /Mod 5/ })
  expect(chosen()).toBe('Show all 2 mods')
})
