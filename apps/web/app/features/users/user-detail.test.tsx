// Preloads the lazy modules so that no test waits for them.
import '@slipstream/contract/users-admin'
import { cleanup, configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { pretendStore, refuse, showAt } from '#testing/pretend-store.tsx'
import { sentEvent, sentUser } from './testing/example-user.ts'
import { UserPage } from './user-detail.tsx'

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })

const USER = '/api/admin/users/12'
const user = userEvent.setup({ delay: null })
const DONE = { success: true, message: 'Done.' }

let store: ReturnType<typeof pretendStore>
beforeEach(() => {
  store = pretendStore({
    [`GET ${USER}`]: () => sentUser(),
    [`GET ${USER}/timeline`]: ({ query }) =>
      query.after
        ? {
            items: [sentEvent('joined 12', { kind: 'joined', what: '', about: '', link: null, amountCents: null })],
            next: null,
          }
        : { items: [sentEvent('order 7')], next: 'more' },
    [`POST ${USER}/ban`]: () => DONE,
    [`POST ${USER}/notes`]: () => ({ id: 10, by: 'maren', body: 'New', at: '2026-11-04T10:00:00.000Z' }),
  })
})

const open = (address = '/admin/users?role=customer&user=12', guard = <T,>(act: () => Promise<T>) => act()) =>
  showAt(address, <UserPage id={12} guard={guard} orderStatus={(status) => status} gift={() => null} />)
const button = (name: string) => screen.findByRole('button', { name })
const dialog = async (name: string | RegExp) => within(await screen.findByRole('dialog', { name }))

test('[ROUTE-07] an account shows its figures, orders, mods, devices and notes, and links back to the filtered list', async () => {
  open()
  expect(await screen.findByRole('heading', { level: 1, name: 'silentlynx' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'All Users' }).getAttribute('href')).toBe('/admin/users?role=customer')
  expect(screen.getByText('9 orders, average $15.27')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'SL-2026-002287' }).getAttribute('href')).toBe(
    '/admin/orders?order=SL-2026-002287',
  )
  for (const text of [
    'Refund requested',
    'Merle Wayfarer',
    'Firefox on Windows',
    'Sends useful logs.',
    '2 open tickets',
  ]) {
    expect(screen.getByText(text)).toBeTruthy()
  }
})

test('the account timeline loads more on demand', async () => {
  open()
  const timeline = within(await screen.findByRole('list', { name: 'Timeline' }))
  await waitFor(() => expect(timeline.getAllByRole('listitem')).toHaveLength(1))
  expect(timeline.getByRole('listitem').textContent).toContain('Ordered SL-2026-002287, $12.99, paid')
  await user.click(await button('Load 30 more'))
  await waitFor(() => expect(timeline.getAllByRole('listitem')).toHaveLength(2))
  expect(store.asked(`GET ${USER}/timeline`).at(-1)?.query).toEqual({ after: 'more' })
})

test('a ban needs a reason, and a temporary ban needs an end', async () => {
  open()
  await user.click(await button('Ban silentlynx…'))
  const form = await dialog('Ban silentlynx')
  await user.click(form.getByRole('button', { name: 'Ban silentlynx' }))
  expect(await form.findByText('Enter a reason.')).toBeTruthy()
  await user.type(form.getByLabelText('Reason'), 'Shared mods')
  await user.selectOptions(form.getByLabelText('How long'), 'Until a date')
  await user.click(form.getByRole('button', { name: 'Ban silentlynx' }))
  expect(await form.findByText('Choose a day and a time.')).toBeTruthy()
  await user.selectOptions(form.getByLabelText('How long'), 'No end')
  await user.click(form.getByRole('button', { name: 'Ban silentlynx' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(store.asked(`POST ${USER}/ban`)[0]?.body).toEqual({ reason: 'Shared mods', endsAt: null })
})

test('a refused move of purchases shows the reason and keeps the input', async () => {
  store.answers[`POST ${USER}/move-purchases`] = () => refuse('users.owned_twice')
  open()
  await user.click(await button('Move purchases…'))
  const form = await dialog(/^Move the purchases/)
  await user.type(form.getByLabelText('Username of the other account'), 'loudlynx')
  await user.type(form.getByLabelText('Reason'), 'Wrong account')
  await user.click(form.getByRole('button', { name: 'Move purchases' }))
  expect(await form.findByText(/^Both accounts own at least one/)).toBeTruthy()
  expect(form.getByLabelText<HTMLInputElement>('Username of the other account').value).toBe('loudlynx')
})

test('a role change without reauthentication is not sent and leaves the dialog open', async () => {
  open(undefined, async () => null as never)
  await user.click(await button('Make administrator…'))
  const form = await dialog(/^Make silentlynx/)
  await user.click(form.getByRole('button', { name: 'Make administrator' }))
  expect(form.getByRole('button', { name: 'Make administrator' })).toBeTruthy()
  expect(store.asked(`POST ${USER}/role`)).toEqual([])
})

test('erasing an account requires its exact username', async () => {
  open()
  await user.click(await button('Erase this account…'))
  const form = await dialog(/^Erase silentlynx/)
  await user.type(form.getByLabelText('Type the username to confirm'), 'SilentLynx')
  await user.type(form.getByLabelText('How they asked'), 'By ticket')
  await user.click(form.getByRole('button', { name: 'Erase for good' }))
  expect(await form.findByText('Type it exactly: silentlynx')).toBeTruthy()
  expect(store.asked(`POST ${USER}/erase`)).toEqual([])
})

test('administrators cannot ban, demote or erase themselves or the developer', async () => {
  for (const changes of [{ isYou: true }, { isDeveloper: true }]) {
    store.answers[`GET ${USER}`] = () => sentUser({ isAdmin: true, ...changes })
    open()
    await button('Export their data…')
    for (const name of [/^Ban /, /admin role/, /^Erase/]) expect(screen.queryByRole('button', { name })).toBeNull()
    cleanup()
  }
})

test('an account that does not exist leads back to the list, and one that fails to load can be retried', async () => {
  store.answers[`GET ${USER}`] = () => refuse('server.failed')
  open()
  expect(await screen.findByText('This account could not be loaded.')).toBeTruthy()
  store.answers[`GET ${USER}`] = () => refuse('users.not_found')
  await user.click(await button('Try again'))
  expect(await screen.findByText('Account not found')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Show all accounts' }).getAttribute('href')).toBe(
    '/admin/users?role=customer',
  )
})
