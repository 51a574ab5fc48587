import { expect, test } from 'vitest'
import { proofOf } from './proof.ts'
import { readRows } from './rows.ts'

const rows = readRows(`
| CART-01 | Title 'Shopping Cart'; subtitle 'Your cart is empty' |
| CART-02 | While loading 'Loading cart...' |
| GATE-03 | Says "We'll be back soon!" |
`)

test('a row with a test that carries its id is proven and counted in its group', () => {
  const proof = proofOf(rows, [{ path: 'cart.test.ts', source: "test('[CART-01] the panel', () => {})" }])

  expect(proof.groups).toEqual([
    { group: 'CART', proven: 1, rows: 2 },
    { group: 'GATE', proven: 0, rows: 1 },
  ])
  expect(proof.unproven.map((row) => row.id)).toEqual(['CART-02', 'GATE-03'])
})

test('a quoted text counts only in a test file that names the row', () => {
  const proof = proofOf(rows, [
    { path: 'panel.test.tsx', source: "test('[CART-01] title', () => { see('Shopping Cart') })" },
    { path: 'other.test.tsx', source: "test('[CART-02] loading', () => { see('Your cart is empty') })" },
  ])

  expect(proof.unquoted).toEqual([
    { id: 'CART-01', text: 'Your cart is empty' },
    { id: 'CART-02', text: 'Loading cart...' },
  ])
})

test('the quoted texts of a row may be spread over several test files with its id', () => {
  const proof = proofOf(rows, [
    { path: 'a.test.tsx', source: "test('[CART-01] title', () => { see('Shopping Cart') })" },
    { path: 'b.spec.ts', source: "test('[CART-01] empty', () => { see('Your cart is empty') })" },
  ])

  expect(proof.unquoted).toEqual([])
})

test('an escaped apostrophe in a test matches the apostrophe in the row', () => {
  const proof = proofOf(rows, [
    { path: 'gate.test.tsx', source: "test('[GATE-03] wall', () => { see('We\\'ll be back soon!') })" },
  ])

  expect(proof.unquoted).toEqual([])
})

test('an id without a row is reported with its test file', () => {
  const proof = proofOf(rows, [{ path: 'cart.test.ts', source: "test('[CART-99] nothing', () => {})" }])

  expect(proof.unknown).toEqual([{ id: 'CART-99', path: 'cart.test.ts' }])
})

test('a row does not count as proven while its page does not exist, even with tests', () => {
  const routes = readRows(
    '| ROUTE-01 | Public: `/`, `/subscribe` |\n| ROUTE-05 | Any other path |\n| GATE-01 | A link to `/subscribe` |',
  )
  const proof = proofOf(
    routes,
    [{ path: 'a.test.ts', source: "test('[ROUTE-01] [ROUTE-05] [GATE-01] all', () => {})" }],
    ['/'],
  )

  expect(proof.waiting).toEqual([{ id: 'ROUTE-01', missing: ['/subscribe'] }])
  expect(proof.unproven).toEqual([])
  expect(proof.groups).toEqual([
    { group: 'ROUTE', proven: 1, rows: 2 },
    { group: 'GATE', proven: 1, rows: 1 },
  ])
})
