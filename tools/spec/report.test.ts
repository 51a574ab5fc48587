import { expect, test } from 'vitest'
import { reportOf } from './report.ts'

test('the report names what is missing and leaves out what is whole', () => {
  const report = reportOf(
    {
      groups: [
        { group: 'CART', proven: 1, rows: 2 },
        { group: 'UI', proven: 2, rows: 2 },
      ],
      unproven: [{ id: 'CART-02', group: 'CART', statement: 'While loading', texts: [] }],
      unquoted: [],
      unknown: [{ id: 'CART-99', path: 'cart.test.ts' }],
    },
    [
      { address: '/', file: 'routes/home.tsx' },
      { address: '/about', file: 'routes/not-open-yet.tsx' },
    ],
  )

  expect(report.split('\n')).toEqual([
    'Rows with a test: 3 of 4 (75%)',
    '  CART     1 of   2',
    '  UI       2 of   2',
    '',
    'Rows without a test (1)',
    '  CART-02  While loading',
    '',
    'Ids in tests without a row (1)',
    '  CART-99  cart.test.ts',
    '',
    'Addresses open: 1 of 2 (50%)',
    '',
    'Addresses that are not open yet (1)',
    '  /about',
  ])
})
