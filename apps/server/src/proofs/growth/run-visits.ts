/** npm run growth:visits: how long the reports of visits take with 50 million events of a year. */
import { parseArgs } from 'node:util'
import { migrate } from '@slipstream/db/migrate'
import { dropDatabase, recreateDatabase } from '@slipstream/db/testing/test-database'
import { measureVisits } from './measure-visits.ts'

/** An administrator opens these pages every morning. */
const MOST_MS = 300
const ROUNDS = 20

const { values } = parseArgs({ options: { events: { type: 'string', default: '50000000' } } })
const base = process.env.DATABASE_URL ?? ''
const name = `visits_${process.pid}`
const url = await recreateDatabase(base, name)
try {
  await migrate(url)
  const { counted, countedSeconds, answers } = await measureVisits(url, Number(values.events), ROUNDS)
  console.log(`${counted} events counted in ${countedSeconds} s`)
  console.table(answers.map(({ answer, p95Ms }) => ({ answer, 'p95 ms': Math.round(p95Ms) })))
  const slow = answers.filter(({ p95Ms }) => p95Ms > MOST_MS)
  for (const { answer } of slow) console.log(`missed: ${answer} takes more than ${MOST_MS} ms`)
  if (slow.length > 0) process.exitCode = 1
} finally {
  await dropDatabase(base, name)
}
