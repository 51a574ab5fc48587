// Preloads the lazy modules so that no test waits for them.
import '@slipstream/contract/locker'
import '#features/locker/locker-news.tsx'
import '#features/notifications/unread-count.tsx'
import '@slipstream/contract/notifications'
import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { AuthKeeper } from '#features/auth/auth-keeper.tsx'
import { mara, open, refuse, stand } from '#testing/stand.tsx'
import { Header } from './header.tsx'

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })

const NEWS = 'GET /api/locker/news'
const UNREAD = 'GET /api/notifications/unread'

beforeEach(() => {
  localStorage.setItem('auth_token', 'abc')
  stand.answers['GET /api/site/store'] = () => Response.json({})
  stand.answers[UNREAD] = () => Response.json({ unread: 0 })
  stand.answers['POST /api/auth/logout'] = () => Response.json({ success: true, message: 'bye' })
})

const openHeader = () =>
  open(
    <>
      <AuthKeeper />
      <Header overHero={false} />
    </>,
    '/about',
  )
const account = (name: string) => screen.findByRole('button', { name })
const has = (updates: number) => {
  stand.signedInAs(mara)
  stand.answers[NEWS] = () => Response.json({ updates })
}

test('an owner sees the number of updates at the account menu and at My Purchases', async () => {
  has(2)
  openHeader()
  const button = await account('Account of mara.k (2 updates)')
  expect(within(button).getByText('2')).toBeTruthy()
  await userEvent.click(button)
  const entry = await screen.findByRole('menuitem', { name: 'My Purchases (2 updates)' })
  expect(entry.getAttribute('href')).toBe('/mod-locker')
  expect(screen.getAllByRole('menuitem', { name: /update/ })).toEqual([entry])
  expect(stand.asked(NEWS)).toHaveLength(1)
})

test('on a phone the number of updates is at the menu button and in the menu', async () => {
  has(1)
  openHeader()
  await account('Account of mara.k (1 update)')
  const menuButton = screen.getByRole('button', { name: 'Open menu' })
  expect(menuButton.parentElement?.textContent).toContain('1 update')
  await userEvent.click(menuButton)
  const sheet = await screen.findByRole('dialog', { name: 'Menu' })
  expect(within(sheet).getByRole('link', { name: 'My Purchases (1 update)' })).toBeTruthy()
})

test('the number of updates is capped', async () => {
  has(100)
  openHeader()
  expect(within(await account('Account of mara.k (100 updates)')).getByText('99+')).toBeTruthy()
})

test.each([
  ['there is no update', () => Response.json({ updates: 0 })],
  ['the request fails', () => refuse('server.busy')],
  ['the response is invalid', () => Response.json({ updates: 'many' })],
])('the header shows no number of updates when %s', async (_, answer) => {
  stand.signedInAs(mara)
  stand.answers[NEWS] = answer
  openHeader()
  await waitFor(() => expect(stand.asked(NEWS)).toHaveLength(1))
  await userEvent.click(await account('Account of mara.k'))
  expect(await screen.findByRole('menuitem', { name: 'My Purchases' })).toBeTruthy()
  expect(screen.queryByText(/update/)).toBeNull()
})

test('updates are not fetched for a signed-out visitor, and signing out removes the update count', async () => {
  const first = openHeader()
  await waitFor(() => expect(stand.asked('GET /api/auth/user').length).toBeGreaterThan(0))
  first.unmount()
  expect(stand.asked(NEWS)).toEqual([])

  has(2)
  openHeader()
  await userEvent.click(await account('Account of mara.k (2 updates)'))
  stand.answers['GET /api/auth/user'] = () => refuse('auth.required')
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Logout' }))
  await screen.findByText('elsewhere')
  expect(screen.queryByText(/update/)).toBeNull()
  expect(stand.asked(NEWS)).toHaveLength(1)
})

test('the account menu counts unread notifications instead of updates, and Profile shows their number', async () => {
  has(2)
  stand.answers[UNREAD] = () => Response.json({ unread: 3 })
  openHeader()
  const button = await account('Account of mara.k (3 unread notifications)')
  expect(within(button).getByText('3')).toBeTruthy()
  await userEvent.click(button)
  expect(await screen.findByRole('menuitem', { name: 'Profile (3 unread notifications)' })).toBeTruthy()
  expect(await screen.findByRole('menuitem', { name: 'My Purchases (2 updates)' })).toBeTruthy()
  expect(stand.asked(UNREAD)).toHaveLength(1)
})
