/**
 * node tools/with-env.ts [--services] SCRIPT ARGS…: runs a script with the settings of this machine, as `npm run dev`
 * does. With --services it starts the services that are not running, and stops them at the end; without, it fails if
 * they are not running.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { constants } from 'node:os'
import { environment } from './environment.ts'
import { readPlaces } from './services/places.ts'

const CONNECT_MS = 3_000

const env = environment()
const args = process.argv.slice(2)
const startsServices = args[0] === '--services'

const refusesConnections = async (url: string) => {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port || 5432), timeout: CONNECT_MS })
  try {
    await Promise.race([
      once(socket, 'connect'),
      once(socket, 'timeout').then(() => Promise.reject(new Error('timeout'))),
    ])
    return false
  } catch {
    return true
  } finally {
    socket.destroy()
  }
}

const prepare = async () => {
  if (startsServices) {
    // Loaded on demand, because the S3 client in it takes half a second to load.
    const { ensureServices } = await import('./services/all-services.ts')
    return (await ensureServices(readPlaces(env))).stop
  }
  const { DATABASE_URL: url } = env
  if (url && (await refusesConnections(url))) {
    throw new Error(`PostgreSQL does not answer at ${new URL(url).host}. Start the services: npm run services -- up`)
  }
  return async () => undefined
}

const runScript = async () => {
  const child = spawn(process.execPath, args.slice(startsServices ? 1 : 0), { env, stdio: 'inherit' })
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  process.on('SIGHUP', () => child.kill('SIGHUP'))
  // The terminal sends Ctrl-C to both processes. Forwarding it again would kill the script during its cleanup.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'))
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  process.exitCode = signal ? 128 + constants.signals[signal] : (code ?? 1)
}

try {
  const stopServices = await prepare()
  try {
    await runScript()
  } finally {
    await stopServices()
  }
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
