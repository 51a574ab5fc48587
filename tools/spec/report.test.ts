import { expect, test } from 'vitest'
import { reportOf } from './report.ts'

test('the report lists what is missing and leaves out empty sections', () => {
  const report = reportOf(
    {
      groups: [
        { group: 'CART', proven: 1, rows: 2 },
        { group: 'UI', proven: 2, rows: 2 },
        { group: 'ROUTE', proven: 0, rows: 1 },
      ],
      unproven: [{ id: 'CART-02', group: 'CART', statement: 'While loading', texts: [] }],
      waiting: [{ id: 'ROUTE-01', missing: ['/about'] }],
      unquoted: [],
      unknown: [{ id: 'CART-99', path: 'cart.test.ts' }],
    },
    ['/'],
  )

  expect(report.split('\n')).toEqual([
    'Rows proven: 3 of 5 (60%)',
    '  CART     1 of   2',
    '  UI       2 of   2',
    '  ROUTE    0 of   1',
    '',
    'Rows without a test (1)',
    '  CART-02  While loading',
    '',
    'Rows with a test whose page does not exist (1)',
    '  ROUTE-01  /about',
    '',
    'Ids in tests without a row (1)',
    '  CART-99  cart.test.ts',
    '',
    'Addresses: 1',
  ])
})
