import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { admin, open, stand } from '#testing/stand.tsx'
import { ADMIN_PAGES } from '../admin-pages.ts'
import { ADMIN_MENU, type AdminMenuItem } from './admin-menu.ts'
import { AdminShell } from './admin-shell.tsx'
import { MaintenanceGate } from './maintenance-gate.tsx'

vi.setConfig({ testTimeout: 30_000 })

const developer = { ...admin, isDeveloper: true }

beforeEach(() => {
  stand.signedInAs(admin)
  stand.answers['GET /api/site/store'] = () => Response.json({ storeName: 'Slipstream', isDemo: false })
})

const enter = async (address = '/admin') => {
  const view = open(<AdminShell>the page</AdminShell>, address)
  await screen.findByText('the page')
  return view
}
const sidebar = () => screen.getByLabelText('Admin sidebar')
const menu = () => screen.getByLabelText('Admin')
// Queries by text: queries by role take seconds in a menu of this size.
const group = (name: string) => within(menu()).getByText(name, { selector: 'button *' }).closest('button')!
const link = (name: string) => within(menu()).queryByText(name, { selector: 'a *' })?.closest('a')
const isOpen = (name: string) => group(name).getAttribute('aria-expanded') === 'true'
const current = () => menu().querySelector('[aria-current=page]')?.textContent

test('[SIDE-02] the sidebar has the specified groups and items in order, and each links to its page', async () => {
  await enter()
  for (const closed of menu().querySelectorAll('button[aria-expanded=false]')) fireEvent.click(closed)
  const links = (part: Element) =>
    [...part.querySelectorAll('a')].map((each) => [each.textContent, each.getAttribute('href')])
  const entries = [...menu().querySelectorAll(':scope > ul > li')].map((entry) => [
    entry.firstElementChild?.textContent,
    links(entry),
  ])
  expect(entries).toEqual([
    ['Dashboard', [['Dashboard', '/admin']]],
    [
      'Analytics',
      [
        ['Overview', '/admin/analytics'],
        ['Sales Report', '/admin/analytics/sales'],
        ['User Analytics', '/admin/analytics/users'],
        ['Performance', '/admin/analytics/performance'],
      ],
    ],
    [
      'User Management',
      [
        ['All Users', '/admin/users'],
        ['Create User', '/admin/users/create'],
        ['Banned Users', '/admin/users/banned'],
      ],
    ],
    [
      'Product Management',
      [
        ['All Mods', '/admin/products/all-mods'],
        ['Create Mod', '/admin/products/create'],
        ['Featured Mods', '/admin/products/featured-mods'],
        ['Categories', '/admin/products/categories'],
      ],
    ],
    [
      'Subscriptions',
      [
        ['Plans', '/admin/subscriptions/plans'],
        ['Recent', '/admin/subscriptions/recent'],
      ],
    ],
    ['Order Management', [['Order Management', '/admin/orders']]],
    [
      'Support Management',
      [
        ['Admin Chat', '/admin/chat'],
        ['Support Tickets', '/admin/support/tickets'],
        ['Ticket Panel', '/admin/tickets'],
        ['Support Analyticssoon', '/admin/support/analytics'],
        ['FAQ Managementsoon', '/admin/support/faq'],
        ['Reviews', '/admin/reviews'],
      ],
    ],
    [
      'Team',
      [
        ['Categories', '/admin/team/categories'],
        ['Members', '/admin/team/members'],
      ],
    ],
    [
      'Legal & Policies',
      [
        ['Terms of Service', '/admin/legal/terms'],
        ['Privacy Policy', '/admin/legal/privacy'],
        ['Cookie Policy', '/admin/legal/cookies'],
        ['Refund Policy', '/admin/legal/refunds'],
      ],
    ],
    [
      'Database',
      [
        ['Backup', '/admin/database/backup'],
        ['Cleanup', '/admin/database/cleanup'],
        ['Logs', '/admin/database/logs'],
      ],
    ],
  ])
})

test('every sidebar item without "soon" leads to an admin page, and the others to none', () => {
  const pages = new Set(Object.values<readonly string[]>(ADMIN_PAGES).flat())
  const items = ADMIN_MENU.flatMap(({ to, items: own }): readonly AdminMenuItem[] => (to ? [{ label: '', to }] : own))
  for (const { to, isSoon = false } of items) expect(pages.has(to.replace(/^\/admin\/?/, '')), to).toBe(!isSoon)
})

test('[SIDE-01] the Dashboard group is open at first, and the others expand and collapse', async () => {
  await enter()
  expect(isOpen('Dashboard')).toBe(true)
  expect(isOpen('Analytics')).toBe(false)
  fireEvent.click(group('Analytics'))
  expect(link('Sales Report')).toBeTruthy()
  fireEvent.click(group('Analytics'))
  expect(link('Sales Report')).toBeUndefined()
  fireEvent.click(group('Dashboard'))
  expect(isOpen('Dashboard')).toBe(false)
})

test('the group of the current page is open, and the page is marked in it', async () => {
  await enter('/admin/products/all-mods')
  expect(isOpen('Product Management')).toBe(true)
  expect(current()).toBe('All Mods')
})

test.each(['/admin/orders', '/admin/order-management'])('%s marks Order Management in the sidebar', async (at) => {
  await enter(at)
  expect(current()).toBe('Order Management')
})

