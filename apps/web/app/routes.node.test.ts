import type { RouteConfigEntry } from '@react-router/dev/routes'
import { matchRoutes, type RouteObject } from 'react-router'
import { expect, test } from 'vitest'
import { ADMIN_PAGES } from './admin-pages.ts'
import routes from './routes.ts'
import { ADMIN_MENU } from './shell/admin-menu.ts'

const asObjects = (entries: readonly RouteConfigEntry[]): RouteObject[] =>
  entries.map(({ path, index, id, file, children }) =>
    index ? { index, id, handle: file } : { path, id, handle: file, children: children && asObjects(children) },
  ) as RouteObject[]

const table = asObjects(routes)
const fileFor = (address: string): unknown => matchRoutes(table, address)?.at(-1)?.route.handle

test.each([
  ['/', 'routes/home.tsx'],
  ['/mods', 'routes/mods.tsx'],
  ['/mods?category=sports', 'routes/mods.tsx'],
  ['/mods/12', 'routes/mod-details.tsx'],
  ['/about', 'routes/about.tsx'],
  ['/maintenance', 'routes/maintenance.tsx'],
  ['/terms', 'routes/terms.tsx'],
  ['/privacy', 'routes/privacy.tsx'],
  ['/refund-policy', 'routes/refund-policy.tsx'],
  ['/profile', 'routes/profile.tsx'],
  ['/cart', 'routes/cart.tsx'],
  ['/checkout', 'routes/checkout.tsx'],
  ['/mod-locker', 'routes/mod-locker.tsx'],
  ['/subscribe', 'routes/subscribe.tsx'],
  ['/debug-cart', 'routes/debug-cart.tsx'],
  ['/login', 'routes/login.tsx'],
  ['/register', 'routes/register.tsx'],
  ['/admin-login', 'routes/admin-login.tsx'],
])('[ROUTE-01] %s has its own page', (address, file) => {
  expect(fileFor(address)).toBe(file)
})

test('[ROUTE-03] /contact and /tickets show the same page', () => {
  expect(fileFor('/contact')).toBe('routes/tickets.tsx')
  expect(fileFor('/tickets')).toBe('routes/tickets.tsx')
})

const adminFile = (page: string) => `routes/admin/${page}.tsx`

test.each(['terms', 'privacy', 'cookies', 'refunds'])('[ROUTE-19] /admin/legal/%s shows the legal page', (text) => {
  expect(fileFor(`/admin/legal/${text}`)).toBe(adminFile('legal'))
})

test.each([
  ['/admin/users', 'users'],
  ['/admin/users/banned', 'users'],
  ['/admin/users/tracking', 'user-tracking'],
  ['/admin/users/create', 'user-create'],
])('[ROUTE-07] %s shows the page %s', (address, page) => {
  expect(fileFor(address)).toBe(adminFile(page))
})

test.each([
  ['/admin', 'dashboard'],
  ['/admin/analytics', 'analytics'],
  ['/admin/analytics/sales', 'analytics'],
  ['/admin/analytics/users', 'analytics'],
  ['/admin/analytics/performance', 'performance'],
])('[ROUTE-06] %s shows the page %s', (address, page) => {
  expect(fileFor(address)).toBe(adminFile(page))
})

test.each([
  ['/admin/products/all-mods', 'product-list'],
  ['/admin/products/create', 'mod-create'],
  ['/admin/products/create-mod', 'mod-create'],
  ['/admin/products/edit/12', 'mod-edit'],
  ['/admin/products/featured-mods', 'featured-mods'],
  ['/admin/products/categories', 'categories'],
])('[ROUTE-08] %s shows the page %s', (address, page) => {
  expect(fileFor(address)).toBe(adminFile(page))
})

test.each([
  ['/admin/subscriptions/plans', 'subscription-plans'],
  ['/admin/subscriptions/recent', 'recent-subscriptions'],
])('[ROUTE-09] %s shows the page %s', (address, page) => {
  expect(fileFor(address)).toBe(adminFile(page))
})

test.each([
  ['/admin/mods', 'mods'],
  ['/admin/mods/featured', 'mods'],
  ['/admin/mods/categories', 'mods'],
  ['/admin/mods/reviews', 'mods'],
  ['/admin/mods/create', 'mod-create'],
])('[ROUTE-10] %s shows the page %s', (address, page) => {
  expect(fileFor(address)).toBe(adminFile(page))
})

test.each(['/admin/orders', '/admin/order-management'])('[ROUTE-11] %s shows the orders page', (address) => {
  expect(fileFor(address)).toBe(adminFile('orders'))
})

