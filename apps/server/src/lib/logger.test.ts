import { DrizzleQueryError } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { collectLogLines } from '#testing/log-lines.ts'
import { createLogger } from './logger.ts'

const open = (logLevel: 'info' | 'warn' = 'info') => {
  const log = collectLogLines()
  return { log, logger: createLogger({ logLevel, nodeEnv: 'production' }, log.destination) }
}

test.each([
  'authorization',
  'cookie',
  'set-cookie',
  'password',
  'token',
  'secret',
  'secretAccessKey',
  'cf-turnstile-response',
])('a %s is never written, however deep it lies', (name) => {
  const { log, logger } = open()
  logger.info({ [name]: 'hunter2' }, 'first')
  logger.info({ headers: { [name]: 'hunter2', accept: 'text/html' } }, 'second')
  logger.info({ request: { headers: { [name]: 'hunter2' } } }, 'third')
  logger.child({ reqId: '1' }).info({ bodies: [{ [name]: 'hunter2' }] }, 'fourth')
  expect(log.text()).not.toContain('hunter2')
  expect(log.text().match(/\[hidden\]/g)).toHaveLength(4)
  expect(log.lines().map(({ msg }) => msg)).toEqual(['first', 'second', 'third', 'fourth'])
  expect(log.lines()[1]).toMatchObject({ headers: { accept: 'text/html' } })
})

test('an error is written with its stack and its cause', () => {
  const { log, logger } = open()
  logger.error({ err: new Error('outer', { cause: new Error('inner') }) }, 'failed')
  expect(log.lines()[0]).toMatchObject({ err: { message: expect.stringContaining('outer') } })
  expect(log.text()).toContain('inner')
  expect(log.text()).toContain('logger.test.ts')
})

test('what is below the level is not written', () => {
  const { log, logger } = open('warn')
  logger.info('chatter')
  logger.warn('matter')
  expect(log.lines().map(({ msg }) => msg)).toEqual(['matter'])
})

test('a failed query is written without what the customer had typed', () => {
  const { log, logger } = open()
  const error = new DrizzleQueryError('select * from users where email = $1', ['buyer@mail.example'], new Error('gone'))
  logger.error({ err: error }, 'request failed')
  expect(log.text()).toContain('select * from users')
  expect(log.text()).toContain('gone')
  expect(log.text()).toContain('logger.test.ts')
  expect(log.text()).not.toContain('buyer@mail.example')
})