test('a page that is not in the sidebar opens its group', async () => {
  await enter('/admin/products/edit/12')
  expect(isOpen('Product Management')).toBe(true)
  expect(current()).toBeUndefined()
})

test('[SIDE-05] sidebar items carry the names of their permissions', async () => {
  await enter('/admin/analytics/sales')
  const needed = (name: string) => link(name)?.dataset.permission
  expect(needed('Dashboard')).toBe('view_dashboard')
  for (const name of ['Overview', 'Sales Report', 'User Analytics', 'Performance']) {
    expect(needed(name)).toBe('view_analytics')
  }
})

test('[SIDE-01] a collapsed sidebar is remembered in the browser, and its group icons expand it', async () => {
  const { unmount } = await enter()
  fireEvent.click(screen.getByLabelText('Collapse sidebar'))
  expect(link('Dashboard')).toBeUndefined()
  unmount()

  await enter()
  expect(screen.getByLabelText('Expand sidebar')).toBeTruthy()
  fireEvent.click(group('Team'))
  expect(screen.getByLabelText('Collapse sidebar')).toBeTruthy()
  expect(link('Members')).toBeTruthy()
})

test('[SIDE-03] the sidebar shows the user and View Site, and no Developer Panel for an admin who is not the developer', async () => {
  await enter()
  expect(sidebar().textContent).toContain('idris')
  expect(sidebar().textContent).toContain('mara@example.com')
  expect(within(sidebar()).getByText('View Site').closest('a')?.getAttribute('href')).toBe('/')
  expect(within(sidebar()).queryByText('Developer Panel')).toBeNull()
})

test('the sidebar links to the settings for every admin', async () => {
  await enter()
  expect(within(sidebar()).getByText('Settings').closest('a')?.getAttribute('href')).toBe('/admin/settings')
})

test('[SIDE-03] the developer sees the Developer Panel link', async () => {
  stand.signedInAs(developer)
  await enter()
  const panel = within(sidebar()).getByText('Developer Panel').closest('a')
  expect(panel?.getAttribute('href')).toBe('/admin/developer')
})

const openRequests = (number: number) => {
  stand.answers['GET /api/admin/settings'] = () => Response.json({ maintenanceMode: false, openRequests: number })
  open(
    <MaintenanceGate>
      <AdminShell>the page</AdminShell>
    </MaintenanceGate>,
    '/admin',
  )
}
const asked = () => stand.asked('GET /api/admin/settings')

test('Order Management shows the number of open requests and links to them', async () => {
  openRequests(3)
  const count = await within(await screen.findByLabelText('Admin')).findByLabelText('3 open requests')
  expect(count.textContent).toBe('3')
  expect(count.getAttribute('href')).toBe('/admin/orders?requested=true')
  expect(count.closest('li')?.firstElementChild?.textContent).toBe('Order Management')

  fireEvent.click(screen.getByLabelText('Collapse sidebar'))
  expect(within(menu()).getByLabelText('3 open requests').getAttribute('href')).toBe('/admin/orders?requested=true')
  fireEvent.click(screen.getByLabelText('Expand sidebar'))

  fireEvent.click(screen.getByLabelText('Open Menu'))
  const drawer = within(await screen.findByRole('dialog'))
  fireEvent.click(drawer.getByLabelText('3 open requests'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(asked()).toHaveLength(1)
})

test.each([
  [1, '1 open request', '1'],
  [120, '120 open requests', '99+'],
])('%i open requests are labeled "%s" and shown as %s', async (number, name, shown) => {
  openRequests(number)
  expect((await screen.findByLabelText(name)).textContent).toBe(shown)
})

test('Order Management shows no count without open requests', async () => {
  openRequests(0)
  await waitFor(() => expect(asked()).toHaveLength(1))
  await screen.findByText('the page')
  expect(screen.queryByLabelText(/open request/)).toBeNull()
})

test('[SIDE-02] the sidebar counts waiting items beside each label and shows their sum on a closed group', async () => {
  const counts = { disputes: 2, notReadyMods: 0, lateTickets: 3, reviews: 1, failedMails: 1, failedJobs: 0 }
  stand.answers['GET /api/admin/dashboard/waiting'] = () => Response.json(counts)
  openRequests(1)
  const orders = await screen.findByLabelText('3 waiting: 1 open request, 2 disputes to answer')
  expect([orders.textContent, orders.getAttribute('href')]).toEqual(['3', '/admin/orders?requested=true'])
  const rowOf = (name: string) => group(name).closest('li')
  expect(rowOf('Support Management')?.textContent).toBe(
    'Support Management44 waiting: 3 late tickets, 1 review to read',
  )
  expect(group('Support Management').textContent).toBe('Support Management')
  expect(rowOf('Product Management')?.textContent).toBe('Product Management')
  expect(rowOf('Database')?.textContent).toBe('Database11 failed mail')

  fireEvent.click(group('Support Management'))
  expect(rowOf('Support Management')?.textContent).not.toContain('3 late tickets, 1 review to read')
  const tickets = within(menu()).getByLabelText('3 late tickets')
  expect(tickets.getAttribute('href')).toBe('/admin/support/tickets?late=true')
  expect(link('Support Tickets')?.textContent).toBe('Support Tickets')
})
