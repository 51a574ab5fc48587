import { expect, test } from 'vitest'
import { countPlaywright, countVitest, playwrightFailures, vitestFailures } from './ci-total.ts'

const assertion = (status: string, fullName = '', ...failureMessages: string[]) => ({
  status,
  fullName,
  failureMessages,
})

const VITEST = {
  testResults: [
    {
      name: 'cart.test.ts',
      status: 'passed',
      message: '',
      assertionResults: [assertion('passed'), assertion('passed')],
    },
    {
      name: 'orders.test.ts',
      status: 'failed',
      message: '',
      assertionResults: [assertion('passed'), assertion('failed', 'a refund', 'expected 1 to be 2')],
    },
    { name: 'users.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
  ],
}

test('a test file that fails before its first test counts as a failure', () => {
  expect(countVitest(VITEST)).toEqual({ passed: 3, failed: 2 })
})

test('each failed test is named with its reason', () => {
  expect(vitestFailures(VITEST)).toEqual([
    ['orders.test.ts › a refund', 'expected 1 to be 2'],
    ['users.test.ts', 'no such module'],
  ])
})

const PLAYWRIGHT = {
  stats: { expected: 5, unexpected: 1, flaky: 2 },
  errors: [{ message: 'the store did not open' }],
  suites: [
    {
      specs: [],
      suites: [
        {
          specs: [
            {
              title: 'a payment',
              file: 'pay.spec.ts',
              tests: [{ results: [{ status: 'failed', error: { message: 'no button' } }, { status: 'passed' }] }],
            },
          ],
        },
      ],
    },
  ],
}

test('a journey that could not start counts as a failure, one that passed on retry does not', () => {
  expect(countPlaywright(PLAYWRIGHT)).toEqual({ passed: 7, failed: 2 })
})

test('a journey that passed on retry is still named with the reason of its first attempt', () => {
  expect(playwrightFailures(PLAYWRIGHT)).toEqual([
    ['outside of tests', 'the store did not open'],
    ['pay.spec.ts › a payment (attempt 1)', 'no button'],
  ])
})
