import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { environment } from '../environment.ts'
import { ensureServices } from '../services/all-services.ts'
import { readPlaces, repositoryRoot, serviceEnvironment } from '../services/places.ts'
import { printError } from '../services/unprepared.ts'
import { builtStoreEnvironment, requireBuild, type Undo } from './built-store.ts'
import { freePorts } from './free-port.ts'
import { startSettings } from './start-settings.ts'

/** Runs a proof of the server against the built store. `prepare` starts what the proof needs besides the services. */
export const runDrill = async (proof: string, prepare: (undo: Undo) => Promise<Record<string, string>>) => {
  const undone: (() => Promise<unknown>)[] = []
  try {
    requireBuild()
    const places = readPlaces(environment())
    const { stop } = await ensureServices(places)
    undone.push(stop)
    const [port = 0, metricsPort = 0] = await freePorts(2)
    const env = {
      ...builtStoreEnvironment(serviceEnvironment(places), { port, metricsPort }),
      ...startSettings(repositoryRoot),
      ...(await prepare((work) => undone.push(work))),
    }
    const entry = join(repositoryRoot, 'apps/server/src/proofs', proof, 'run.ts')
    const drill = spawn(process.execPath, [entry, ...process.argv.slice(2)], { env, stdio: 'inherit' })
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => drill.kill('SIGTERM'))
    const [code] = (await once(drill, 'exit')) as [number | null]
    process.exitCode = code ?? 1
  } catch (error) {
    printError(error)
    process.exitCode = 1
  } finally {
    for (const undo of undone.reverse()) await undo()
  }
}
