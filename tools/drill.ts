/**
 * npm run drill [-- --tickets 1000000 --buyers 40]: restores a store to a moment and after the loss of its machine, from
 * encrypted backups in object storage. See docs/backups.md. Needs npm run build and pgBackRest.
 */
import { runDrill } from './bench/run-drill.ts'

await runDrill('archive-drill', async () => ({}))
