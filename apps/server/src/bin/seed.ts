/** npm run db:seed: fills an empty store with the demo (--if-empty: and says nothing otherwise; --reset: empties it first). */
import { sql } from 'drizzle-orm'
import { inTransaction, openDatabase } from '@slipstream/db/client'
import { emptyTables } from '@slipstream/db/empty-tables'
import { seedDemo } from '@slipstream/db/seeds/demo'
import { loadConfig } from '#config.ts'
import { announceChange } from '#lib/change-bus.ts'

const config = loadConfig()
const reset = process.argv.includes('--reset')
if (reset && config.nodeEnv === 'production') {
  console.error('A production store is never reset.')
  process.exit(1)
}

const database = openDatabase({
  url: config.databaseUrl,
  applicationName: 'slipstream-seed',
  maxConnections: 1,
  onIdleError: (error) => console.error(error.message),
})
try {
  const done = await inTransaction(database.db, async (tx) => {
    if (reset) await emptyTables(tx)
    const { rows } = await tx.execute<{ used: boolean }>(
      sql`select exists (select from settings) or exists (select from team_categories) as used`,
    )
    if (rows[0]?.used) return false
    await seedDemo(tx)
    await announceChange(tx, 'settings')
    await announceChange(tx, 'team')
    return true
  })
  if (done) console.log('the demo store is filled')
  else if (!process.argv.includes('--if-empty')) throw new Error('the store is not empty; --reset empties it first')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await database.close()
}
