import '@slipstream/contract/categories'
import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { AdminCategory } from '@slipstream/contract/categories'
import { pretendStore, refuse, showAt } from '#testing/pretend-store.tsx'
import { CategoryList, NewCategory } from './category-list.tsx'

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })

const LIST = 'GET /api/admin/categories'
const CREATE = 'POST /api/admin/categories'
const ORDER = 'POST /api/admin/categories/order'
const user = userEvent.setup({ delay: null })

let store: ReturnType<typeof pretendStore>
let categories: AdminCategory[]
beforeEach(() => {
  categories = [
    { id: 1, slug: 'sports', name: 'Sports', description: 'For the track.', mods: 3 },
    { id: 2, slug: 'drift', name: 'Drift', description: '', mods: 0 },
  ]
  store = pretendStore({ [LIST]: () => categories })
})

const open = () =>
  showAt(
    '/admin/products/categories',
    <>
      <NewCategory />
      <CategoryList />
    </>,
  )
const list = () => screen.findByRole('list', { name: 'Categories, in order' })
const button = (name: string) => screen.getByRole('button', { name })
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

test('categories are listed in order with their mod counts', async () => {
  open()
  const items = within(await list()).getAllByRole('listitem')
  expect(items.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Sports sports'),
    expect.stringContaining('Drift drift'),
  ])
  expect(screen.getByRole('link', { name: '3 mods' }).getAttribute('href')).toBe('/admin/products/all-mods?category=1')
})

test('a new category gets its URL slug from its name, and errors show at their fields', async () => {
  store.answers[CREATE] = () => refuse('category.slug_taken')
  open()
  await list()
  await user.click(button('Add category'))
  const form = await dialog('New category')
  const name = form.getByRole('textbox', { name: 'Name' })
  const slug = form.getByRole<HTMLInputElement>('textbox', { name: 'URL slug' })
  await user.click(form.getByRole('button', { name: 'Create' }))
  expect(await form.findByText('Enter a name.')).toBeTruthy()

  await user.type(name, ' Öff Road & Mud ')
  expect(slug.value).toBe('off-road-mud')
  await user.click(form.getByRole('button', { name: 'Create' }))
  expect(await form.findByText('Another category uses this URL slug. Choose another one.')).toBeTruthy()
  expect(slug.getAttribute('aria-invalid')).toBe('true')

  await user.clear(slug)
  await user.type(slug, 'Off Road')
  await user.click(form.getByRole('button', { name: 'Create' }))
  expect(await form.findByText(/Use lowercase letters, digits/)).toBeTruthy()

  store.answers[CREATE] = ({ body }) => {
    const created = { id: 3, mods: 0, ...(body as object) } as AdminCategory
    categories = [...categories, created]
    return created
  }
  await user.clear(slug)
  await user.type(slug, 'mud')
  await user.click(form.getByRole('button', { name: 'Create' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await screen.findByRole('button', { name: 'Edit Öff Road & Mud' })).toBeTruthy()
  expect(store.asked(CREATE).at(-1)?.body).toEqual({ name: 'Öff Road & Mud', slug: 'mud', description: '' })
})

test('renaming a category keeps its URL slug', async () => {
  store.answers['PATCH /api/admin/categories/2'] = ({ body }) => ({ id: 2, mods: 0, ...(body as object) })
  open()
  await list()
  await user.click(button('Edit Drift'))
  const form = await dialog('Edit Drift')
  await user.type(form.getByRole('textbox', { name: 'Name' }), 'ing')
  await user.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(store.asked('PATCH /api/admin/categories/2')[0]?.body).toEqual({
    name: 'Drifting',
    slug: 'drift',
    description: '',
  })
})

test('several quick moves save the final order', async () => {
  categories = [...categories, { id: 3, slug: 'rally', name: 'Rally', description: '', mods: 0 }]
  const first = Promise.withResolvers<void>()
  store.answers[ORDER] = async ({ body }) => {
    await first.promise
    const { ids } = body as { ids: number[] }
    categories = ids.flatMap((id) => categories.filter((category) => category.id === id))
    return categories
  }
  open()
  await list()
  await user.click(button('Move Rally earlier'))
  await user.click(button('Move Rally earlier'))
  first.resolve()
  await waitFor(() =>
    expect(store.asked(ORDER).map(({ body }) => body)).toEqual([{ ids: [1, 3, 2] }, { ids: [3, 1, 2] }]),
  )
  await waitFor(() => expect(store.asked(LIST).length).toBe(2))
  expect(within(await list()).getAllByRole('listitem')[0]?.textContent).toContain('Rally')
})

test('a conflicting category order shows an error and reloads the list', async () => {
  store.answers[ORDER] = () => refuse('order.changed')
  open()
  await list()
  await user.click(button('Move Drift earlier'))
  expect((await screen.findByRole('alert')).textContent).toContain('changed elsewhere')
  expect(store.asked(ORDER)[0]?.body).toEqual({ ids: [2, 1] })
  await waitFor(async () => expect(within(await list()).getAllByRole('listitem')[0]?.textContent).toContain('Sports'))
})

test('an empty category is removed after a confirmation, and one in use says what to do first', async () => {
  store.answers['DELETE /api/admin/categories/2'] = () => {
    categories = categories.slice(0, 1)
    return null
  }
  open()
  await list()
  await user.click(button('Remove Sports'))
  const inUse = await dialog('Sports is in use')
  expect(inUse.getByRole('link', { name: 'Show these mods' }).getAttribute('href')).toContain('category=1')
  await user.click(inUse.getByRole('button', { name: 'Close' }))

  await user.click(button('Remove Drift'))
  const question = within(await screen.findByRole('alertdialog', { name: 'Remove Drift?' }))
  await user.click(question.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Edit Drift' })).toBeNull())
})

test('a store without categories shows an empty state', async () => {
  categories = []
  open()
  expect(await screen.findByText('No categories yet')).toBeTruthy()
})

test('categories that fail to load can be retried', async () => {
  store.answers[LIST] = () => refuse('server.failed')
  open()
  expect((await screen.findByRole('alert')).textContent).toContain('The categories could not be loaded.')
  store.answers[LIST] = () => categories
  await user.click(button('Try again'))
  expect(await list()).toBeTruthy()
})
