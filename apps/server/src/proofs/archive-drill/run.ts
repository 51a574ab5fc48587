/**
 * The part of `npm run drill` that runs against the store's services: a store with many tickets and some orders archives its changes and
 * loses a table, then its whole machine. Both times it is restored from object storage by deploy/backup. See
 * docs/backups.md.
 */
import { parseArgs } from 'node:util'
import path from 'node:path'
import { migrate } from '@slipstream/db/migrate'
import { withClient } from '@slipstream/db/testing/test-database'
import { DEPLOY_BACKUP, openOwnRepository } from '#testing/own-repository.ts'
import { installQueue } from '#lib/jobs/jobs.ts'
import { openOwnBuckets } from '#testing/own-buckets.ts'
import { prepareOwnPostgres } from '#testing/own-postgres.ts'
import { fillTickets } from '../growth/fill-tickets.ts'
import { runDrill, type Undo } from '../run-drill.ts'
import { checkCopy } from './check-copy.ts'
import { deployCommand } from './deploy-command.ts'
import { loseMachine } from './lose-machine.ts'
import { loseTable } from './lose-table.ts'
import { storeObjects } from './store-objects.ts'
import { tradeForAWhile } from './trade.ts'

const AIM = { gapSeconds: 60, bytes: 10e9, minutes: 15 }

const { values } = parseArgs({
  options: { tickets: { type: 'string', default: '1000000' }, buyers: { type: 'string', default: '40' } },
})
const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
const say = (line: string) => console.log(line)
const seconds = (since: number) => (performance.now() - since) / 1_000

const drill = async (undone: Undo) => {
  const repository = await openOwnRepository(process.env)
  undone.push(repository.close)
  const buckets = await openOwnBuckets(process.env)
  undone.push(buckets.remove)
  const postgres = await prepareOwnPostgres()
  undone.push(postgres.close)
  const { username: PGUSER, password: PGPASSWORD, pathname } = new URL(postgres.url)
  const environment = {
    ...repository.environment,
    PGBACKREST_LOCK_PATH: path.join(postgres.folder, 'lock'),
    PGBACKREST_PG1_PATH: postgres.data,
    PGBACKREST_PG1_PORT: String(postgres.port),
    PGBACKREST_PG1_USER: PGUSER,
    PGHOST: '127.0.0.1',
    PGPORT: String(postgres.port),
    PGUSER,
    PGPASSWORD,
    PGDATABASE: pathname.slice(1),
  }
  await postgres.start({ settings: [`include '${path.join(DEPLOY_BACKUP, 'postgresql.conf')}'`], environment })
  const command = deployCommand(environment, say)

  const filling = performance.now()
  await migrate(postgres.url)
  await installQueue(postgres.url)
  // As after an installation: from now on every change is archived.
  await command('backup', 'full')
  await fillTickets(postgres.url, Number(values.tickets))
  const { rows } = await withClient(postgres.url, (client) =>
    client.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes'),
  )
  const bytes = Number(rows[0]?.bytes)
  say(
    `${whole.format(Number(values.tickets))} tickets, ${whole.format(bytes / 1e6)} MB: ${whole.format(seconds(filling))} s`,
  )
  const store = { ...process.env, ...buckets.environment, DATABASE_URL: postgres.url }
  await storeObjects(store)

  const backingUp = performance.now()
  await command('backup', 'full')
  say(`full backup, encrypted: ${whole.format(seconds(backingUp))} s`)

  const stripe = await tradeForAWhile(store, Number(values.buyers), say)
  undone.push(stripe.close)

  const copy = path.join(postgres.folder, 'copy')
  const lost = await loseTable(postgres.url, { command, copy, say })
  undone.push(lost.close)
  await checkCopy({ ...store, DATABASE_URL: lost.url, STRIPE_API_URL: stripe.address }, say)
  await lost.close()
  const minutes = (lost.restoreSeconds * AIM.bytes) / bytes / 60
  say(
    `restored ${whole.format(bytes / 1e6)} MB in ${whole.format(lost.restoreSeconds)} s; 10 GB would take about ${whole.format(minutes)} minutes at this rate (extrapolated, aim ${AIM.minutes})`,
  )
  // The rate of a small database says nothing: most of its time is spent on starting.
  if (bytes > AIM.bytes / 20 && minutes > AIM.minutes) throw new Error('a database of 10 GB would take too long')

  await command('drill', '--into', path.join(postgres.folder, 'spare'), '--port', String(lost.port))
  const gap = await loseMachine(postgres, { command, port: lost.port, say })
  if (gap > AIM.gapSeconds) throw new Error(`${gap} s of changes were lost, more than ${AIM.gapSeconds} s`)
}

await runDrill(drill)
