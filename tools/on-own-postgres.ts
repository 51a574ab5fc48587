/** Runs a proof on its own PostgreSQL, which may crash and is then restarted, as a service manager would. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { environment } from './environment.ts'
import { ensureServices, startServices } from './services/all-services.ts'
import { openOwnPostgres } from './services/own-postgres.ts'
import { type Places, readPlaces, repositoryRoot, serviceEnvironment } from './services/places.ts'
import { postgresService } from './services/postgres.ts'
import { printError } from './services/unprepared.ts'

const keepRunning = async (places: Places, signal: AbortSignal) => {
  const { pids } = postgresService(places)
  while (!signal.aborted) {
    if (pids().length === 0) await startServices(places, undefined, ['postgres'])
    await sleep(50)
  }
}

/** The other services are shared. The arguments of this process go to the proof. */
export const runOnOwnPostgres = async (purpose: string, proof: string) => {
  const shared = readPlaces(environment())
  const { stop: stopShared } = await ensureServices(shared).catch((error: unknown) => {
    printError(error)
    process.exit(1)
  })
  const over = new AbortController()
  const own = await openOwnPostgres(purpose).catch(async (error: unknown) => {
    await stopShared()
    throw error
  })
  try {
    const kept = keepRunning(own.places, over.signal)
    const env = { ...environment(), ...serviceEnvironment(shared), DATABASE_URL: own.url }
    const run = spawn(process.execPath, [join(repositoryRoot, proof), ...process.argv.slice(2)], {
      env,
      stdio: 'inherit',
    })
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => run.kill('SIGTERM'))
    const [code] = (await once(run, 'exit')) as [number | null]
    process.exitCode = code ?? 1
    over.abort()
    await kept
  } finally {
    await own.close()
    await stopShared()
  }
}
