import { tmpdir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '@slipstream/db/client'
import { findExpiring, findFullDisks } from '#features/alerts/machine.alerts.ts'
import type { RedisGateway } from '#gateways/redis.ts'
import type { Mailer } from '#gateways/mailer.ts'
import type { Storage } from '#gateways/storage.ts'
import { readClock } from '#lib/database-clock.ts'
import { readBridgedAddress } from '#lib/http/bridged-visitors.ts'
import type { SetupCheck } from './setup-check.ts'

export interface MachineParts {
  db: Db
  redis: Pick<RedisGateway, 'attempt'>
  mailer: Pick<Mailer, 'check'>
  storage: Pick<Storage, 'publicUrl'>
  publicUrl: string
  now: () => number
  readDisk?: Parameters<typeof findFullDisks>[1]
}

/** With a much larger skew, signed URLs and one-time codes are refused. */
const MAX_SKEW_MS = 20_000
const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]'])

export const machineChecks = (parts: MachineParts): readonly SetupCheck[] => [
  {
    name: 'mail',
    title: 'Mail server',
    remedy:
      'Check SMTP_URL: host, port, user and password as your mail provider shows them. Some hosts block port 25 and 587.',
    find: async () => {
      await parts.mailer.check()
      return null
    },
  },
  {
    name: 'redis',
    title: 'Redis',
    remedy: 'Start Redis with --appendonly yes: without it, a restart forgets rate limits and signs of life.',
    find: () => findForgetful(parts.redis),
  },
  {
    name: 'clock',
    title: 'Clock',
    remedy: 'Turn on time synchronization on this machine: timedatectl set-ntp true.',
    find: (signal) => findSkew(parts, signal),
  },
  {
    name: 'disk',
    title: 'Disk space',
    remedy: 'Free some space (docker system prune removes old images) or get a larger disk.',
    find: async () => (await findFullDisks([process.cwd(), tmpdir()], parts.readDisk))[0]?.problem ?? null,
  },
  {
    name: 'https',
    title: 'HTTPS',
    remedy:
      'PUBLIC_URL must begin with https://, and the domain must lead to this machine, so that Caddy can get a certificate.',
    find: (signal) => findUnsafe(parts.publicUrl, signal),
  },
  {
    name: 'addresses',
    title: 'Addresses of visitors',
    remedy:
      'For IPv6, add compose.ipv6.yaml to COMPOSE_FILE in .env (the file explains it), or remove the AAAA record of the domain. Behind a CDN, name its addresses in caddy-options/cdn.caddy (deploy/Caddyfile shows how).',
    find: async () => {
      const address = await readBridgedAddress(parts.redis)
      return address === null
        ? null
        : `Many visitors arrive with ${address}, an address of a proxy, and share one rate limit.`
    },
  },
]

/** The gateway gives up after 100 ms, which is too short on a machine that has just started. */
const REDIS_ATTEMPTS = 5
const REDIS_PAUSE_MS = 600

const readPersistence = async (redis: MachineParts['redis'], attempts: number): Promise<string | null> => {
  const answer = await redis.attempt((client) => client.info('persistence'))
  if (answer !== null || attempts <= 1) return answer
  await sleep(REDIS_PAUSE_MS)
  return readPersistence(redis, attempts - 1)
}

const findForgetful = async (redis: MachineParts['redis']) => {
  const persistence = await readPersistence(redis, REDIS_ATTEMPTS)
  if (persistence === null) return 'Redis does not answer.'
  return /^aof_enabled:1/m.test(persistence) ? null : 'Redis writes nothing to its disk.'
}

/** The database often runs on the same machine, with the same clock; the object storage rarely does. */
const findSkew = async ({ db, storage, now }: MachineParts, signal: AbortSignal) => {
  const clocks = [
    ['the database', async () => (await readClock(db)).getTime()],
    ['the object storage', () => readStorageClock(storage, signal)],
  ] as const
  for (const [whose, read] of clocks) {
    const before = now()
    const clock = await read()
    const skew = clock === null ? 0 : Math.max(before - clock, clock - now())
    if (skew > MAX_SKEW_MS) return `The clocks of this machine and of ${whose} differ by ${Math.round(skew / 1_000)} s.`
  }
  return null
}

/** Every response has a date, even a refusal. Null if there is no response, which other checks report. */
const readStorageClock = async (storage: MachineParts['storage'], signal: AbortSignal) => {
  const answer = await fetch(storage.publicUrl('setup-check'), { method: 'HEAD', signal }).catch(() => null)
  const said = Date.parse(answer?.headers.get('date') ?? '')
  return Number.isNaN(said) ? null : said
}

const findUnsafe = async (publicUrl: string, signal: AbortSignal) => {
  const { protocol, hostname } = new URL(publicUrl)
  if (LOCAL.has(hostname)) return null
  if (protocol !== 'https:') return `${publicUrl} is not encrypted.`
  return (await findExpiring(publicUrl, signal))[0]?.problem ?? null
}
