import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { inTransaction } from '@slipstream/db/client'
import { JOB_SCHEDULE } from '#all-jobs.ts'
import { openTestDatabase } from '#testing/open-test-database.ts'
import { enqueueAll, type JobHandlers, type JobName, type JobSchedule } from './jobs.ts'
import { JOB_TIMEOUT_MS } from './job-expectation.ts'
import { laneOf, runWorker, SLOTS } from './run-worker.ts'

vi.setConfig({ testTimeout: 60_000 })

/** The lanes and time limits of the store's jobs, without their schedule. */
const LANES = Object.fromEntries(
  Object.entries(JOB_SCHEDULE).map(([name, entry]) => [name, { ...entry, cron: undefined }]),
) as JobSchedule

test('[CAP-47] a mail that a person waits for is sent while operations, splits and bulk mails fill all their slots', async () => {
  const database = await openTestDatabase()
  const { promise: end, resolve: letGo } = Promise.withResolvers<void>()
  const running = new Map<string, number>()
  const slow = (name: JobName) => async () => {
    running.set(name, (running.get(name) ?? 0) + 1)
    await end
  }
  let mails = 0
  const handlers = {
    'operations.run': slow('operations.run'),
    'copies.split': slow('copies.split'),
    'outbox.send_bulk': slow('outbox.send_bulk'),
    'visits.count': slow('visits.count'),
    'outbox.send': async () => void (mails += 1),
  } as unknown as JobHandlers
  const many = (name: JobName, count: number) =>
    inTransaction(database.db, (tx) =>
      enqueueAll(
        tx,
        name,
        Array.from({ length: count }, (_, at) => ({ jobKey: `${name} ${at}`, payload: { id: at } as never })),
      ),
    )
  for (const name of ['operations.run', 'copies.split', 'outbox.send_bulk', 'visits.count'] as const)
    await many(name, 40)
  await many('outbox.send', 5)

  const worker = await runWorker(database, { handlers, schedule: LANES }, pino({ level: 'silent' }))
  onTestFinished(async () => {
    letGo()
    await worker.stop()
    await database.close()
  })
  await vi.waitFor(() => expect(mails).toBe(5), { timeout: 40_000 })
  await vi.waitFor(() => expect(running.get('operations.run')).toBe(SLOTS.operation), { timeout: 40_000 })
  const long = (running.get('copies.split') ?? 0) + (running.get('outbox.send_bulk') ?? 0)
  expect(long).toBeLessThanOrEqual(SLOTS.long)
  expect(running.get('visits.count') ?? 0).toBeLessThanOrEqual(SLOTS.quick)
})

test('no job that may take longer than the usual time limit shares the slots of quick ones and mails', () => {
  const patient = Object.entries(JOB_SCHEDULE).filter(([, { timeoutMs = 0 }]) => timeoutMs > JOB_TIMEOUT_MS)
  expect(patient.length).toBeGreaterThan(3)
  expect(patient.map(([, entry]) => laneOf(entry)).filter((lane) => lane === 'quick' || lane === 'mail')).toEqual([])
})
