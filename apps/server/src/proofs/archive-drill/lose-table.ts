import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '@slipstream/db/client'
import { createUser } from '@slipstream/db/testing/factories'
import { createMod } from '@slipstream/db/testing/catalogue-factories'
import { createPurchase } from '@slipstream/db/testing/order-factories'
import { withClient } from '@slipstream/db/testing/test-database'
import { connect, differingTables, hashTables, type TableHashes } from '#features/backups/table-hashes.ts'
import { freePort } from '#testing/free-port.ts'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import path from 'node:path'
import { databaseUser, postgresPrograms } from '#testing/own-postgres.ts'
import type { DeployCommand } from './deploy-command.ts'

const LATER_ORDERS = 300

interface Options {
  command: DeployCommand
  /** The folder of the restored cluster. */
  copy: string
  say: (line: string) => void
}

/** Notes a time, writes on, drops a table, and restores that time into a spare cluster, where every row must be equal. */
export const loseTable = async (url: string, { command, copy, say }: Options) => {
  const then = await hash(url)
  const at = await clockOf(url)
  // Ensures that later changes have a later timestamp.
  await sleep(1_000)
  await writeOn(url)
  const later = await hash(url)
  const changed = differingTables(then, later)
  if (!changed.includes('public.orders')) throw new Error('nothing was written after the noted time')
  await withClient(url, (client) => client.query('drop table ledger_entries cascade'))
  say(`noted ${at}; later ${LATER_ORDERS} orders changed ${changed.length} tables, and ledger_entries was dropped`)
  const waited = await untilArchived(url)
  say(`the change is in the archive ${Math.round(waited)} s later`)

  const port = await freePort()
  const began = performance.now()
  await command('restore', '--to', at, '--into', copy, '--port', String(port))
  const restoreSeconds = (performance.now() - began) / 1_000
  const restored = new URL(url)
  restored.port = String(port)
  const differing = differingTables(then, await hash(restored.href))
  if (differing.length > 0) throw new Error(`These tables differ from the noted time: ${differing.join(', ')}`)
  const rows = Object.values(then).reduce((sum, table) => sum + table.rows, 0)
  say(`all ${Object.keys(then).length} tables with ${rows} rows are exactly those of ${at}`)
  let isOpen = true
  const close = async () => {
    if (isOpen) await stopCluster(copy)
    isOpen = false
  }
  return { url: restored.href, port, restoreSeconds, close }
}

/** Stops a cluster that `restore` has started. */
export const stopCluster = async (data: string) => {
  const program = path.join(await postgresPrograms(), 'pg_ctl')
  await promisify(execFile)(program, ['-D', data, '-m', 'fast', '-w', 'stop'], await databaseUser())
}

const hash = async (url: string): Promise<TableHashes> => {
  const client = await connect(url)
  try {
    return await hashTables(client)
  } finally {
    await client.end()
  }
}

const clockOf = async (url: string) => {
  const { rows } = await withClient(url, (client) =>
    client.query<{ at: string }>(
      `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US+00') as at`,
    ),
  )
  return rows[0]?.at ?? ''
}

const writeOn = async (url: string) => {
  const { db, close } = openDatabase({
    url,
    applicationName: 'slipstream-drill',
    maxConnections: 1,
    onIdleError: () => {},
  })
  try {
    const mod = await createMod(db)
    for (let made = 0; made < LATER_ORDERS; made++) {
      const user = await createUser(db, { username: `late_driver_${made}` })
      await createPurchase(db, { userId: user.id, mod })
    }
  } finally {
    await close()
  }
}

/** Waits until the current segment is archived, without forcing a switch, as if nobody had noticed the loss. */
const untilArchived = (url: string) =>
  withClient(url, async (client) => {
    const began = performance.now()
    const { rows } = await client.query<{ segment: string }>(
      'select pg_walfile_name(pg_current_wal_insert_lsn()) as segment',
    )
    for (;;) {
      const { rowCount } = await client.query('select from pg_stat_archiver where last_archived_wal >= $1', [
        rows[0]?.segment,
      ])
      if (rowCount) return (performance.now() - began) / 1_000
      await sleep(200)
    }
  })
