import { setTimeout as sleep } from 'node:timers/promises'
import type { Mailer } from '#gateways/mailer.ts'
import type { RedisGateway } from '#gateways/redis.ts'
import type { Storage } from '#gateways/storage.ts'
import { LRUCache } from 'lru-cache'
import { type DatabaseOptions, openDatabase } from '@slipstream/db/client'

const CHECK_TIMEOUT_MS = 1_000
/** Callers within this time share one result, so frequent checks cost the dependencies nothing. */
const SHARED_MS = 1_000

type State = 'up' | 'down'

interface Readiness {
  /**
   * ready: everything answers. degraded: the store works, but with reduced functionality. unavailable: it cannot work
   * without its database.
   */
  status: 'ready' | 'degraded' | 'unavailable'
  parts: { postgres: State; redis: State; storage: State; mail: State }
}

interface Dependencies {
  checkDatabase: () => Promise<unknown>
  redis: Pick<RedisGateway, 'isUp'>
  storage: Pick<Storage, 'check'>
  mailer: Pick<Mailer, 'check'>
}

export type ReadReadiness = () => Promise<Readiness>

/** One check at a time and at most one per second, however many callers. */
export const shareReadiness = (dependencies: Dependencies): ReadReadiness => {
  const shared = new LRUCache<'now', Readiness>({
    max: 1,
    ttl: SHARED_MS,
    fetchMethod: () => checkReadiness(dependencies),
  })
  return async () => (await shared.fetch('now'))!
}

const checkReadiness = async ({ checkDatabase, redis, storage, mailer }: Dependencies): Promise<Readiness> => {
  const [postgres, storageState, mail] = await Promise.all([
    stateOf(checkDatabase),
    stateOf((signal) => storage.check(signal)),
    stateOf(() => mailer.check()),
  ])
  const parts = { postgres, redis: redis.isUp() ? 'up' : 'down', storage: storageState, mail } as const
  if (postgres === 'down') return { status: 'unavailable', parts }
  return { status: Object.values(parts).includes('down') ? 'degraded' : 'ready', parts }
}

const stateOf = async (check: (signal: AbortSignal) => Promise<unknown>): Promise<State> => {
  const abort = new AbortController()
  try {
    return await Promise.race([
      check(abort.signal).then(() => 'up' as const),
      sleep(CHECK_TIMEOUT_MS, 'down' as const, { signal: abort.signal }),
    ])
  } catch {
    return 'down'
  } finally {
    abort.abort()
  }
}

/**
 * The check has its own permanent connection: while visitors hold the whole pool, or PostgreSQL accepts no more
 * connections, the database is busy and not down.
 */
export const openDatabaseCheck = (options: Pick<DatabaseOptions, 'url' | 'onIdleError'>) => {
  const { pool, close } = openDatabase({
    ...options,
    applicationName: 'slipstream-readiness',
    maxConnections: 1,
    timeoutMs: CHECK_TIMEOUT_MS,
    staysConnected: true,
  })
  return { check: () => pool.query('select 1'), close }
}
