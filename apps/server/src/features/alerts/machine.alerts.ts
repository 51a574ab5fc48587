import { stat, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { connect } from 'node:tls'
import { sql } from 'drizzle-orm'
import { DAY_MS } from '@slipstream/contract/durations'
import { type Db, readRows } from '@slipstream/db/client'
import { AFTER_MINUTES, type AlertCheck, type Finding } from '#lib/alerts.ts'

/** A credential for another service, and the day on which it expires. */
export interface ExpiringSecret {
  name: string
  on: string
}

interface Parts {
  db: Db
  publicUrl: string
  secretsExpire: readonly ExpiringSecret[]
}

export const machineAlerts = ({ db, publicUrl, secretsExpire }: Parts): readonly AlertCheck[] => [
  {
    ...AFTER_MINUTES,
    name: 'disk.full',
    title: 'A disk is filling up',
    measures:
      'The disks under the worker’s own directory and its temporary files are less than 80 % full. A database or storage on ' +
      'another machine must be watched there.',
    find: () => findFullDisks([process.cwd(), tmpdir()]),
  },
  {
    ...AFTER_MINUTES,
    name: 'certificate.expires',
    title: 'The certificate expires',
    measures: 'The certificate of the public address is valid for 14 more days. Not checked for an http address.',
    find: (signal) => findExpiring(publicUrl, signal),
  },
  {
    ...AFTER_MINUTES,
    name: 'secret.expires',
    title: 'A key expires',
    measures: 'Every key in SECRETS_EXPIRE is valid for 30 more days. Keys that are not listed there are not watched.',
    find: async () => findExpiringSecrets(secretsExpire),
  },
  {
    ...AFTER_MINUTES,
    name: 'archive.late',
    title: 'PostgreSQL’s archiving fails',
    measures: 'If PostgreSQL archives its write-ahead log, the last attempt did not fail.',
    find: () => findFailedArchiving(db),
  },
]

/** Two steps, so that the owner is alerted again when it gets worse. */
const FULL = [
  { at: 0.8, name: '' },
  { at: 0.95, name: ' (almost full)' },
]

interface Usage {
  /** Equal for two paths on the same disk. */
  device: number
  used: number
  freeBytes: number
}

export const findFullDisks = async (paths: readonly string[], readUsage = usageOf): Promise<Finding[]> => {
  const disks = await Promise.all(paths.map(async (path) => ({ path, ...(await readUsage(path)) })))
  const different = disks.filter(({ device }, place) => disks.findIndex((disk) => disk.device === device) === place)
  return different.flatMap(({ path, used, freeBytes }) =>
    FULL.filter(({ at }) => used >= at).map(({ name }) => ({
      subject: `${path}${name}`,
      problem: `The disk under ${path} is ${Math.floor(used * 100)} % full; ${Math.floor(freeBytes / 1e9)} GB are left.`,
    })),
  )
}

const usageOf = async (path: string): Promise<Usage> => {
  const [{ dev: device }, { blocks, bavail, bsize }] = await Promise.all([stat(path), statfs(path)])
  return { device, used: 1 - bavail / blocks, freeBytes: bavail * bsize }
}

/** Two steps, so that the owner is alerted again when it gets urgent. */
const CERTIFICATE_DAYS = [14, 3]
const SECRET_DAYS = [30, 7]

const stepsReached = (leftMs: number, steps: readonly number[]) =>
  steps.filter((days) => leftMs < days * DAY_MS).map((days) => `within ${days} days`)

export const findExpiring = async (
  publicUrl: string,
  signal: AbortSignal,
  readExpiry = readCertificateExpiry,
): Promise<Finding[]> => {
  const url = new URL(publicUrl)
  if (url.protocol !== 'https:') return []
  const expiresAt = await readExpiry(url, signal)
  const left = expiresAt.getTime() - Date.now()
  return stepsReached(left, CERTIFICATE_DAYS).map((step) => ({
    subject: `${url.host} ${step}`,
    problem:
      left < 0
        ? `The certificate of ${url.host} expired on ${expiresAt.toISOString().slice(0, 10)}. Browsers refuse to open the store.`
        : `The certificate of ${url.host} expires on ${expiresAt.toISOString().slice(0, 10)}. Check why it was not renewed.`,
  }))
}

/** Connects like a browser, but accepts an untrusted certificate too. */
const readCertificateExpiry = ({ hostname, port }: URL, signal: AbortSignal) =>
  new Promise<Date>((resolve, reject) => {
    const socket = connect({
      host: hostname,
      port: Number(port || 443),
      servername: hostname,
      rejectUnauthorized: false,
    })
    signal.addEventListener('abort', () => socket.destroy(new Error('no answer in time')), { once: true })
    socket.once('error', reject)
    socket.once('secureConnect', () => {
      resolve(new Date(socket.getPeerCertificate().valid_to))
      socket.end()
    })
  })

export const findExpiringSecrets = (secrets: readonly ExpiringSecret[], now = Date.now()): Finding[] =>
  secrets.flatMap(({ name, on }) => {
    const left = Date.parse(on) - now
    return stepsReached(left, SECRET_DAYS).map((step) => ({
      subject: `${name} ${step}`,
      problem:
        left < 0
          ? `${name} expired on ${on}. Create a new key at the service, give it to the store, and write its day into SECRETS_EXPIRE.`
          : `${name} expires on ${on}. Create a new key at the service before that day; the old one works until then.`,
    }))
  })

export const findFailedArchiving = async (db: Db): Promise<Finding[]> => {
  const [failed] = await readRows<{ since: string | null; count: number }>(
    db,
    sql`
    select to_char(last_archived_time at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as since, failed_count::int as count
    from pg_stat_archiver
    where current_setting('archive_mode') <> 'off' and last_failed_time > coalesce(last_archived_time, '-infinity')`,
  )
  if (!failed) return []
  const since =
    failed.since === null ? 'Nothing has been archived yet.' : `The last segment was archived at ${failed.since} UTC.`
  return [
    { problem: `${since} Until it works, the newest changes are in no archive and the database’s disk fills up.` },
  ]
}
