import type { JobHelpers } from 'graphile-worker'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { inTransaction, openDatabase } from '@slipstream/db/client'
import { migrate } from '@slipstream/db/migrate'
import { prepareOwnPostgres } from '#testing/own-postgres.ts'
import { enqueue, installQueue, type JobHandlers } from './jobs.ts'
import { asTaskList, runWorker } from './run-worker.ts'

const helpers = { job: { id: '1' }, abortSignal: new AbortController().signal } as unknown as JobHelpers
const mail = { to: 'buyer@mail.example', subject: 'Hello', text: 'Hello' }

test('a job that never ends hits its timeout, is aborted and frees its slot', async () => {
  let signal: AbortSignal | undefined
  const handlers = {
    'workers.forget': (_mail, job) => {
      signal = job.signal
      return new Promise<void>(() => {})
    },
  } satisfies Partial<JobHandlers>
  const task = asTaskList(handlers as unknown as JobHandlers, { 'workers.forget': { timeoutMs: 20 } })[
    'workers.forget'
  ]!
  await expect(task(mail, helpers)).rejects.toThrow('workers.forget took longer than 0.02 s')
  expect(signal?.aborted).toBe(true)
})

test('a worker whose database dies during a job recovers without a restart', { timeout: 240_000 }, async () => {
  const postgres = await prepareOwnPostgres()
  onTestFinished(postgres.close)
  await postgres.start()
  await migrate(postgres.url)
  await installQueue(postgres.url)
  const database = openDatabase({
    url: postgres.url,
    applicationName: 'slipstream-test',
    maxConnections: 8,
    onIdleError: () => {},
  })
  const begun: string[] = []
  const { promise: killed, resolve: goOn } = Promise.withResolvers<void>()
  const handlers = {
    'workers.forget': async ({ to }: typeof mail) => {
      begun.push(to)
      await killed
    },
  }
  const work = { handlers: handlers as unknown as JobHandlers, schedule: {} }
  const worker = await runWorker(database, work, pino({ level: 'silent' }))
  onTestFinished(async () => {
    await worker.stop()
    await database.close()
  })
  const send = (to: string) =>
    inTransaction(database.db, (tx) => enqueue(tx, 'workers.forget', { ...mail, to } as never, { jobKey: to }))

  await send('first')
  await vi.waitFor(() => expect(begun).toEqual(['first']), { timeout: 30_000 })
  await postgres.kill()
  goOn()
  let hasEnded = false
  void worker.finished.then(() => (hasEnded = true))
  await postgres.start()
  await vi.waitFor(() => send('second'), { timeout: 30_000 })
  await vi.waitFor(() => expect(begun).toContain('second'), { timeout: 60_000 })
  // The job whose end could not be recorded runs again.
  await vi.waitFor(() => expect(begun.filter((to) => to === 'first')).toHaveLength(2), { timeout: 60_000 })
  expect(hasEnded).toBe(false)
})
