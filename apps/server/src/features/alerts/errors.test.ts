import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { ErrorGroup } from '@slipstream/contract/alerts'
import { errorGroups, errorMinutes } from '@slipstream/db/tables/alerts'
import { createLogger, tapped } from '#lib/logger.ts'
import { newCast } from '#testing/matrix-people.ts'
import { withToken } from '#testing/people.ts'
import { openFileStore } from '#testing/test-store.ts'
import { createErrorFeed, type ErrorFeed } from './error-feed.ts'
import { errorsAlerts } from './errors.alerts.ts'
import { MOST_GROUPS } from './errors.service.ts'

const store = await openFileStore()
let feed: ErrorFeed
let log: ReturnType<typeof createLogger>
const silent = pino({ level: 'silent' })

beforeEach(async () => {
  await store.db.execute(sql`truncate error_groups, error_minutes`)
  feed = createErrorFeed('api')
  feed.connect({ db: store.db, redact: store.services.redact, log: silent })
  log = createLogger({ logLevel: 'info', nodeEnv: 'test' }, tapped({ write: () => {} }, feed.push))
  return feed.close
})

const groups = () => store.db.select().from(errorGroups).orderBy(errorGroups.message)
const rate = async () => (await store.db.select().from(errorMinutes)).reduce((sum, { count }) => sum + count, 0)
const refuse = (message: string) => new TypeError(message)

test('errors with the same cause are one group with a count and its first and last time', async () => {
  for (const order of [17, 18, 19])
    log.error({ err: refuse(`order ${order} of "Racer ${order}" is gone`) }, 'request failed')
  await feed.flush()
  log.error({ err: refuse('order 20 of "Racer 20" is gone') }, 'request failed')
  log.info('not an error')
  await feed.flush()
  const [group, ...others] = await groups()
  expect(others).toEqual([])
  expect(group).toMatchObject({ source: 'api', name: 'TypeError', count: 4 })
  expect(group?.place).toMatch(/^refuse in apps\/server\/src\/features\/alerts\/errors\.test\.ts$/)
  expect(group!.firstAt.getTime()).toBeLessThanOrEqual(group!.lastAt.getTime())
  expect(await rate()).toBe(4)
})

test('errors of another kind, place or process belong to different groups', async () => {
  const elsewhere = () => new TypeError('it is gone')
  log.error({ err: refuse('it is gone') })
  log.error({ err: elsewhere() })
  log.error({ err: new RangeError('it is gone') })
  log.fatal('the worker stopped unexpectedly')
  const worker = createErrorFeed('worker')
  worker.connect({ db: store.db, redact: store.services.redact, log: silent })
  worker.push(JSON.stringify({ level: 50, msg: 'the worker stopped unexpectedly' }))
  await Promise.all([feed.flush(), worker.close()])
  expect(await groups()).toHaveLength(5)
})

test('an error group shows no secrets', async () => {
  log.error({ err: refuse('refused for jo@mail.example with token=abc123 and sk_test_51Habcdefgh') }, 'request failed')
  await feed.flush()
  expect((await groups())[0]?.message).toBe('refused for [hidden] with token=[hidden] and [hidden]')
})

describe('a storm', () => {
  /** A line as the logger writes it, because logging 10,000 times takes seconds. */
  const lineOf = (message: string) =>
    `${JSON.stringify({ level: 50, time: 1, err: { type: 'TypeError', message, stack: '' }, msg: 'request failed' })}\n`
  test('10,000 errors with one cause are written in one transaction', async () => {
    const transactions = vi.spyOn(store.db, 'transaction')
    for (let error = 0; error < 10_000; error++) feed.push(lineOf('the database is away'))
    await feed.flush()
    expect(transactions).toHaveBeenCalledOnce()
    transactions.mockRestore()
    const rows = await groups()
    expect(rows.length).toBeLessThanOrEqual(2)
    expect(
      rows.reduce((sum, { count }) => sum + count, 0),
      'none is lost',
    ).toBe(10_000)
  })

  test('10,000 errors with different causes take a bounded number of rows', async () => {
    const causes = (round: number) =>
      Array.from({ length: 1_000 }, (_, cause) => `cause ${String.fromCharCode(97 + round)}${words(cause)}`)
    for (let round = 0; round < 10; round++) {
      for (const cause of causes(round)) feed.push(lineOf(cause))
      await feed.flush()
    }
    const rows = await groups()
    expect(rows.length).toBeLessThanOrEqual(MOST_GROUPS + 2)
    expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(10_000)
    expect(rows.find(({ fingerprint }) => fingerprint === 'other')).toMatchObject({ name: 'Other errors' })
  })

  /** A word without digits, because digits do not make a new cause. */
  const words = (number: number) =>
    [...String(number)].map((digit) => String.fromCharCode(103 + Number(digit))).join('')
})

test('errors that cannot be stored are kept for the next attempt, and the failure itself is not counted', async () => {
  log.error({ err: refuse('first') })
  await store.db.execute(sql`alter table error_groups rename to moved`)
  const warn = vi.fn()
  feed.connect({ db: store.db, redact: store.services.redact, log: { warn } })
  await feed.flush()
  expect(warn).toHaveBeenCalledOnce()
  await store.db.execute(sql`alter table moved rename to error_groups`)
  log.error({ err: refuse('first') })
  await feed.flush()
  expect(await groups()).toMatchObject([{ message: 'first', count: 2 }])
})

test('more than 30 errors in ten minutes are an incident that names the most common cause', async () => {
  const find = () => errorsAlerts({ db: store.db })[0]!.find(new AbortController().signal)
  for (let error = 0; error < 30; error++) log.error({ err: refuse('the disk is gone') })
  await feed.flush()
  expect(await find()).toEqual([])
  log.error({ err: refuse('something else') })
  await feed.flush()
  expect(await find()).toEqual([{ problem: '31 errors in 10 minutes. Among them: TypeError: the disk is gone' }])
  await store.db.execute(sql`update error_minutes set minute = minute - interval '11 minutes'`)
  expect(await find()).toEqual([])
})

test('the developer reads the error groups page by page, latest first', async () => {
  const developer = withToken(store.app, (await newCast(store)).tokens.developer)
  for (const [place, message] of ['old', 'newer', 'newest'].entries()) {
    await store.db.insert(errorGroups).values({
      ...{ fingerprint: message, source: 'api', name: 'Error', place: '', message, count: 1, version: '1' },
      ...{ firstAt: new Date(0), lastAt: new Date(1_000_000 * place) },
    })
  }
  const read = async (after = '') => {
    const answer = await developer('GET', `/api/admin/dev/errors?limit=2${after}`)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json<{ items: ErrorGroup[]; next: string | null }>()
  }
  const first = await read()
  expect(first.items.map(({ message }) => message)).toEqual(['newest', 'newer'])
  expect((await read(`&after=${first.next}`)).items).toMatchObject([{ message: 'old', count: 1 }])
})
