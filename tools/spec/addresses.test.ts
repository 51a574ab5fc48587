import { expect, test } from 'vitest'
import { addressesOf, addressesPromised, type RouteEntry } from './addresses.ts'

const routes: RouteEntry[] = [
  {
    file: 'root.tsx',
    path: '',
    children: [
      { index: true, file: 'routes/home.tsx' },
      { path: 'mods/:id', file: 'routes/not-open-yet.tsx' },
      {
        path: 'admin',
        file: 'routes/admin/layout.tsx',
        children: [
          { index: true, file: 'routes/admin/dashboard.tsx' },
          { path: 'users/banned', file: 'routes/not-open-yet.tsx' },
          { path: 'payments/stripe', file: 'routes/admin/payments.tsx' },
        ],
      },
      { path: '*', file: 'routes/not-found.tsx' },
    ],
  },
]

const source = (file: string) =>
  file.endsWith('payments.tsx') ? "import NotOpenYet from '../not-open-yet.tsx'" : 'export default () => null'

test('each screen has a full address, but layouts and the not-found page do not', () => {
  expect(addressesOf(routes, source).map(({ address }) => address)).toEqual([
    '/',
    '/mods/:id',
    '/admin',
    '/admin/users/banned',
    '/admin/payments/stripe',
  ])
})

test('an address that shows the placeholder is not open, even if a built page renders it', () => {
  const closed = addressesOf(routes, source).filter(({ isOpen }) => !isOpen)

  expect(closed.map(({ address }) => address)).toEqual(['/mods/:id', '/admin/users/banned', '/admin/payments/stripe'])
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
  ['that do not exist', 'ROUTE-22', '`/admin/faq` has no route', []],
  ['in words', 'ROUTE-23', 'Cart, locker, tickets, profile and subscription page', ['/tickets']],
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
