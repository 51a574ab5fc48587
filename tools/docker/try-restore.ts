/**
 * npm run try:restore: `slipstream backup`, `restore --to TIME`, `reopen` and `drill` on a store that runs from the shipped
 * compose file. The ledger is dropped; the restored database must be that of the second before, but for the tables that a
 * restore itself changes. Then the server is lost with its database: `restore --latest` brings the store back on a new one. Needs the
 * image of `npm run try:docker`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { withClient } from '@slipstream/db/testing/test-database'
import { runSlipstream, untilHealthy } from './composed-store.ts'
import { runTrial } from './run-trial.ts'
import { databaseOf, startComposedStore } from './start-composed.ts'

const OTHER_PASSWORD = 'of-the-new-server'

/** How many rows each table has, and a sum over all of them. */
const readTables = (databaseUrl: string) =>
  withClient(databaseUrl, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public' order by 1`,
    )
    const found: Record<string, string> = {}
    for (const { name } of tables) {
      const { rows } = await client.query<{ found: string }>(
        `select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as found from ${name} t`,
      )
      found[name] = rows[0]?.found ?? ''
    }
    return found
  })

/** A restore closes the store, marks the copy, causes errors in the servers and adds a backup, all in these tables. */
const CHANGING = /^public\.(?:settings|restored_copies|error_groups|error_minutes|base_backups)$/

const differences = (before: Record<string, string>, after: Record<string, string>) =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => before[name] !== after[name] && !CHANGING.test(name),
  )

await runTrial('restore', async (trial) => {
  const { docker } = trial
  const { url, deployment, databaseUrl } = await startComposedStore(trial)
  const command = async (...args: string[]) => {
    const began = Date.now()
    const code = await runSlipstream(docker, deployment, args, { ASK: 'no' })
    if (code !== 0) throw new Error(`slipstream ${args.join(' ')} ended with ${code}`)
    console.log(`slipstream ${args[0]}: ${Math.round((Date.now() - began) / 1_000)} s`)
  }

  await command('backup', 'full')
  // The worker would keep changing rows.
  await docker.compose(deployment, 'stop', 'worker')
  await withClient(databaseUrl, (client) => client.query(`update mods set title = title || ' II' where id = 1`))
  const before = await readTables(databaseUrl)
  const time = await withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ at: string }>(
      `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') || '+00' as at`,
    )
    return rows[0]?.at ?? ''
  })
  await sleep(1_000)
  await withClient(databaseUrl, async (client) => {
    await client.query('drop table ledger_entries cascade')
    await client.query(`update mods set title = 'lost'`)
  })
  const requireTables = async (expected: Record<string, string>, password?: string) => {
    const found = differences(expected, await readTables(await databaseOf(docker, password)))
    if (found.length > 0) throw new Error(`these tables differ: ${found.join(', ')}`)
  }
  await command('restore', '--to', time)
  await requireTables(before)
  // Restores another time from the same archive, in which the first restore has started its own timeline.
  await command('restore', '--to', time)
  await requireTables(before)
  // As if the command had been killed after the swap.
  writeFileSync(join(deployment, 'restoring'), '')
  if ((await runSlipstream(docker, deployment, ['update'])) === 0) throw new Error('an unfinished restore was opened')
  await command('restore', '--finish')
  await requireTables(before)
  const compared = Object.keys(before).filter((name) => !CHANGING.test(name))
  console.log(
    `${compared.length} tables are those of ${time}; ${Object.keys(before).length - compared.length} a restore changes`,
  )
  const closed = await fetch(`${url}/api/mods`)
  if (closed.status !== 503) throw new Error(`the restored store answered ${closed.status} before it was reopened`)

  await command('reopen')
  const open = await fetch(`${url}/mods/1`)
  if (open.status !== 200) throw new Error(`the reopened store answered ${open.status}`)
  console.log('closed until it was reopened; then it answered')
  await command('drill')

  // A new server has the old settings, an empty database and another password for it.
  await docker.compose(deployment, 'stop', 'server-1', 'server-2', 'worker')
  await command('backup', 'incr')
  const last = await readTables(await databaseOf(docker))
  await docker.compose(deployment, 'down', '--volumes', '--timeout', '20')
  const settings = readFileSync(join(deployment, '.env'), 'utf8')
  writeFileSync(join(deployment, '.env'), settings.replace(/(?<=^POSTGRES_PASSWORD=).*/m, OTHER_PASSWORD))
  await docker.compose(deployment, 'up', '--detach', 'postgres', 'redis', 'backups')
  await untilHealthy(docker, 'postgres')
  await command('restore', '--latest')
  await requireTables(last, OTHER_PASSWORD)
  await command('reopen')
  console.log('a new server has the database of the lost one')
})
