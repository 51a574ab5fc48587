/**
 * npm run restore-drill: backs up a store with many orders while it serves visitors and its worker is killed, then
 * restores it into a fresh PostgreSQL cluster. See docs/performance.md. Needs npm run build.
 */
import { runDrill } from './bench/run-drill.ts'
import { startSettings } from './bench/start-settings.ts'
import { openOwnPostgres } from './services/own-postgres.ts'
import { repositoryRoot } from './services/places.ts'

await runDrill('restore-drill', async (undo) => {
  const source = await openOwnPostgres('drill-source')
  undo(source.close)
  const target = await openOwnPostgres('drill-target')
  undo(target.close)
  return {
    WORKER_NODE_OPTIONS: startSettings(repositoryRoot, 'start:worker').NODE_OPTIONS ?? '',
    DATABASE_URL: source.url,
    RESTORED_DATABASE_URL: target.url,
  }
})
