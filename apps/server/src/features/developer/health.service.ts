import { sql } from 'drizzle-orm'
import type { HealthSnapshot, Measured } from '@slipstream/contract/developer'
import { type Db, readRows } from '@slipstream/db/client'
import type { LiveSettings } from '#features/settings/live-settings.service.ts'
import type { Mailer } from '#gateways/mailer.ts'
import type { RedisGateway } from '#gateways/redis.ts'
import type { Storage } from '#gateways/storage.ts'
import type { StripeGateway } from '#gateways/stripe.ts'
import { readQueueState } from '#lib/jobs/queue-state.ts'
import { STORE_VERSION } from '#lib/store-version.ts'
import { reasonOf } from '#lib/reason-of.ts'
import { withTimeout } from '#lib/with-timeout.ts'

/**
 * Each check has its own time limit and all run at once, so a check that hangs delays the answer by at most this long
 * and does not hide the others. The page refetches every 10 s.
 */
const CHECK_TIMEOUT_MS = 4_000

export interface HealthParts {
  db: Db
  redis: RedisGateway
  storage: Pick<Storage, 'check'>
  mailer: Pick<Mailer, 'check'>
  stripe: Pick<StripeGateway, 'isConfigured' | 'check'>
  settings: Pick<LiveSettings, 'current'>
  hasDiscordLogin: boolean
  /** Removes secrets from the message of a failed check. */
  redact: (text: string) => string
}

export const readHealth = async (parts: HealthParts): Promise<HealthSnapshot> => {
  const checkedAt = new Date()
  const start = performance.now()
  const { db, redis, storage, mailer, stripe, settings } = parts
  const measure = checkWith(parts.redact)
  const [database, stripeState, redisState, storageState, mail, queue, counts] = await Promise.all([
    measure('The database', () => readRows(db, sql`select 1`)),
    measure('Stripe', () => stripe.check()),
    measure('Redis', () => pingRedis(redis)),
    measure('The object storage', (signal) => storage.check(signal)),
    measure('The mail server', () => mailer.check()),
    measure('The job queue', () => readQueueState(db)),
    measure('The counts', () => readCounts(db)),
  ])
  return {
    systems: {
      database: withoutValue(database),
      stripe: { configured: stripe.isConfigured, ...withoutValue(stripeState) },
      discordAuth: { configured: parts.hasDiscordLogin },
      redis: withoutValue(redisState),
      storage: withoutValue(storageState),
      mail: withoutValue(mail),
      queue: { ...withoutValue(queue), waiting: queue.value?.waiting ?? null, dead: queue.value?.dead ?? null },
      workers: { ok: (queue.value?.workers ?? 0) > 0, alive: queue.value?.workers ?? null },
    },
    settings: { maintenanceMode: settings.current().maintenanceMode },
    metrics: metricsOf(counts.value),
    cache: { enabled: redis.isUp() },
    version: STORE_VERSION,
    uptimeSeconds: Math.floor(process.uptime()),
    now: new Date().toISOString(),
    checkedAt: checkedAt.toISOString(),
    durationMs: rounded(performance.now() - start),
  }
}

interface Check<T> extends Measured {
  value: T | null
}

const checkWith =
  (redact: HealthParts['redact']) =>
  async <T>(what: string, work: (signal: AbortSignal) => Promise<T>): Promise<Check<T>> => {
    const start = performance.now()
    const latencyMs = () => rounded(performance.now() - start)
    try {
      const value = await withTimeout(CHECK_TIMEOUT_MS, what, work)
      return { ok: true, latencyMs: latencyMs(), error: null, value }
    } catch (error) {
      return { ok: false, latencyMs: latencyMs(), error: redact(reasonOf(error)), value: null }
    }
  }

const withoutValue = ({ ok, latencyMs, error }: Measured): Measured => ({ ok, latencyMs, error })

const rounded = (ms: number) => Math.round(ms * 10) / 10

const pingRedis = async (redis: RedisGateway) => {
  if ((await redis.attempt((client) => client.ping())) === null) throw new Error('Redis does not answer')
}

interface Counts {
  mods: number
  users: number
  approved: number
  pending: number
  messages: number
}

const readCounts = async (db: Db): Promise<Counts | undefined> => {
  const [counts] = await readRows<{ [Name in keyof Counts]: number }>(
    db,
    sql`
    select (select count(*)::int from mods) as mods,
      (select count(*)::int from users where erased_at is null) as users,
      (select count(*)::int from reviews where status = 'approved') as approved,
      (select count(*)::int from reviews where status = 'pending') as pending,
      (select count(*)::int from chat_messages where created_at > now() - interval '1 day' and deleted_at is null)
        as messages`,
  )
  return counts
}

const metricsOf = (counts: Counts | null | undefined): HealthSnapshot['metrics'] => ({
  totals: { mods: counts?.mods ?? null, users: counts?.users ?? null },
  reviews: { approved: counts?.approved ?? null, pending: counts?.pending ?? null },
  adminChatLast24h: counts?.messages ?? null,
})
