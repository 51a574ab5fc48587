import type { PurgeResult } from '@slipstream/contract/developer'
import { type Db, inTransaction } from '@slipstream/db/client'
import type { Cdn } from '#gateways/cdn.ts'
import type { RedisGateway } from '#gateways/redis.ts'
import { announceChange, type Topic } from '#lib/cache/change-bus.ts'
import { countCopies } from '#lib/cache/shared-cache.ts'
import { recordOperation } from './operations.service.ts'

interface PurgeParts {
  db: Db
  redis: RedisGateway
  cdn: Cdn
}

/**
 * Announcing a topic clears it from Redis and from the memory of every process. The type requires all topics: a new one
 * does not compile until it is purged too.
 */
const TOPICS = Object.keys({
  settings: true,
  legal: true,
  team: true,
  mods: true,
  plans: true,
  cart: true,
  user: true,
  requests: true,
  canary: true,
} satisfies Record<Topic, true>) as Topic[]

/**
 * The CDN comes last: purged earlier, it could fetch an old page from a process that still has it. If it fails, the
 * rest is still purged, and the developer can try again.
 */
export const purgeCaches = async ({ db, redis, cdn }: PurgeParts, actorId: number): Promise<PurgeResult> => {
  const redisCopies = await countCopies(redis)
  await inTransaction(db, async (tx) => {
    for (const topic of TOPICS) await announceChange(tx, topic)
    await recordOperation(tx, actorId, 'Purge cache', { redisCopies, cdn: cdn.isConfigured })
  })
  const start = performance.now()
  await cdn.purgeEverything()
  return {
    success: true,
    redisCopies,
    cdn: { configured: cdn.isConfigured, latencyMs: cdn.isConfigured ? Math.round(performance.now() - start) : null },
  }
}
