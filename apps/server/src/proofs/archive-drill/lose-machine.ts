import { rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { withClient } from '@slipstream/db/testing/test-database'
import type { OwnPostgres } from '#testing/own-postgres.ts'
import type { DeployCommand } from './deploy-command.ts'
import { stopCluster } from './lose-table.ts'

/** Shortly before the next segment is due, which is the worst moment. `archive_timeout` is 30 s. */
const WORST_MS = 29_000
const BEAT_MS = 200

interface Options {
  command: DeployCommand
  port: number
  say: (line: string) => void
}

/** Kills PostgreSQL, removes its disk and restores what the object storage has. Returns the seconds that are lost. */
export const loseMachine = async (postgres: OwnPostgres, { command, port, say }: Options) => {
  const last = await beatUntilWorst(postgres.url)
  await postgres.kill()
  await rm(postgres.data, { recursive: true })
  say('PostgreSQL was killed and its disk removed, just before the next segment was due')

  const data = path.join(postgres.folder, 'after-the-loss')
  const began = performance.now()
  await command('restore', '--into', data, '--port', String(port))
  const took = (performance.now() - began) / 1_000
  const url = new URL(postgres.url)
  url.port = String(port)
  const { rows } = await withClient(url.href, (client) =>
    client.query<{ gap: string; beats: string }>(
      `select extract(epoch from $1::timestamptz - max(at)) as gap, count(*) as beats from beats`,
      [last],
    ),
  )
  await stopCluster(data)
  const gap = Number(rows[0]?.gap)
  if (!(Number(rows[0]?.beats) > 0)) throw new Error('the restored database contains nothing of the last minute')
  say(`restored in ${Math.round(took)} s; gap: the last ${Math.round(gap)} s before the loss are missing`)
  return gap
}

/** Commits a row five times a second until just before the next segment is due. */
const beatUntilWorst = (url: string) =>
  withClient(url, async (client) => {
    await client.query('create table beats (at timestamptz not null default clock_timestamp())')
    await client.query('insert into beats default values')
    let last = new Date()
    let archivedAt = (await archived(client)).at
    const before = archivedAt
    for (;;) {
      const { rows } = await client.query<{ at: Date }>('insert into beats default values returning at')
      last = rows[0]?.at ?? last
      const now = await archived(client)
      archivedAt = now.at
      if (archivedAt > before && now.ageMs > WORST_MS) return last.toISOString()
      await sleep(BEAT_MS)
    }
  })

const archived = async (client: { query: (text: string) => Promise<{ rows: unknown[] }> }) => {
  const { rows } = await client.query(
    `select coalesce(extract(epoch from last_archived_time) * 1000, 0)::float8 as at,
       coalesce(extract(epoch from clock_timestamp() - last_archived_time) * 1000, 0)::float8 as "ageMs"
     from pg_stat_archiver`,
  )
  return rows[0] as { at: number; ageMs: number }
}
