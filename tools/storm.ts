/**
 * npm run storm: customers buy while Stripe fails, webhooks get lost, processes are killed and PostgreSQL crashes.
 * Afterwards every cent and every mod is counted. See docs/performance.md.
 */
import { runOnOwnPostgres } from './on-own-postgres.ts'

await runOnOwnPostgres('storm', 'apps/server/src/proofs/storm/run.ts')
