/**
 * npm run live-streams: whether every reader of an event stream has every message after Redis, PostgreSQL or the server
 * failed. See docs/performance.md.
 */
import { runOnOwnPostgres } from './on-own-postgres.ts'

await runOnOwnPostgres('live', 'apps/server/src/proofs/live-streams/run.ts')
