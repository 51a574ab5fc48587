import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '@slipstream/contract/default-settings'
import { AuthKeeper } from '#features/auth/auth-keeper.tsx'
import { admin, lastToast, mara, open, stand } from '#testing/stand.tsx'
import { Header } from './header.tsx'

const openHeader = () =>
  open(
    <>
      <AuthKeeper />
      <Header overHero={false} />
    </>,
    '/about',
  )
const account = (name: string) => screen.findByRole('button', { name: `Account of ${name}` })
const entries = (list: HTMLElement, role: string) =>
  within(list)
    .getAllByRole(role)
    .map((each) => `${each.textContent} ${each.getAttribute('href') ?? ''}`.trim())

beforeEach(() => {
  localStorage.setItem('auth_token', 'abc')
  stand.answers['GET /api/site/store'] = () => Response.json({})
  stand.answers['POST /api/auth/logout'] = () => Response.json({ success: true, message: 'bye' })
})

test('[HEAD-02] a signed-out visitor sees Login, a user sees the avatar', async () => {
  const first = openHeader()
  const login = screen.getByRole('link', { name: 'Login' })
  expect(login.getAttribute('href')).toBe('/login')
  await waitFor(() => expect(stand.asked('GET /api/auth/user').length).toBeGreaterThan(0))
  expect(screen.getByRole('link', { name: 'Login' })).toBeTruthy()
  first.unmount()

  stand.signedInAs(mara)
  openHeader()
  expect(within(await account('mara.k')).getByText('MK')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Login' })).toBeNull()
})

test('[HEAD-02] the header has the logo, the main links, the tickets and the cart', () => {
  openHeader()
  expect(screen.getByRole('link', { name: 'Slipstream' }).getAttribute('href')).toBe('/')
  expect(entries(screen.getByRole('navigation', { name: 'Main' }), 'link')).toEqual([
    'Home /',
    'Mods /mods',
    'Subscription /subscribe',
    'About /about',
    'Support /contact',
  ])
  expect(screen.getByRole('link', { name: 'Support Tickets' }).getAttribute('href')).toBe('/tickets')
  expect(screen.getByRole('link', { name: 'Cart' }).getAttribute('href')).toBe('/cart')
})

test('the header of a store with demo data says so', async () => {
  stand.answers['GET /api/site/store'] = () =>
    Response.json({ ...DEFAULT_SETTINGS, givesDiscordRole: false, isDemo: true })
  openHeader()
  expect(await screen.findByText('Demo store')).toBeTruthy()
})

test('[HEAD-03] [HEAD-04] a customer sees the specified account menu', async () => {
  stand.signedInAs(mara)
  openHeader()
  await userEvent.click(await account('mara.k'))
  const menu = await screen.findByRole('menu')
  expect(within(menu).getByText('mara.k')).toBeTruthy()
  expect(entries(menu, 'menuitem')).toEqual([
    'Profile /profile',
    'My Purchases /mod-locker',
    'Support Tickets /tickets',
    'Get Subscription /subscribe',
    'Logout',
  ])
})

test('[HEAD-03] [HEAD-04] a premium admin sees the specified account menu', async () => {
  stand.signedInAs({ ...admin, isPremium: true, premiumExpiresAt: new Date(Date.now() + 60_000).toISOString() })
  openHeader()
  await userEvent.click(await account('idris'))
  expect(entries(await screen.findByRole('menu'), 'menuitem')).toEqual([
    'Profile /profile',
    'My Purchases /mod-locker',
    'Support Tickets /tickets',
    'Subscription Status /subscribe',
    'Admin Dashboard /admin',
    'Logout',
  ])
})

test('[HEAD-04] a user whose premium has expired is offered a subscription', async () => {
  stand.signedInAs({ ...mara, isPremium: true, premiumExpiresAt: new Date(Date.now() - 1_000).toISOString() })
  openHeader()
  await userEvent.click(await account('mara.k'))
  expect(await screen.findByRole('menuitem', { name: 'Get Subscription' })).toBeTruthy()
})

test('the account menu works by keyboard and returns the focus', async () => {
  stand.signedInAs(mara)
  const { where } = openHeader()
  ;(await account('mara.k')).focus()
  await userEvent.keyboard('{Enter}')
  await screen.findByRole('menu')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  await waitFor(async () => expect(document.activeElement).toBe(await account('mara.k')))
  await userEvent.keyboard('{Enter}')
  await screen.findByRole('menu')
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await waitFor(() => expect(where()).toBe('/mod-locker'))
})

test('[HEAD-03] [AUTH-06] Logout in the menu signs out', async () => {
  stand.signedInAs(mara)
  const { where } = openHeader()
  await userEvent.click(await account('mara.k'))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Logout' }))
  await screen.findByText('elsewhere')
  expect(where()).toBe('/')
  expect(lastToast()).toBe('Logged out / You have been successfully logged out.')
})

test('[HEAD-05] on a phone the menu sheet holds the user’s name, e-mail, the main and account links and Logout', async () => {
  stand.signedInAs(admin)
  openHeader()
  await account('idris')
  await userEvent.click(screen.getByRole('button', { name: 'Open menu' }))
  const sheet = await screen.findByRole('dialog', { name: 'Menu' })
  expect(within(sheet).getByText('idris')).toBeTruthy()
  expect(within(sheet).getByText('mara@example.com')).toBeTruthy()
  expect(entries(sheet, 'link')).toEqual([
    'Home /',
    'Mods /mods',
    'Subscription /subscribe',
    'About /about',
    'Support /contact',
    'Cart /cart',
    'Profile /profile',
    'My Purchases /mod-locker',
    'Support Tickets /tickets',
    'Get Subscription /subscribe',
    'Admin Dashboard /admin',
  ])
  await userEvent.click(within(sheet).getByRole('button', { name: 'Logout' }))
  await waitFor(() => expect(lastToast()).toBe('Logged out / You have been successfully logged out.'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(localStorage.getItem('auth_token')).toBeNull()
})

test('[HEAD-05] the menu sheet of a signed-out visitor ends with Login', async () => {
  openHeader()
  await userEvent.click(screen.getByRole('button', { name: 'Open menu' }))
  const sheet = await screen.findByRole('dialog', { name: 'Menu' })
  expect(entries(sheet, 'link')).toEqual([
    'Home /',
    'Mods /mods',
    'Subscription /subscribe',
    'About /about',
    'Support /contact',
    'Cart /cart',
    'Support Tickets /tickets',
    'Login /login',
  ])
  expect(within(sheet).queryByRole('button', { name: 'Logout' })).toBeNull()
})
