import { migrate } from '@slipstream/db/migrate'
import { loadConfig } from '#config.ts'
import { installQueue } from '#lib/jobs/jobs.ts'

const { databaseUrl } = loadConfig()
const ran = await migrate(databaseUrl, (line) => console.log(line))
await installQueue(databaseUrl)
console.log(ran.length === 0 ? 'the schema is up to date' : `${ran.length} migrations ran`)
