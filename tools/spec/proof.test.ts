import { expect, test } from 'vitest'
import { proofOf } from './proof.ts'
import { readRows } from './rows.ts'

const rows = readRows(`
| CART-01 | Title 'Shopping Cart'; subtitle 'Your cart is empty' |
| CART-02 | While loading 'Loading cart...' |
| GATE-03 | Says "We'll be back soon!" |
`)

test('a row is proven by a test that names it, and counted in its group', () => {
  const proof = proofOf(rows, [{ path: 'cart.test.ts', source: "test('[CART-01] the panel', () => {})" }])

  expect(proof.groups).toEqual([
    { group: 'CART', proven: 1, rows: 2 },
    { group: 'GATE', proven: 0, rows: 1 },
  ])
  expect(proof.unproven.map((row) => row.id)).toEqual(['CART-02', 'GATE-03'])
})

test('a quoted text counts only in a file that names the row', () => {
  const proof = proofOf(rows, [
    { path: 'panel.test.tsx', source: "test('[CART-01] title', () => { see('Shopping Cart') })" },
    { path: 'other.test.tsx', source: "test('[CART-02] loading', () => { see('Your cart is empty') })" },
  ])

  expect(proof.unquoted).toEqual([
    { id: 'CART-01', text: 'Your cart is empty' },
    { id: 'CART-02', text: 'Loading cart...' },
  ])
})

test('the texts of a row may be spread over several files that name it', () => {
  const proof = proofOf(rows, [
    { path: 'a.test.tsx', source: "test('[CART-01] title', () => { see('Shopping Cart') })" },
    { path: 'b.spec.ts', source: "test('[CART-01] empty', () => { see('Your cart is empty') })" },
  ])

  expect(proof.unquoted).toEqual([])
})

test('an escaped apostrophe is the apostrophe', () => {
  const proof = proofOf(rows, [
    { path: 'gate.test.tsx', source: "test('[GATE-03] wall', () => { see('We\\'ll be back soon!') })" },
  ])

  expect(proof.unquoted).toEqual([])
})

test('an id without a row is found with the file that carries it', () => {
  const proof = proofOf(rows, [{ path: 'cart.test.ts', source: "test('[CART-99] nothing', () => {})" }])

  expect(proof.unknown).toEqual([{ id: 'CART-99', path: 'cart.test.ts' }])
})
