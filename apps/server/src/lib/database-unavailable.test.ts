import { expect, test } from 'vitest'
import { isDatabaseUnavailable } from './database-unavailable.ts'

const withCode = (code: string, message = 'failed') => Object.assign(new Error(message), { code })

test.each([
  ['nothing listens on the port', 'ECONNREFUSED'],
  ['the connection was reset', 'ECONNRESET'],
  ['the connection broke while writing', 'EPIPE'],
  ['the network timed out', 'ETIMEDOUT'],
  ['the host cannot be reached', 'EHOSTUNREACH'],
  ['the network cannot be reached', 'ENETUNREACH'],
  ['the host name is unknown', 'ENOTFOUND'],
  ['DNS does not answer', 'EAI_AGAIN'],
  ['the database is being restored', '3D000'],
  ['the connection failed', '08006'],
  ['the server refused the connection', '08004'],
  ['a standby took over', '25006'],
  ['the disk is full', '53100'],
  ['the server is out of memory', '53200'],
  ['all connections are taken', '53300'],
  ['a lock timed out', '55P03'],
  ['two transactions deadlocked', '40P01'],
  ['the statement took too long', '57014'],
  ['the server is shutting down', '57P01'],
  ['the server crashed', '57P02'],
  ['the server is starting', '57P03'],
])('a retry may help when %s (%s)', (_what, code) => {
  expect(isDatabaseUnavailable(withCode(code))).toBe(true)
  expect(isDatabaseUnavailable(new Error('Failed query', { cause: withCode(code) }))).toBe(true)
  expect(isDatabaseUnavailable(new AggregateError([withCode(code)]))).toBe(true)
})

test.each([
  'timeout exceeded when trying to connect',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'Query read timeout',
  'timeout expired',
])('a retry may help when pg reports "%s" without a code', (message) => {
  expect(isDatabaseUnavailable(new Error(message))).toBe(true)
})

test.each(['23505', '22P02', '42P01', '42601', '28P01', '57P0X', 'ENOENT'])(
  '%s is a bug and no reason to retry',
  (code) => {
    expect(isDatabaseUnavailable(withCode(code))).toBe(false)
  },
)

test('a value that is not an error does not mean the database is unavailable', () => {
  expect(isDatabaseUnavailable('ECONNREFUSED')).toBe(false)
})
