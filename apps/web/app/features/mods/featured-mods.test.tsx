import '@slipstream/contract/mod-list-admin'
import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { pretendStore, refuse, showAt } from '#testing/pretend-store.tsx'
import { toasts } from '#ui/toast-store.ts'
import { FeaturedMods } from './featured-mods.tsx'
import { sentPage, sentRow } from './testing/example-rows.ts'

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })

const READ = 'GET /api/admin/featured'
const SET = 'POST /api/admin/featured'
const user = userEvent.setup({ delay: null })
const all = [sentRow(1, 'Aurelion'), sentRow(2, 'Senko', { status: 'draft' }), sentRow(3, 'Brigand')]

let store: ReturnType<typeof pretendStore>
let featured: typeof all
beforeEach(() => {
  featured = all.slice(0, 2)
  store = pretendStore({
    [READ]: () => featured,
    [SET]: ({ body }) => {
      featured = (body as { ids: number[] }).ids.flatMap((id) => all.filter((mod) => mod.id === id))
      return featured
    },
    'GET /api/admin/mods': () => sentPage(all),
  })
})

const open = () => showAt('/admin/products/featured-mods', <FeaturedMods />)
const list = () => screen.findByRole('list', { name: 'Featured mods, in order' })
const titles = async () =>
  within(await list())
    .getAllByRole('link')
    .map(({ textContent }) => textContent)
const button = (name: string) => screen.getByRole('button', { name })

test('moving a featured mod saves the new order immediately', async () => {
  open()
  expect(await titles()).toEqual(['Aurelion', 'Senko'])
  await user.click(button('Move Senko earlier'))
  expect(await titles()).toEqual(['Senko', 'Aurelion'])
  expect(await screen.findByText('Saved.')).toBeTruthy()
  expect(store.asked(SET).map(({ body }) => body)).toEqual([{ ids: [2, 1] }])
})

test('a rejected featured order shows an error, is reverted and can be retried', async () => {
  const { [SET]: take } = store.answers
  store.answers[SET] = () => refuse('server.busy')
  open()
  await list()
  await user.click(button('Move Senko earlier'))
  expect((await screen.findByRole('alert')).textContent).toContain('The order was not saved.')
  await waitFor(async () => expect(await titles()).toEqual(['Aurelion', 'Senko']))
  if (take) store.answers[SET] = take
  await user.click(button('Try again'))
  await waitFor(async () => expect(await titles()).toEqual(['Senko', 'Aurelion']))
})

test('removing a featured mod can be undone', async () => {
  open()
  await list()
  await user.click(button('Remove Aurelion'))
  await waitFor(() => expect(store.asked(SET).at(-1)?.body).toEqual({ ids: [2] }))
  toasts.get()[0]?.action?.onSelect()
  await waitFor(() => expect(store.asked(SET).at(-1)?.body).toEqual({ ids: [1, 2] }))
  await waitFor(async () => expect(await titles()).toEqual(['Aurelion', 'Senko']))
})

test('a mod is searched by title and appended to the featured mods', async () => {
  featured = []
  open()
  expect(await screen.findByText('No featured mods yet')).toBeTruthy()
  await user.type(screen.getByRole('searchbox', { name: 'Find a mod' }), 'brig')
  await user.click(await screen.findByRole('button', { name: 'Add Brigand' }))
  expect(await titles()).toEqual(['Brigand'])
  expect(store.asked('GET /api/admin/mods').at(-1)?.query).toMatchObject({ q: 'brig', status: 'published' })
  await waitFor(() => expect(store.asked(SET).at(-1)?.body).toEqual({ ids: [3] }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Add Brigand' })).toBeNull())
})

test('featured mods that fail to load show an error', async () => {
  store.answers[READ] = () => refuse('server.failed')
  open()
  expect((await screen.findByRole('alert')).textContent).toContain('The featured mods could not be loaded.')
})
