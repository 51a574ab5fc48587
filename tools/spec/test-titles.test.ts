import { expect, test } from 'vitest'
import { idsInTitles } from './test-titles.ts'

test.each([
  ['a test', "test('[CART-07] the total', () => {})", ['CART-07']],
  ['several ids', "it('[CART-07] [UI-02, UI-05] the total', () => {})", ['CART-07', 'UI-02', 'UI-05']],
  ['a table of cases', "test.each([['a'], ['b']])('[AUTH-01] by %s', () => {})", ['AUTH-01']],
  ['a table in a template', "test.each`a | b\n${1} | ${2}`('[AUTH-02] $a', () => {})", ['AUTH-02']],
  ['a group', "describe('[UI-03] toasts', () => { test('one at a time', () => {}) })", ['UI-03']],
  [
    'a group of a journey',
    "test.describe('[HEAD-01] header', () => { test('[HEAD-02] logo', () => {}) })",
    ['HEAD-01', 'HEAD-02'],
  ],
  ['a title with a value in it', 'test(`[FOOT-02] a link to ${place}`, () => {})', ['FOOT-02']],
  ['a title in two pieces', "test('[FOOT-03] a long ' + 'title [FOOT-04]', () => {})", ['FOOT-03', 'FOOT-04']],
  ['a screen', "test('[GATE-01] a wall', () => { render(<Wall />) })", ['GATE-01']],
  ['a comment', "// [CART-07] the total\ntest('the total', () => {})", []],
  ['a string elsewhere', "const title = '[CART-07] the total'\nexpect('[CART-07]').toBe(title)", []],
  ['an order number', "test('order SL-2026-000123 is SHA-256 summed', () => {})", []],
  ['a skipped test', "test.skip('[CART-07] the total', () => {})", []],
  ['a test yet to be written', "test.todo('[CART-07] the total')", []],
  ['tests inside a skipped group', "describe.skip('later', () => { test('[CART-07] the total', () => {}) })", []],
  ['a test that is expected to fail', "test.fails('[CART-07] the total', () => {})", []],
])('ids in titles: %s', (_, source, ids) => {
  expect([...idsInTitles('sample.test.tsx', source)]).toEqual(ids)
})
