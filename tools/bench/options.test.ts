import { expect, test } from 'vitest'
import { readOptions } from './options.ts'

test('without options every route is measured three times for four seconds over 32 connections', () => {
  expect(readOptions([])).toEqual({ rounds: 3, seconds: 4, connections: 32, only: [] })
})

test('options set the duration, the routes and the output file', () => {
  const args = [
    '--rounds',
    '5',
    '--seconds=1',
    '--connections',
    '8',
    '--only',
    'healthz',
    '--only',
    'home page',
    '--json',
    'a.json',
  ]
  expect(readOptions(args)).toEqual({
    rounds: 5,
    seconds: 1,
    connections: 8,
    only: ['healthz', 'home page'],
    json: 'a.json',
  })
})

test('a number of rounds or seconds that is not a whole number above 0 is refused', () => {
  expect(() => readOptions(['--rounds', '0'])).toThrow('--rounds must be a whole number above 0, not "0"')
  expect(() => readOptions(['--seconds', '1.5'])).toThrow('--seconds')
  expect(() => readOptions(['--fast'])).toThrow("Unknown option '--fast'")
})
