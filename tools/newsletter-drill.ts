/**
 * npm run newsletter-drill: sends a newsletter to 100,000 people, pausing it and killing its worker on the way. See
 * docs/performance.md. Needs npm run build.
 */
import { runDrill } from './bench/run-drill.ts'
import { openOwnPostgres } from './services/own-postgres.ts'

await runDrill('newsletter-drill', async (undo) => {
  const postgres = await openOwnPostgres('drill')
  undo(postgres.close)
  return { DATABASE_URL: postgres.url }
})
