// Preloads the lazy modules so that no test waits for them.
import '@slipstream/contract/mod-list-admin'
import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { pretendStore, refuse, showAt } from '#testing/pretend-store.tsx'
import { ModTable } from './mod-table.tsx'
import { sentMod, sentPage, sentRow } from './testing/example-rows.ts'

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })

const LIST = 'GET /api/admin/mods'
const BULK = 'POST /api/admin/mods/bulk'
const user = userEvent.setup({ delay: null })

let store: ReturnType<typeof pretendStore>
beforeEach(() => {
  store = pretendStore({
    [LIST]: () => sentPage([sentRow(1, 'Aurelion'), sentRow(2, 'Senko', { status: 'draft' })]),
    'GET /api/admin/categories': () => [{ id: 4, slug: 'drift', name: 'Drift', description: '', mods: 2 }],
  })
})

const open = (address = '/admin/products/all-mods') => showAt(address, <ModTable />)
const titles = () => screen.queryAllByRole('rowheader').map((cell) => within(cell).getByRole('link').textContent)
const choose = async (...names: string[]) => {
  for (const name of names) await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }))
}
const button = (name: string | RegExp) => screen.getByRole('button', { name })

test('the mod table shows every mod with its status and links to the editor', async () => {
  const soon = '2099-01-01T00:00:00.000Z'
  store.answers[LIST] = () =>
    sentPage([
      sentRow(1, 'Aurelion', { discountPrice: 10, sale: { startsAt: null, endsAt: soon }, isFeatured: true }),
      sentRow(2, 'Senko', { status: 'draft', publishAt: soon, version: null, releasedAt: null, hasDraft: true }),
    ])
  open()
  await screen.findByRole('link', { name: 'Aurelion' })
  const [, one, two] = screen.getAllByRole('row')
  expect(one?.textContent).toContain('$10.00')
  expect(one?.textContent).toContain('until Jan 1')
  expect(one?.textContent).toContain('Featured')
  expect(two?.textContent).toContain('Scheduled')
  expect(two?.textContent).toContain('Unsaved')
  expect(screen.getByRole('link', { name: 'Senko' }).getAttribute('href')).toBe('/admin/products/edit/2')
  expect(screen.getByText('2 mods')).toBeTruthy()
})

test('search, filters and sorting are in the URL, and the export has the same search and filters', async () => {
  const { here } = open()
  await screen.findByRole('link', { name: 'Aurelion' })
  await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Scheduled')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Category' }), 'Drift')
  await user.type(screen.getByRole('searchbox', { name: 'Search mods' }), 'lion{Enter}')
  await user.click(button('Title'))
  await waitFor(() =>
    expect(store.asked(LIST).at(-1)?.query).toEqual({
      q: 'lion',
      categoryId: '4',
      scheduled: 'true',
      sort: 'title',
      direction: 'asc',
      limit: '25',
    }),
  )
  expect(here()).toBe('/admin/products/all-mods?state=scheduled&category=4&q=lion&sort=title&direction=asc')
  expect(screen.getByRole('link', { name: 'Export CSV' }).getAttribute('href')).toBe(
    '/api/admin/mods/export?q=lion&categoryId=4&scheduled=true',
  )

  await user.click(button('Reset'))
  await waitFor(() => expect(here()).toBe('/admin/products/all-mods?sort=title&direction=asc'))
})

test('loading more mods continues after the last row', async () => {
  store.answers[LIST] = ({ query }) =>
    query.after
      ? sentPage([sentRow(3, 'Brigand')], null, 3)
      : sentPage([sentRow(1, 'Aurelion'), sentRow(2, 'Senko')], 'there', 3)
  open()
  await user.click(await screen.findByRole('button', { name: 'Load 1 more' }))
  await waitFor(() => expect(titles()).toEqual(['Aurelion', 'Senko', 'Brigand']))
  expect(store.asked(LIST).at(-1)?.query.after).toBe('there')
})

test('invalid filters in the URL show the whole mod table', async () => {
  open('/admin/products/all-mods?state=lost&category=x&sort=color')
  await screen.findByRole('link', { name: 'Aurelion' })
  expect(store.asked(LIST)[0]?.query).toEqual({ sort: 'updated', direction: 'desc', limit: '25' })
})

