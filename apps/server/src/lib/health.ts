import { setTimeout as sleep } from 'node:timers/promises'
import type { Mailer } from '#gateways/mailer.ts'
import type { RedisGateway } from '#gateways/redis.ts'
import type { Storage } from '#gateways/storage.ts'
import { sql } from 'drizzle-orm'
import type { Db } from '@slipstream/db/client'

const CHECK_TIMEOUT_MS = 1_000

type State = 'up' | 'down'

export interface Readiness {
  /** ready: all is there. degraded: the store sells on with less. unavailable: without its database it cannot. */
  status: 'ready' | 'degraded' | 'unavailable'
  parts: { postgres: State; redis: State; storage: State; mail: State }
}

interface Parts {
  db: Db
  redis: RedisGateway
  storage: Storage
  mailer: Mailer
}

export const readReadiness = async ({ db, redis, storage, mailer }: Parts): Promise<Readiness> => {
  const [postgres, storageState, mail] = await Promise.all([
    stateOf(() => db.execute(sql`select 1`)),
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
