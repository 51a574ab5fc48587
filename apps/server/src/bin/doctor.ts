/** npm run doctor: checks everything that must be right before people can buy. Exits with 1 if something is not. */
import { pino } from 'pino'
import { loadConfig } from '#config.ts'
import { examine } from '#features/doctor/all-checks.ts'
import { reasonOf } from '#lib/reason-of.ts'
import { openServices } from '#open-services.ts'

const config = loadConfig()
const services = await openServices(config, pino({ level: 'silent' })).catch((error: unknown) => {
  console.error(`FAILED  Database: ${reasonOf(error)}`)
  console.error('        Check DATABASE_URL, and that PostgreSQL is running.')
  process.exit(1)
})
const results = await examine(services)
for (const { title, problem, remedy } of results) {
  console.log(problem === null ? `ok      ${title}` : `FAILED  ${title}: ${problem}\n        ${remedy}`)
}
const failed = results.filter(({ problem }) => problem !== null).length
console.log(failed === 0 ? `All ${results.length} checks passed.` : `${failed} of ${results.length} checks failed.`)
await services.live.drain()
await services.close()
process.exitCode = failed === 0 ? 0 : 1
