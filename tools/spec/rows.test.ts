import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readRows } from './rows.ts'

const specification = readFileSync(new URL('../../docs/specification.md', import.meta.url), 'utf8')

test('a row is read with its group and its quoted texts', () => {
  const markdown = "## CART: cart\n| id | statement |\n|---|---|\n| CART-06 | Below: Total, 'Clear Cart' |\n"

  expect(readRows(markdown)).toEqual([
    { id: 'CART-06', group: 'CART', statement: "Below: Total, 'Clear Cart'", texts: ['Clear Cart'] },
  ])
})

test('the same id twice is refused', () => {
  expect(() => readRows('| UI-01 | Dark |\n| UI-01 | Light |')).toThrow('UI-01 twice')
})

test('every line of the specification that looks like a row is read', () => {
  const lines = specification.split('\n').filter((line) => /^\|\s*[A-Z]+-/.test(line))

  expect(lines.length).toBeGreaterThan(100)
  expect(readRows(specification)).toHaveLength(lines.length)
})

test('the trickiest quotes of the specification are read in full', () => {
  const texts = new Map(readRows(specification).map((row) => [row.id, row.texts]))

  expect(texts.get('GATE-03')).toEqual([
    'Maintenance Mode',
    "We'll be back soon!",
    'Our site is currently undergoing scheduled maintenance to bring you an even better experience.',
  ])
  expect(texts.get('PLAN-06')).toEqual(['User #'])
  expect(texts.get('HEAD-05')).toEqual([])
  expect(texts.get('DEV-11')).toHaveLength(10)
})