test('an empty mod table offers to create a mod, and a search without matches offers to show all', async () => {
  store.answers[LIST] = () => sentPage([])
  open()
  expect((await screen.findByRole('link', { name: 'Create a mod' })).getAttribute('href')).toBe(
    '/admin/products/create',
  )
  await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Draft')
  await user.click(await screen.findByRole('button', { name: 'Show all mods' }))
  expect(await screen.findByText('No mods yet')).toBeTruthy()
})

test('a mod table that fails to load shows the request id and can be retried', async () => {
  const { [LIST]: good } = store.answers
  store.answers[LIST] = () => refuse('server.failed')
  open()
  expect((await screen.findByRole('alert')).textContent).toContain('req-7')
  if (good) store.answers[LIST] = good
  await user.click(button('Try again'))
  expect(await screen.findByRole('link', { name: 'Aurelion' })).toBeTruthy()
})

test('a bulk publish names the mods that failed with the reason and keeps them selected', async () => {
  store.answers[BULK] = () => ({ changed: [1], refused: [{ id: 2, title: 'Senko', reason: 'Add a picture.' }] })
  open()
  await choose('Aurelion', 'Senko')
  await user.click(button('Publish'))
  expect(await screen.findByText('1 of 2 mods is published.')).toBeTruthy()
  const left = screen.getByRole('list', { name: 'Not changed' })
  expect(left.textContent).toBe('Senko: Add a picture.')
  expect(store.asked(BULK).map(({ body }) => body)).toEqual([{ action: 'publish', ids: [1, 2] }])
  expect(screen.getByText('1 selected')).toBeTruthy()
  await user.click(button('Dismiss'))
  expect(screen.queryByText('1 of 2 mods is published.')).toBeNull()
})

test('archiving mods in bulk asks for confirmation', async () => {
  store.answers[BULK] = () => ({ changed: [1], refused: [] })
  open()
  await choose('Aurelion')
  await user.click(button('Archive'))
  expect(store.asked(BULK)).toEqual([])
  await user.click(await screen.findByRole('button', { name: 'Archive 1 mod' }))
  expect(await screen.findByText('1 mod is archived.')).toBeTruthy()
  expect(store.asked(BULK)[0]?.body).toEqual({ action: 'archive', ids: [1] })
})

test('a bulk discount takes whole percent, previews the price and keeps the input when it fails', async () => {
  store.answers[BULK] = () => refuse('server.busy')
  open()
  await choose('Aurelion', 'Senko')
  await user.click(button('Discount'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Discount 2 mods' }))
  const percent = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Percent off' })
  const submit = dialog.getByRole('button', { name: 'Discount' })
  await user.type(percent, '120')
  await user.click(submit)
  expect(await dialog.findByText('Enter a whole number from 1 to 95.')).toBeTruthy()
  expect(store.asked(BULK)).toEqual([])

  await user.clear(percent)
  await user.type(percent, '25%')
  expect(dialog.getByText('Aurelion: $12.50 becomes $9.38.')).toBeTruthy()
  await user.click(submit)
  expect((await dialog.findByRole('alert')).textContent).toContain('We’re handling a lot of requests')
  expect(percent.value).toBe('25%')

  store.answers[BULK] = () => ({ changed: [1, 2], refused: [] })
  await user.click(submit)
  expect(await screen.findByText('2 mods are discounted.')).toBeTruthy()
  expect(store.asked(BULK).at(-1)?.body).toEqual({
    action: 'discount',
    ids: [1, 2],
    discount: { percent: 25, startsAt: null, endsAt: null },
  })
})

test('"End sale" is offered only for mods on sale', async () => {
  store.answers[LIST] = () =>
    sentPage([
      sentRow(1, 'Aurelion'),
      sentRow(2, 'Senko', { discountPrice: 9, sale: { startsAt: null, endsAt: null } }),
    ])
  store.answers[BULK] = () => ({ changed: [1, 2], refused: [] })
  open()
  await choose('Aurelion')
  expect(screen.queryByRole('button', { name: 'End sale' })).toBeNull()
  await choose('Senko')
  await user.click(button('End sale'))
  expect(await screen.findByText('2 mods are back at the regular price.')).toBeTruthy()
})

test('duplicating a mod opens the copy', async () => {
  store.answers['POST /api/admin/mods/1/duplicate'] = () => sentMod(9)
  const { here } = open()
  await user.click(await screen.findByRole('button', { name: 'Actions for Aurelion' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Duplicate' }))
  await waitFor(() => expect(here()).toBe('/admin/products/edit/9'))
})
