/**
 * npm run live-streams: what 2,000 and 10,000 open event streams cost, how fast they deliver, and whether every reader has
 * every message after Redis, PostgreSQL or the server failed. See docs/performance.md.
 */
import { runOnOwnPostgres } from './on-own-postgres.ts'

await runOnOwnPostgres('live', 'apps/server/src/proofs/live-streams/run.ts')
