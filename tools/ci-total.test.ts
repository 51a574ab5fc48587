import { expect, test } from 'vitest'
import { countPlaywright, countVitest } from './ci-total.ts'

test('a test file that fails before its first test counts as a failure', () => {
  const report = {
    testResults: [
      { status: 'passed', assertionResults: [{ status: 'passed' }, { status: 'passed' }] },
      { status: 'failed', assertionResults: [{ status: 'passed' }, { status: 'failed' }] },
      { status: 'failed', assertionResults: [] },
    ],
  }
  expect(countVitest(report)).toEqual({ passed: 3, failed: 2 })
})

test('a journey that could not start counts as a failure, one that passed on retry does not', () => {
  const report = { stats: { expected: 5, unexpected: 1, flaky: 2 }, errors: [{ message: 'the store did not open' }] }
  expect(countPlaywright(report)).toEqual({ passed: 7, failed: 2 })
})
