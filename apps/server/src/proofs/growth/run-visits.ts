/** npm run growth:visits: how long the visit reports take with 50 million events from a year. */
import { parseArgs } from 'node:util'
import { migrate } from '@slipstream/db/migrate'
import { dropDatabase, recreateDatabase } from '@slipstream/db/testing/test-database'
import { measureVisits } from './measure-visits.ts'
import { judgeAnswers } from './times.ts'

const ROUNDS = 20

const { values } = parseArgs({ options: { events: { type: 'string', default: '50000000' } } })
const base = process.env.DATABASE_URL ?? ''
const name = `visits_${process.pid}`
const url = await recreateDatabase(base, name)
try {
  await migrate(url)
  const { counted, countedSeconds, answers } = await measureVisits(url, Number(values.events), ROUNDS)
  console.log(`${counted} events counted in ${countedSeconds} s`)
  judgeAnswers(answers)
} finally {
  await dropDatabase(base, name)
}
