import { Logger, run } from 'graphile-worker'
import { openDatabase } from '@slipstream/db/client'
import type { Config } from '#config.ts'
import { COPY_SCHEDULE, copyJobs } from '#features/copies/copies.jobs.ts'
import { openStorage, type Storage } from '#gateways/storage.ts'
import type { JobHandlers } from '#lib/jobs/jobs.ts'
import { asTaskList } from '#lib/jobs/run-worker.ts'

/** As many jobs as a worker and as many connections as a server of the store; its worker has a few more connections. */
const JOBS_AT_ONCE = 4
const WORKER_CONNECTIONS = 10
const SERVER_CONNECTIONS = 10

const COUNTED = [
  'beginParts',
  'copyPart',
  'putPart',
  'joinParts',
  'abortParts',
  'putPrivate',
  'readPrivate',
  'sizeOfPrivate',
  'remove',
] as const satisfies (keyof Storage)[]

/** Counts the calls to a storage, and the bytes that this process sends. */
const countCalls = (storage: Storage) => {
  const calls: Record<string, number> = {}
  let sentBytes = 0
  const watch = (name: (typeof COUNTED)[number]) => [
    name,
    (...args: never[]) => {
      calls[name] = (calls[name] ?? 0) + 1
      for (const value of args as unknown[]) if (Buffer.isBuffer(value)) sentBytes += value.length
      return (storage[name] as (...all: never[]) => unknown)(...args)
    },
  ]
  return {
    storage: { ...storage, ...Object.fromEntries(COUNTED.map(watch)) } as Storage,
    read: () => ({ calls: { ...calls }, sentBytes }),
    reset: () => {
      for (const name of Object.keys(calls)) delete calls[name]
      sentBytes = 0
    },
  }
}

/** The delivery of copies without HTTP: a worker, and what the route of the locker calls, each with a counted storage. */
export const openCopyStore = async (config: Config, databaseUrl: string) => {
  const open = (applicationName: string, maxConnections: number) =>
    openDatabase({
      url: databaseUrl,
      applicationName,
      maxConnections,
      onIdleError: () => undefined,
      staysConnected: true,
    })
  const [database, ofBuyers] = [
    open('slipstream-worker', WORKER_CONNECTIONS),
    open('slipstream-server', SERVER_CONNECTIONS),
  ]
  const [ofWorker, ofServer] = [countCalls(openStorage(config.storage)), countCalls(openStorage(config.storage))]
  const { db } = ofBuyers
  const { markKeys } = config
  const handlers = copyJobs({ db: database.db, storage: ofWorker.storage, markKeys })
  const worker = await run({
    pgPool: database.pool,
    taskList: asTaskList(handlers as JobHandlers, COPY_SCHEDULE),
    concurrency: JOBS_AT_ONCE,
    pollInterval: 1_000,
    noHandleSignals: true,
    logger: new Logger(() => () => {}),
  })
  return {
    db,
    server: { db, storage: ofServer.storage, markKeys },
    ofWorker,
    ofServer,
    close: async () => {
      await worker.stop()
      for (const { storage } of [ofWorker, ofServer]) storage.close()
      await database.close()
      await ofBuyers.close()
    },
  }
}
export type CopyStore = Awaited<ReturnType<typeof openCopyStore>>
