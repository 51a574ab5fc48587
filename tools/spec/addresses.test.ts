import { expect, test } from 'vitest'
import { addressesOf, addressesPromised, type RouteEntry } from './addresses.ts'

const routes: RouteEntry[] = [
  {
    path: '',
    children: [
      { index: true },
      { path: 'mods/:id' },
      {
        path: 'admin',
        children: [{ index: true }, { path: 'users/banned' }, { path: 'payments/stripe' }],
      },
      { path: '*' },
    ],
  },
]

test('each screen has a full address, but layouts and the not-found page do not', () => {
  expect(addressesOf(routes)).toEqual(['/', '/mods/:id', '/admin', '/admin/users/banned', '/admin/payments/stripe'])
})

test.each([
  ['in full', 'ROUTE-01', 'Public: `/`, `/mods/{id}`', ['/', '/mods/:id']],
  ['with a query', 'ROUTE-02', '`/mods?category=sports` filters', ['/mods']],
  [
    'by their last segments',
    'ROUTE-12',
    '`/admin/pay/settings`, `/stripe` and `/hooks` under `/admin`',
    ['/admin/pay/settings', '/admin/pay/stripe', '/admin/pay/hooks'],
  ],
  ['as a part of the store', 'ROUTE-05', 'Any other path, also below `/admin`', []],
  ['on purpose without a page', 'ROUTE-22', '`/admin/faq` has no route', []],
  ['without a page by mistake', 'ROUTE-06', '`/admin/faq`', ['/admin/faq']],
  ['in words', 'ROUTE-23', 'All pages of a customer', ['/cart', '/mod-locker', '/tickets', '/profile', '/subscribe']],
])('a row promises addresses: %s', (_, id, statement, promised) => {
  const known = new Set([
    '/',
    '/mods',
    '/mods/:id',
    '/admin',
    '/admin/pay/settings',
    '/admin/pay/stripe',
    '/admin/pay/hooks',
    '/stripe-is-not-this',
    '/tickets',
  ])
  expect(addressesPromised({ id, statement }, known)).toEqual(promised)
})