test.each(['/admin/reviews', '/admin/reviews/pending'])('[ROUTE-16] %s shows the reviews page', (address) => {
  expect(fileFor(address)).toBe(adminFile('reviews'))
})

test('[ROUTE-16] /admin/chat shows the staff chat', () => {
  expect(fileFor('/admin/chat')).toBe(adminFile('chat'))
})

test.each([
  ['/admin/team/categories', 'team-categories'],
  ['/admin/team/members', 'team-members'],
])('[ROUTE-17] %s shows the page %s', (address, page) => {
  expect(fileFor(address)).toBe(adminFile(page))
})

test.each(['/admin/communications/templates', '/admin/communications/newsletter', '/admin/communications/discord'])(
  '[ROUTE-14] %s shows the communications page',
  (address) => {
    expect(fileFor(address)).toBe(adminFile('communications'))
  },
)

test.each([
  '/admin/settings',
  '/admin/settings/appearance',
  '/admin/settings/seo',
  '/admin/settings/security',
  '/admin/settings/maintenance',
])('[ROUTE-18] %s shows the settings page', (address) => {
  expect(fileFor(address)).toBe(adminFile('settings'))
})

test.each([
  '/admin/payments/settings',
  '/admin/payments/stripe',
  '/admin/payments/subscriptions',
  '/admin/payments/webhooks',
])('[ROUTE-12] %s shows the page for payments and the database', (address) => {
  expect(fileFor(address)).toBe(adminFile('payment-settings'))
})

test.each(['/admin/database/backup', '/admin/database/cleanup', '/admin/database/logs'])(
  '[ROUTE-20] %s shows the page for payments and the database',
  (address) => {
    expect(fileFor(address)).toBe(adminFile('payment-settings'))
  },
)

test.each([
  ['/admin/support', 'support'],
  ['/admin/support/tickets', 'tickets'],
])('[ROUTE-15] %s shows the page %s', (address, page) => {
  expect(fileFor(address)).toBe(adminFile(page))
})

test('[ROUTE-16] /admin/tickets shows the ticket panel', () => {
  expect(fileFor('/admin/tickets')).toBe(adminFile('tickets'))
})

test('[ROUTE-13] /admin/notifications shows the notifications page', () => {
  expect(fileFor('/admin/notifications')).toBe(adminFile('notifications'))
})

const layoutsOf = (address: string) =>
  matchRoutes(table, address)
    ?.map(({ route }) => String(route.handle))
    .filter((file) => file.endsWith('-layout.tsx'))

const adminAddresses = Object.values(ADMIN_PAGES)
  .flat()
  .map((path) => (path === '' ? '/admin' : `/admin/${path.replace(':id', '12')}`))

test.each(adminAddresses)('[GATE-01] %s is behind the admin gate, outside the store layout', (address) => {
  expect(layoutsOf(address)).toEqual(['routes/admin-layout.tsx'])
})

test('[ROUTE-21] /admin/developer shows the developer dashboard', () => {
  expect(fileFor('/admin/developer')).toBe(adminFile('developer'))
})

test('[GATE-02] [ROUTE-21] only the developer page is behind the developer gate', () => {
  expect(layoutsOf('/admin/developer')).toEqual(['routes/developer-layout.tsx'])
  for (const address of ['/', '/admin-login', '/profile', '/tickets']) {
    expect(layoutsOf(address)).toEqual(['routes/store-layout.tsx'])
  }
})

test.each(['/nowhere', '/mods/12/more', '/administration', '/profile.css'])(
  '[ROUTE-05] the path %s shows the not-found page',
  (address) => {
    expect(fileFor(address)).toBe('routes/not-found.tsx')
  },
)

test.each(['/admin/nowhere', '/admin/products/edit/12/more', '/admin/developer/more'])(
  '[ROUTE-05] the path %s shows the not-found page of the admin area, in its layout',
  (address) => {
    expect(fileFor(address)).toBe(adminFile('not-found'))
    expect(layoutsOf(address)).toEqual(['routes/admin-layout.tsx'])
  },
)

test.each(['/admin/support/analytics', '/admin/support/faq'])(
  '[ROUTE-22] the menu item %s leads to the not-found page',
  (address) => {
    const items = ADMIN_MENU.flatMap(({ items: own }) => own)
    expect(items.map(({ to }) => to)).toContain(address)
    expect(fileFor(address)).toBe(adminFile('not-found'))
  },
)
