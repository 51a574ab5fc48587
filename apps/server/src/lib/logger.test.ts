import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DrizzleQueryError } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { collectLogLines } from '#testing/log-lines.ts'
import { createLogger, logOutput } from './logger.ts'

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
])('a %s is hidden from the log, also in nested objects and lists', (name) => {
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

test('what is nested too deep to be searched for secrets is left out of the log', () => {
  const { log, logger } = open()
  logger.info({ a: { b: { c: { d: { note: 'kept', e: { password: 'hunter2' } } } } } })
  expect(log.text()).toContain('kept')
  expect(log.text()).toContain('[too deep]')
  expect(log.text()).not.toContain('hunter2')
})

test('an error is logged with its stack and its cause', () => {
  const { log, logger } = open()
  logger.error({ err: new Error('outer', { cause: new Error('inner') }) }, 'failed')
  expect(log.lines()[0]).toMatchObject({ err: { message: expect.stringContaining('outer') } })
  expect(log.text()).toContain('inner')
  expect(log.text()).toContain('logger.test.ts')
})

test('a burst of warnings leaves no listeners at the output', () => {
  const output = logOutput('/dev/null')
  const logger = createLogger({ logLevel: 'info', nodeEnv: 'production' }, output)
  const listeners = () => ['drain', 'error'].map((event) => output.listenerCount(event))
  const before = listeners()
  for (let line = 0; line < 50; line += 1) logger.warn('again')
  expect(listeners()).toEqual(before)
  output.destroy()
})

test('lines below the log level are not written', () => {
  const { log, logger } = open('warn')
  logger.info('chatter')
  logger.warn('matter')
  expect(log.lines().map(({ msg }) => msg)).toEqual(['matter'])
})

test('a failed query is logged without its parameters', () => {
  const { log, logger } = open()
  const error = new DrizzleQueryError('select * from users where email = $1', ['buyer@mail.example'], new Error('gone'))
  logger.error({ err: error }, 'request failed')
  expect(log.text()).toContain('select * from users')
  expect(log.text()).toContain('gone')
  expect(log.text()).toContain('logger.test.ts')
  expect(log.text()).not.toContain('buyer@mail.example')
})

test('log lines are buffered, and a warning flushes all lines before it at once', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'log-'))
  const file = path.join(folder, 'log')
  const output = logOutput(file)
  await once(output, 'ready')
  const log = createLogger({ logLevel: 'info', nodeEnv: 'production' }, output)
  const written = () => readFileSync(file, 'utf8').trimEnd().split('\n')
  const messages = () => written().map((line) => (JSON.parse(line) as { msg: string }).msg)

  const writes = vi.fn()
  output.on('write', writes)
  for (let n = 1; n <= 10; n++) log.info(`answered ${n}`)
  expect(written()).toEqual([''])
  log.warn('the mail server does not answer')
  await vi.waitFor(() => expect(messages().at(-1)).toBe('the mail server does not answer'))
  expect(messages().slice(0, 2)).toEqual(['answered 1', 'answered 2'])
  expect(messages()).toHaveLength(11)
  // The file has the lines slightly before the stream reports them as written.
  await vi.waitFor(() => expect(writes).toHaveBeenCalled())
  expect(writes).toHaveBeenCalledTimes(1)

  // No warning follows: the buffer is flushed anyway.
  log.info('a quiet night')
  await vi.waitFor(() => expect(messages().at(-1)).toBe('a quiet night'))
  output.end()
  rmSync(folder, { recursive: true })
})

test('a process that exits normally writes all its log lines', () => {
  const program = `
    import { createLogger } from ${JSON.stringify(import.meta.resolve('./logger.ts'))}
    createLogger({ logLevel: 'info', nodeEnv: 'production' }).info('the last word')
    process.exit(0)`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
  expect(stdout).toContain('the last word')
})
