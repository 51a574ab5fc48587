import { AsyncResource } from 'node:async_hooks'
import { sql, type SQL } from 'drizzle-orm'
import { drizzle, type NodePgDatabase, NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres'
import { PgDialect } from 'drizzle-orm/pg-core'
import pg from 'pg'
import * as tables from './tables/index.ts'

/** A handle inside a transaction. Functions that write take Tx, so a caller cannot forget to open one. */
export type Tx = Parameters<Parameters<NodePgDatabase<typeof tables>['transaction']>[0]>[0]

/** Reads and opens transactions. It cannot write, so a write outside a transaction does not compile. A Tx fits too. */
export type Db = Pick<Tx, 'select' | 'selectDistinct' | 'selectDistinctOn' | '$count' | '$with' | 'transaction'>

/** Can also write outside a transaction: for factories, seeds and tests. A Tx fits too. */
export type WritableDb = Db & Pick<Tx, 'insert' | 'update' | 'delete' | 'execute'>

export const inTransaction = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> => db.transaction(work)

/** Runs a `select` written in SQL. The compiler cannot check SQL, so statements that write belong in `tx.execute`. */
export const readRows = async <Row extends pg.QueryResultRow>(db: Db, query: SQL) =>
  (await (db as Tx).execute<Row>(query)).rows

export interface Database {
  db: WritableDb
  pool: pg.Pool
  close: () => Promise<void>
}

export interface DatabaseOptions {
  url: string
  applicationName: string
  maxConnections: number
  /** Receives errors of idle connections. Without a listener they would end the process. */
  onIdleError: (error: Error) => void
  /** The timeout of each statement. */
  timeoutMs?: number
  /** Keep idle connections open, for cases where reconnecting may be refused. */
  staysConnected?: boolean
  /**
   * Through a pooler in transaction mode. Each transaction may get another PostgreSQL connection, so settings come from
   * the pooler, and no statement is prepared by name.
   */
  isPooled?: boolean
  /** Called at the start of each statement. The function it returns is called at the end. */
  onQuery?: WatchQuery
}

/** Gets the statement with placeholders instead of its values. Returns null if the end does not matter. */
type WatchQuery = (text: string) => ((error?: unknown) => void) | null

const CASING = 'snake_case'
const STATEMENT_TIMEOUT_MS = 10_000
const CONNECTION_TIMEOUT_MS = 2_500
/** Added to PostgreSQL's own statement timeout. After that, the network must have lost the answer. */
const ANSWER_MARGIN_MS = 2_000

export const openDatabase = (options: DatabaseOptions): Database => {
  const { timeoutMs = STATEMENT_TIMEOUT_MS } = options
  const pool = new pg.Pool({
    connectionString: options.url,
    application_name: options.applicationName,
    max: options.maxConnections,
    keepAlive: true,
    idleTimeoutMillis: options.staysConnected ? 0 : 10_000,
    // A request that gets no connection fails soon (503) instead of queueing up behind the others.
    connectionTimeoutMillis: Math.min(timeoutMs, CONNECTION_TIMEOUT_MS),
    query_timeout: timeoutMs + ANSWER_MARGIN_MS,
    ...(options.isPooled ? {} : connectionSettings(timeoutMs)),
  })
  pool.on('error', options.onIdleError)
  // A connection in use reports its error through the failing query. Without this listener the extra event would end
  // the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  if (options.isPooled) pool.on('connect', forgetNames)
  if (options.onQuery) watchQueries(pool, options.onQuery)
  const db = drizzle(pool, { schema: tables, casing: CASING })
  db.transaction = transactionsOf(pool)
  return { db, pool, close: () => pool.end() }
}

const connectionSettings = (timeoutMs: number) => ({
  statement_timeout: timeoutMs,
  // Compiling a report's query takes longer than running it.
  options: '-c jit=off',
  idle_in_transaction_session_timeout: 15_000,
})

/** The next statement may run on another connection, which does not know the prepared name. */
const forgetNames = (client: pg.PoolClient) => {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const unnamed = (wanted: unknown, ...rest: unknown[]) => {
    const isNamed = typeof wanted === 'object' && wanted !== null && 'name' in wanted && 'text' in wanted
    return query(isNamed ? { ...wanted, name: undefined } : wanted, ...rest)
  }
  client.query = unnamed as typeof client.query
}

const watchQueries = (pool: pg.Pool, watch: WatchQuery) => {
  const connect = pool.connect.bind(pool) as (done?: (...answer: never[]) => void) => unknown
  // A statement that waited for a connection would otherwise count toward the request that released the connection.
  pool.connect = ((done?: () => void) => connect(done && AsyncResource.bind(done))) as typeof pool.connect
  pool.on('connect', (client) => watchClient(client, watch))
}

const watchClient = (client: pg.PoolClient, watch: WatchQuery) => {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const watched = (wanted: string | { text: string }, ...rest: unknown[]) => {
    const end = watch(typeof wanted === 'string' ? wanted : wanted.text)
    if (!end) return query(wanted, ...rest)
    const done = rest.at(-1) as ((error: unknown, result: unknown) => void) | undefined
    if (typeof done === 'function') {
      return query(wanted, ...rest.slice(0, -1), (error: unknown, result: unknown) => {
        end(error)
        done(error, result)
      })
    }
    const answer = query(wanted, ...rest) as Promise<unknown>
    void answer.then(() => end(), end)
    return answer
  }
  client.query = watched as typeof client.query
}

/** Fails if the pooler sets no statement timeout. Otherwise nobody would notice until a statement hangs. */
export const requireStatementTimeout = async ({ pool }: Database) => {
  const { rows } = await pool.query<{ ms: number }>(
    `select setting::int as ms from pg_settings where name = 'statement_timeout'`,
  )
  const ms = rows[0]?.ms ?? 0
  if (ms > 0 && ms <= STATEMENT_TIMEOUT_MS) return
  throw new Error(
    `statements through DATABASE_URL end after ${ms} ms instead of ${STATEMENT_TIMEOUT_MS}. Set it in the pooler: connect_query='set statement_timeout = ${STATEMENT_TIMEOUT_MS}'`,
  )
}

/**
 * drizzle's own function leaks the connection when `begin` fails, until the pool is empty, and reports a failed
 * rollback instead of the original error. A connection that cannot roll back is closed.
 */
const transactionsOf = (pool: pg.Pool) => {
  const dialect = new PgDialect({ casing: CASING })
  return async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    const client = await pool.connect()
    const tx: Tx = new NodePgTransaction(dialect, new NodePgSession(client, dialect, undefined), undefined)
    try {
      await tx.execute(sql`begin`)
      const result = await work(tx)
      await tx.execute(sql`commit`)
      client.release()
      return result
    } catch (error) {
      const isRolledBack = await tx.execute(sql`rollback`).then(
        () => true,
        () => false,
      )
      client.release(!isRolledBack)
      throw error
    }
  }
}
