/** npm run measure:money [-- CHARGES]: time and memory of a money check, in a process with a heap of 512 MB. */
import { openDatabase } from '@slipstream/db/client'
import { migrate } from '@slipstream/db/migrate'
import { dropDatabase, recreateDatabase } from '@slipstream/db/testing/test-database'
import { compareMany } from './many-charges.ts'

const MOST_MB = 150
const [charges = '260000'] = process.argv.slice(2)
const base = process.env.DATABASE_URL ?? ''
const name = `money_${process.pid}`
const url = await recreateDatabase(base, name)
const database = openDatabase({
  url,
  applicationName: 'slipstream-money-check',
  maxConnections: 2,
  onIdleError: () => {},
  // Filling the ledger is one statement.
  timeoutMs: 600_000,
  staysConnected: true,
})
try {
  await migrate(url)
  const { seconds, grownMb, differences, isSame } = await compareMany(database.db, Number(charges))
  console.log(`${charges} charges in ${Math.round(seconds)} s, ${grownMb} MB more heap, ${differences} differences`)
  if (!isSame || differences > 0 || grownMb > MOST_MB) process.exitCode = 1
} finally {
  await database.close()
  await dropDatabase(base, name)
}
