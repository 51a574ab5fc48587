import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { s3Service } from './ceph.ts'
import { emulatorsService } from './emulators-service.ts'
import { withLock } from './lock.ts'
import { mailboxService } from './mailbox-service.ts'
import type { Places } from './places.ts'
import { postgresService } from './postgres.ts'
import { assertInstalled } from './programs.ts'
import { redisService } from './redis.ts'
import type { Service } from './service.ts'
import { Unprepared } from './unprepared.ts'

export interface ServiceStatus {
  name: Service['name']
  state: 'healthy' | 'unhealthy' | 'stopped'
  address: string
  pids: number[]
}

/** Called after each service that became ready, with the time it took. */
export type Progress = (name: Service['name'], milliseconds: number) => void

const allServices = (places: Places): Service[] => [
  s3Service(places),
  postgresService(places),
  redisService(places),
  mailboxService(places),
  emulatorsService(places),
]

/** Starts the named services, or all of them. */
export const startServices = async (
  places: Places,
  progress: Progress = () => undefined,
  names?: readonly Service['name'][],
) => {
  const services = allServices(places)
  const chosen = services.filter(({ name }) => names?.includes(name) ?? true)
  assertInstalled(chosen.map(({ name }) => name))
  await withLock(places.folder, async () => {
    makeFolder(places.folder)
    claimFolder(places, services)
    const began = performance.now()
    const results = await Promise.allSettled(
      chosen.map(async ({ name, start }) => {
        await start()
        progress(name, performance.now() - began)
      }),
    )
    const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as Error] : []))
    if (failures.length > 0)
      throw new Unprepared(failures.map(({ message }) => message).join('\n'), { cause: failures[0] })
  })
}

/** Stops the named services, or all of them. Services that are not running are skipped. */
export const stopServices = (places: Places, names?: readonly Service['name'][]) =>
  withLock(places.folder, async () => {
    const chosen = allServices(places).filter(({ name }) => names?.includes(name) ?? true)
    await Promise.all(chosen.map(({ stop }) => stop()))
  })

export const servicesStatus = (places: Places): Promise<ServiceStatus[]> =>
  Promise.all(
    allServices(places).map(async ({ name, address, check, pids }) => {
      const healthy = await check().then(
        () => true,
        () => false,
      )
      const running = pids()
      return { name, address, pids: running, state: healthy ? 'healthy' : running.length > 0 ? 'unhealthy' : 'stopped' }
    }),
  )

/** Uses services that are running, starts the others, and later stops only those it started. */
export const ensureServices = async (places: Places, progress?: Progress) => {
  const before = await servicesStatus(places)
  // A healthy service may belong to something else, such as a container, and is left alone.
  const missing = before.filter(({ state }) => state !== 'healthy').map(({ name }) => name)
  if (missing.length === 0) return { started: [], stop: async () => undefined }
  const started = before.filter(({ state }) => state === 'stopped').map(({ name }) => name)
  const stop = () => stopServices(places, started)
  try {
    await startServices(places, progress, missing)
  } catch (error) {
    await stop()
    throw error
  }
  return { started, stop }
}

const makeFolder = (folder: string) => {
  const firstMade = mkdirSync(folder, { recursive: true })
  // Root starts PostgreSQL as another user, who must be able to enter the folder even with a strict umask or after
  // mktemp.
  if (process.getuid?.() !== 0) return
  chmodSync(folder, 0o755)
  for (let path = folder; firstMade && path.length > firstMade.length; path = dirname(path))
    chmodSync(dirname(path), 0o755)
}

/** A folder uses one set of ports at a time. Running daemons would not be found under another. */
const claimFolder = ({ folder, portBase }: Places, services: readonly Service[]) => {
  const note = join(folder, 'port-base')
  const noted = existsSync(note) ? Number(readFileSync(note, 'utf8')) : portBase
  if (noted !== portBase && services.some(({ pids }) => pids().length > 0)) {
    throw new Error(
      `The services in ${folder} run with SLIPSTREAM_PORT_BASE=${noted}. Stop them first: npm run services -- down`,
    )
  }
  writeFileSync(note, `${portBase}\n`)
}
