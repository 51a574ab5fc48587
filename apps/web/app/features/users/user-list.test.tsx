// Preloads the lazy modules so that no test waits for them.
import '@slipstream/contract/users-admin'
import { configure, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { pretendStore, refuse, showAt } from '#testing/pretend-store.tsx'
import { sentUserRow } from './testing/example-user.ts'
import { UserList } from './user-list.tsx'

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })

const LIST = 'GET /api/admin/users'
const FIGURES = 'GET /api/admin/users/figures'
const user = userEvent.setup({ delay: null })
const one = { count: 1, orMore: false }

let store: ReturnType<typeof pretendStore>
beforeEach(() => {
  store = pretendStore({
    [LIST]: () => ({ items: [sentUserRow()], next: null }),
    [FIGURES]: () => ({
      all: { count: 100_000, orMore: true },
      newThisWeek: { count: 12, orMore: false },
      admins: one,
      premium: one,
      banned: one,
    }),
  })
})

const open = (address = '/admin/users', only?: 'banned') => showAt(address, <UserList {...(only && { only })} />)

test('[ROUTE-07] every account shows its address, Discord name, orders and what it spent', async () => {
  open('/admin/users?q=silent')
  const row = (await screen.findByRole('rowheader')).closest('tr')
  for (const fact of ['silentlynx@customer.example', 'Discord silent.lynx', 'Customer', '9', '$137.41']) {
    expect(row?.textContent).toContain(fact)
  }
  expect(screen.getByRole('link', { name: 'silentlynx' }).getAttribute('href')).toBe('/admin/users?q=silent&user=12')
  expect(await screen.findByText('100,000+')).toBeTruthy()
})

test('an account that is banned, an administrator and a Premium member shows all three', async () => {
  const ban = { at: '2026-11-01T10:00:00.000Z', endsAt: '2027-01-01T10:00:00.000Z', reason: 'Shared mods' }
  store.answers[LIST] = () => ({
    items: [sentUserRow({ ban, isAdmin: true, premiumExpiresAt: '2027-03-03T10:00:00.000Z' })],
    next: null,
  })
  open()
  const row = (await screen.findByRole('rowheader')).closest('tr')
  for (const word of ['Banned for a time', 'Administrator', 'Premium']) expect(row?.textContent).toContain(word)
})

test('search, filters and order are in the URL and apply to the export too', async () => {
  const { here } = open()
  await screen.findByRole('rowheader')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Role' }), 'Administrators')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Bans' }), 'Not banned')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Premium' }), 'With Premium')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Purchases' }), 'Never bought')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Order' }), 'By name')
  await user.type(screen.getByRole('searchbox', { name: 'Search users' }), 'lynx{Enter}')
  const asked = { q: 'lynx', role: 'admin', banned: 'false', premium: 'true', bought: 'false', sort: 'name' }
  await waitFor(() => expect(store.asked(LIST).at(-1)?.query).toEqual(asked))
  expect(here()).toBe('/admin/users?role=admin&banned=false&premium=true&bought=false&sort=name&q=lynx')
  expect(screen.getByRole('link', { name: 'Export CSV' }).getAttribute('href')).toBe(
    `/api/admin/users/export?${new URLSearchParams(asked).toString()}`,
  )
})

test('invalid filters in the URL show all accounts', async () => {
  open('/admin/users?role=owner&banned=maybe&premium=no&bought=1&sort=spent')
  await screen.findByRole('rowheader')
  expect(store.asked(LIST)[0]?.query).toEqual({})
})

test('the banned page lists only banned accounts and has no filter for bans', async () => {
  store.answers[LIST] = () => ({ items: [], next: null })
  open('/admin/users/banned?banned=false', 'banned')
  expect(await screen.findByText('Nobody is banned')).toBeTruthy()
  expect(store.asked(LIST)[0]?.query).toEqual({ banned: 'true' })
  expect(screen.queryByRole('combobox', { name: 'Bans' })).toBeNull()
  expect(store.asked(FIGURES)).toEqual([])
})

test('a search without results offers all accounts, and a failed list can be retried', async () => {
  store.answers[LIST] = ({ query }) => (query.q ? { items: [], next: null } : refuse('server.failed'))
  const { here } = open('/admin/users?q=nobody')
  await user.click(await screen.findByRole('button', { name: 'Show all accounts' }))
  expect(await screen.findByText('The accounts could not be loaded.')).toBeTruthy()
  expect(here()).toBe('/admin/users')
  store.answers[LIST] = () => ({ items: [sentUserRow()], next: null })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('rowheader')).toBeTruthy()
})
