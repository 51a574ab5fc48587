import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { inTransaction, openDatabase, readRows, type Database, type Db, type Tx } from './client.ts'
import { teamCategories } from './tables/team.ts'
import { createTeamCategory } from './testing/factories.ts'
import { copyDatabase, dropDatabase } from './testing/test-database.ts'

const name = `test_${randomBytes(6).toString('hex')}`
const server = inject('environment').DATABASE_URL ?? ''
let admin: pg.Client
let database: Database
const onIdleError = vi.fn()

beforeAll(async () => {
  await copyDatabase(server, inject('templateDatabase'), name)
  admin = new pg.Client({ connectionString: server })
  await admin.connect()
})
beforeEach(() => {
  onIdleError.mockReset()
  const url = new URL(server)
  url.pathname = `/${name}`
  database = openDatabase({ url: url.href, applicationName: 'slipstream-test', maxConnections: 2, onIdleError })
})
afterEach(() => database.close())
afterAll(async () => {
  await admin.end()
  await dropDatabase(server, name)
})

interface Wire {
  stream: { destroy: () => void }
}

const backendOf = async (db: Db) => {
  const rows = await readRows<{ pid: number }>(db, sql`select pg_backend_pid() as pid`)
  return rows[0]?.pid ?? 0
}
const kill = async (pid: number) => {
  await admin.query('select pg_terminate_backend($1)', [pid])
  await sleep(100)
}

test('a transaction that throws is rolled back', async () => {
  const failed = inTransaction(database.db, async (tx) => {
    await createTeamCategory(tx, { name: 'Half done' })
    throw new Error('stop')
  })
  await expect(failed).rejects.toThrow('stop')
  expect(await database.db.select().from(teamCategories)).toEqual([])
})

test('a connection that dies while idle is reported once, and the next query gets a new one', async () => {
  const pid = await backendOf(database.db)
  await kill(pid)
  expect(onIdleError).toHaveBeenCalledTimes(1)
  expect(await backendOf(database.db)).not.toBe(pid)
})

test('a connection that dies in the middle of a transaction fails the transaction, not the process', async () => {
  const failed = inTransaction(database.db, async (tx) => {
    await createTeamCategory(tx, { name: 'Half done' })
    await kill(await backendOf(tx))
    await createTeamCategory(tx, { name: 'Never' })
  })
  await expect(failed).rejects.toThrow()
  expect(await database.db.select().from(teamCategories)).toEqual([])
})

test('connections that die before a transaction begins are returned, so the pool does not run dry', async () => {
  const cut = (client: pg.PoolClient) =>
    (client as unknown as pg.Client & { connection: Wire }).connection.stream.destroy()
  database.pool.on('acquire', cut)
  for (let time = 0; time < 2; time += 1) {
    await expect(inTransaction(database.db, backendOf)).rejects.toThrow()
  }
  database.pool.off('acquire', cut)
  expect(await inTransaction(database.db, backendOf)).toBeGreaterThan(0)
})

test('a transaction whose connection dies reports the original error', async () => {
  const failed = inTransaction(database.db, async (tx) => {
    await kill(await backendOf(tx))
    throw new Error('The card was declined.')
  })
  await expect(failed).rejects.toThrow('The card was declined.')
})

test('a connection that dies during a query fails the query, not the process', async () => {
  const started = Promise.withResolvers<number>()
  const failed = inTransaction(database.db, async (tx) => {
    started.resolve(await backendOf(tx))
    await tx.execute(sql`select pg_sleep(5)`)
  })
  const refused = expect(failed).rejects.toThrow()
  await kill(await started.promise)
  await refused
  expect(await backendOf(database.db)).toBeGreaterThan(0)
})

test('a query fails soon instead of waiting forever when every connection is in use', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const holders = [1, 2].map(() => inTransaction(database.db, () => promise))
  const start = performance.now()
  await expect(backendOf(database.db)).rejects.toThrow()
  expect(performance.now() - start).toBeLessThan(4_000)
  resolve()
  await Promise.all(holders)
})

test('a Db only reads, so a write outside a transaction does not compile', async () => {
  const readNames = (db: Db) => db.select({ name: teamCategories.name }).from(teamCategories)
  const writes = (db: Db, save: (tx: Tx) => void) => {
    // @ts-expect-error: a Db cannot insert.
    void db.insert
    // @ts-expect-error: a Db cannot update.
    void db.update
    // @ts-expect-error: a Db cannot delete.
    void db.delete
    // @ts-expect-error: a Db cannot run SQL that may write.
    void db.execute
    // @ts-expect-error: a function that writes does not accept a Db.
    save(db)
  }
  expect(writes).toBeTypeOf('function')

  const seen = await inTransaction(database.db, async (tx) => {
    await tx.insert(teamCategories).values({ name: 'Inside' })
    return readNames(tx)
  })
  expect(seen).toEqual([{ name: 'Inside' }])
  expect(await readNames(database.db)).toEqual(seen)
})
