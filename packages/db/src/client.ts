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
}

export const openDatabase = ({ url, applicationName, maxConnections, onIdleError }: DatabaseOptions): Database => {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: applicationName,
    max: maxConnections,
    // A request that finds no connection is refused soon (503), instead of piling up behind the others.
    connectionTimeoutMillis: 2_500,
    statement_timeout: 10_000,
    idle_in_transaction_session_timeout: 15_000,
  })
  pool.on('error', onIdleError)
  // A connection in use tells its user by the failing query; the event beside it would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  return { db: drizzle(pool, { schema: tables, casing: 'snake_case' }), pool, close: () => pool.end() }
}
