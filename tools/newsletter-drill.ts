/**
 * npm run newsletter-drill: a newsletter goes to 100,000 people while it is paused and its worker is killed. See
 * docs/performance.md. Needs npm run build.
 */
import { runDrill } from './bench/run-drill.ts'
import { openOwnPostgres } from './services/own-postgres.ts'

await runDrill('newsletter-drill', async (undo) => {
  const postgres = await openOwnPostgres('drill')
  undo(postgres.close)
  return { DATABASE_URL: postgres.url }
})
