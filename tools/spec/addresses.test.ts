import { expect, test } from 'vitest'
import { addressesOf, isOpen, type RouteEntry } from './addresses.ts'

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
        ],
      },
      { path: '*', file: 'routes/not-found.tsx' },
    ],
  },
]

test('each screen has its whole address; layouts and the not-found page have none', () => {
  expect(addressesOf(routes).map(({ address }) => address)).toEqual(['/', '/mods/:id', '/admin', '/admin/users/banned'])
})

test('an address answered by the not-open-yet page is not open', () => {
  const closed = addressesOf(routes).filter((address) => !isOpen(address))

  expect(closed.map(({ address }) => address)).toEqual(['/mods/:id', '/admin/users/banned'])
})
