/** npm run db:seed: fills an empty store with the demo (--if-empty: and says nothing otherwise; --reset: empties it first). */
import { sql } from 'drizzle-orm'
import { inTransaction, type Tx } from '@slipstream/db/client'
import { emptyTables } from '@slipstream/db/empty-tables'
import { seedDemo } from '@slipstream/db/seeds/demo'
import { loadConfig } from '#config.ts'
import { announceChange } from '#lib/change-bus.ts'
import { runCommand } from '#lib/run-command.ts'

const config = loadConfig()
const reset = process.argv.includes('--reset')
/** Production with the real third parties; where emulators are in their place, it is somebody's own machine. */
const isLive =
  config.nodeEnv === 'production' && Object.values(config.providers).every((url) => url.startsWith('https:'))

const isUsed = async (tx: Tx) => {
  const { rows } = await tx.execute<{ used: boolean }>(
    sql`select exists (select from settings) or exists (select from team_categories) or exists (select from users) as used`,
  )
  return rows[0]?.used ?? false
}

const seed = async (tx: Tx) => {
  if (reset) await emptyTables(tx)
  if (await isUsed(tx)) return false
  await seedDemo(tx)
  await announceChange(tx, 'settings')
  await announceChange(tx, 'team')
  return true
}

await runCommand('seed', config, async (db) => {
  if (reset && config.nodeEnv === 'production') throw new Error('A production store is never reset.')
  if (isLive) throw new Error('A live store gets no demo: everybody knows the password of its administrator.')
  if (await inTransaction(db, seed)) return 'the demo store is filled'
  if (process.argv.includes('--if-empty')) return ''
  throw new Error('the store is not empty; --reset empties it first')
})
