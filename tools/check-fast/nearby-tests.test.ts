import { expect, test } from 'vitest'
import { nearbyTests } from './nearby-tests.ts'

const TESTS = [
  { path: 'apps/server/src/access-matrix.test.ts', source: '' },
  { path: 'apps/server/src/declared-errors.test.ts', source: '' },
  { path: 'apps/server/src/mass-assignment.test.ts', source: '' },
  { path: 'apps/server/src/features/orders/orders.test.ts', source: '' },
  { path: 'apps/server/src/features/orders/killed.test.ts', source: "import { x } from './pay.ts'" },
  {
    path: 'apps/server/src/features/team/team.test.ts',
    source: "import { openTestStore } from '#testing/test-store.ts'",
  },
  { path: 'apps/server/src/lib/csv.test.ts', source: "import { csv } from './csv.ts'" },
  { path: 'apps/server/src/openapi.test.ts', source: "import { document } from './openapi.ts'" },
  { path: 'apps/web/app/features/orders/order-list.test.tsx', source: "import { csv } from '#lib/csv.ts'" },
  { path: 'apps/web/app/profile-page.test.tsx', source: "const page = await import('./routes/profile.tsx')" },
  { path: 'packages/contract/src/money.test.ts', source: "import { formatUsd } from './money.ts'" },
]
const near = (...changed: string[]) => nearbyTests(changed, TESTS)

test('a change in a feature runs the tests of that feature in both apps, but not those that kill processes', () => {
  const tests = ['apps/server/src/features/orders/orders.test.ts', 'apps/web/app/features/orders/order-list.test.tsx']
  expect(near('apps/server/src/features/orders/pay.ts')).toEqual(tests)
  expect(near('apps/web/app/features/orders/order-list.tsx')).toEqual(tests)
  expect(near('packages/db/src/tables/orders.ts')).toEqual(tests)
})

test('a change in the contract runs the tests of the feature it is named after and compares the API document', () => {
  expect(near('packages/contract/src/orders-admin.ts')).toEqual([
    'apps/server/src/features/orders/orders.test.ts',
    'apps/server/src/openapi.test.ts',
    'apps/web/app/features/orders/order-list.test.tsx',
  ])
  expect(near('packages/contract/src/money.ts')).toEqual([
    'apps/server/src/openapi.test.ts',
    'packages/contract/src/money.test.ts',
  ])
})

test('a change outside the features runs the tests of the same package that import the changed file', () => {
  expect(near('apps/server/src/lib/csv.ts')).toEqual(['apps/server/src/lib/csv.test.ts'])
  expect(near('apps/web/app/lib/csv.ts')).toEqual(['apps/web/app/features/orders/order-list.test.tsx'])
  expect(near('apps/web/app/routes/profile.tsx')).toEqual(['apps/web/app/profile-page.test.tsx'])
})

test('a changed test runs, even a slow one', () => {
  expect(near('apps/server/src/features/orders/killed.test.ts')).toEqual([
    'apps/server/src/features/orders/killed.test.ts',
  ])
})

test('a change in the lists of endpoints runs the tests that walk all endpoints', () => {
  const walks = ['access-matrix', 'declared-errors', 'mass-assignment'].map((name) => `apps/server/src/${name}.test.ts`)
  for (const list of ['access-matrix', 'matrix-things', 'matrix-people']) {
    expect(near(`apps/server/src/testing/${list}.ts`)).toEqual(walks)
  }
})

test('a change in test support does not run every test', () => {
  expect(near('apps/server/src/testing/test-store.ts')).toEqual([])
})
