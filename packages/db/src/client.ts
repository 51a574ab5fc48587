import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import * as tables from './tables/index.ts'

export type Db = NodePgDatabase<typeof tables>

/** A handle that is inside a transaction. Functions that write ask for Tx, so a caller cannot forget one. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]

export const inTransaction = <T>(db: Db | Tx, work: (tx: Tx) => Promise<T>): Promise<T> => db.transaction(work)

export interface Database {
  db: Db
  pool: pg.Pool
  close: () => Promise<void>
}

export interface DatabaseOptions {
  url: string
  applicationName: string
  maxConnections: number
  /** Connections that die while idle surface here; without a listener they would end the process. */
  onIdleError: (error: Error) => void
  /** For one statement. */
  timeoutMs?: number
  /** Keep connections that nobody uses, where opening one again may be refused. */
  staysConnected?: boolean
}

const STATEMENT_TIMEOUT_MS = 10_000
const CONNECTION_TIMEOUT_MS = 2_500
/** On top of the time that PostgreSQL itself gives a statement: past it, the network lost the answer. */
const ANSWER_MARGIN_MS = 2_000

export const openDatabase = (options: DatabaseOptions): Database => {
  const { timeoutMs = STATEMENT_TIMEOUT_MS } = options
  const pool = new pg.Pool({
    connectionString: options.url,
    application_name: options.applicationName,
    max: options.maxConnections,
    keepAlive: true,
    idleTimeoutMillis: options.staysConnected ? 0 : 10_000,
    // A request that finds no connection is refused soon (503), instead of piling up behind the others.
    connectionTimeoutMillis: Math.min(timeoutMs, CONNECTION_TIMEOUT_MS),
    statement_timeout: timeoutMs,
    query_timeout: timeoutMs + ANSWER_MARGIN_MS,
    idle_in_transaction_session_timeout: 15_000,
  })
  pool.on('error', options.onIdleError)
  // A connection in use tells its user by the failing query; the event beside it would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  return { db: drizzle(pool, { schema: tables, casing: 'snake_case' }), pool, close: () => pool.end() }
}
