/**
 * npm run restore-drill: a store with many orders is backed up while it serves visitors and its worker is killed, then
 * restored into a fresh PostgreSQL cluster. See docs/performance.md. Needs npm run build.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { builtStoreEnvironment, requireBuild } from './bench/built-store.ts'
import { freePorts } from './bench/free-port.ts'
import { startSettings } from './bench/start-settings.ts'
import { environment } from './environment.ts'
import { ensureServices } from './services/all-services.ts'
import { openOwnPostgres } from './services/own-postgres.ts'
import { readPlaces, repositoryRoot, serviceEnvironment } from './services/places.ts'
import { printError } from './services/unprepared.ts'

const DRILL = join(repositoryRoot, 'apps/server/src/proofs/restore-drill/run.ts')

const undone: (() => Promise<unknown>)[] = []
try {
  requireBuild()
  const places = readPlaces(environment())
  const { stop } = await ensureServices(places)
  undone.push(stop)
  const source = await openOwnPostgres('drill-source')
  undone.push(source.close)
  const target = await openOwnPostgres('drill-target')
  undone.push(target.close)
  const [port = 0, metricsPort = 0] = await freePorts(2)
  const env = {
    ...builtStoreEnvironment(serviceEnvironment(places), { port, metricsPort }),
    ...startSettings(repositoryRoot),
    WORKER_NODE_OPTIONS: startSettings(repositoryRoot, 'start:worker').NODE_OPTIONS,
    DATABASE_URL: source.url,
    RESTORED_DATABASE_URL: target.url,
  }
  const drill = spawn(process.execPath, [DRILL, ...process.argv.slice(2)], { env, stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => drill.kill('SIGTERM'))
  const [code] = (await once(drill, 'exit')) as [number | null]
  process.exitCode = code ?? 1
} catch (error) {
  printError(error)
  process.exitCode = 1
} finally {
  for (const undo of undone.reverse()) await undo()
}
