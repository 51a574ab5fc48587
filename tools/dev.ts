/**
 * npm run dev: services, migrations and demo data (with -- --empty: none, in services of its own), then the store and its worker, restarted when their source
 * changes. A migration that appears later runs at once.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { styleText } from 'node:util'
import { PUBLIC_PASSWORD } from '@slipstream/db/testing/factories'
import { tellDemoPayments } from './demo-payments.ts'
import { environment } from './environment.ts'
import { watchMigrations } from './migrations/watch-migrations.ts'
import { ensureServices } from './services/all-services.ts'
import { readPlaces, repositoryRoot } from './services/places.ts'

const STARTING_MS = 10_000
const GRACE_MS = 12_000

const COLORS = { services: 'magenta', migrate: 'yellow', seed: 'yellow', store: 'cyan', worker: 'green' } as const
type Name = keyof typeof COLORS

/** Without the demo, in services of its own, so that the demo store stays as it is. */
const isEmpty = process.argv.includes('--empty')
const env = environment({ ...(isEmpty && { SLIPSTREAM_SERVICES_DIR: '.local/empty' }), ...process.env })
const places = readPlaces(env)
const stopping = new AbortController()
const children = new Set<ChildProcess>()

const say = (name: Name, line: string) => console.log(`${styleText(COLORS[name], name.padEnd(8))} ${line}`)

const start = (name: Name, args: readonly string[], onLine: (line: string) => void = () => undefined) => {
  const child = spawn(process.execPath, args, {
    cwd: repositoryRoot,
    env: process.stdout.isTTY ? { FORCE_COLOR: '1', ...env } : env,
    // In its own process group, Ctrl-C reaches only this process, which then stops everything in order.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.add(child)
  child.once('exit', () => children.delete(child))
  const show = (stream: Readable) =>
    createInterface({ input: stream }).on('line', (line) => {
      say(name, line)
      onLine(line)
    })
  show(child.stdout)
  show(child.stderr)
  return child
}

const bin = (script: string) => join('apps/server/src/bin', script)

const runToEnd = async (name: Name, args: readonly string[]) => {
  if (stopping.signal.aborted) return
  const ended = once(start(name, args), 'exit') as Promise<[number | null]>
  const [code] = await Promise.race([ended, untilStopped().then(() => [0])])
  if (code !== 0) throw new Error(`${name} failed.`)
}

/** Starts a script that is restarted on changes. The promise rejects if it dies while starting. */
const keepRunning = (name: Name, script: string) => {
  const began = performance.now()
  const watched = globSync(['apps/server/src', 'packages/!(emulators)/src'], { cwd: repositoryRoot })
  const { promise, reject } = Promise.withResolvers<never>()
  const child = start(name, [...watched.map((folder) => `--watch-path=${folder}`), bin(script)], (line) => {
    // Node's watcher outlives the script it watches. This line is the only sign that the script died.
    const died = line.startsWith('Failed running') || line.startsWith('Completed running')
    if (died && performance.now() - began < STARTING_MS) reject(new Error(`${name} died while starting.`))
  })
  child.once('exit', (code) => reject(new Error(`${name} ended with code ${code}.`)))
  return promise
}

const untilOpen = async () => {
  const health = `http://127.0.0.1:${env.PORT}/healthz`
  while (!stopping.signal.aborted) {
    const open = await fetch(health, { signal: AbortSignal.timeout(2_000) }).then(
      ({ ok }) => ok,
      () => false,
    )
    if (open) return
    await sleep(100)
  }
}

const DEMO_SIGN_INS = `  Sign in   demo_customer, demo_premium or demo_admin, password ${PUBLIC_PASSWORD}
            slipstream_dev (the developer) with Discord`

const FIRST_STEP = `  Empty     npm run admin -- create NAME EMAIL prints the first administrator's sign-in link`

const announce = () => {
  const addresses = {
    Store: env.PUBLIC_URL,
    'API docs': `${env.PUBLIC_URL}/api/docs`,
    Mailbox: env.MAILBOX_URL,
    Emulators: env.EMULATORS_URL,
    S3: env.S3_ENDPOINT,
    Metrics: `http://127.0.0.1:${env.METRICS_PORT}/metrics`,
  }
  const lines = Object.entries(addresses).map(
    ([name, address]) => `  ${name.padEnd(9)} ${styleText('bold', address ?? '')}`,
  )
  console.log(`\n${lines.join('\n')}\n\n${isEmpty ? FIRST_STEP : DEMO_SIGN_INS}\n\n  Press Ctrl-C to stop.\n`)
}

const untilStopped = () => (stopping.signal.aborted ? Promise.resolve() : once(stopping.signal, 'abort'))

const seedDemo = async () => {
  await runToEnd('seed', [bin('../demo/seed.ts'), '--if-empty'])
  if (stopping.signal.aborted) return
  await tellDemoPayments(env)
  await runToEnd('seed', [bin('../demo/subscribe.ts')])
}

const runStore = async () => {
  await runToEnd('migrate', [bin('migrate.ts')])
  if (!isEmpty) await seedDemo()
  if (stopping.signal.aborted) return
  const died = Promise.race([keepRunning('store', 'api.ts'), keepRunning('worker', 'worker.ts')])
  await Promise.race([died, untilOpen()])
  if (!stopping.signal.aborted) announce()
  await Promise.race([died, migrateLater(), untilStopped()])
}

const migrateLater = () =>
  watchMigrations(
    join(repositoryRoot, 'packages/db/migrations'),
    // The command has printed why it failed. The store keeps running, and the next migration is another try.
    () => runToEnd('migrate', [bin('migrate.ts')]).catch(() => undefined),
    stopping.signal,
  )

const stopChildren = () =>
  Promise.all(
    [...children].map(async (child) => {
      child.kill('SIGTERM')
      const ended = once(child, 'exit')
      await Promise.race([ended, sleep(GRACE_MS, undefined, { ref: false })])
      killGroup(child)
    }),
  )

/** Processes started by a watcher are in its process group and must not outlive it. */
const killGroup = ({ pid }: ChildProcess) => {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

const dev = async () => {
  const services = await ensureServices(places, (name) => say('services', `${name} is ready`))
  try {
    await runStore()
  } finally {
    await stopChildren()
    if (services.started.length === 0)
      say('services', 'were running before and keep running (npm run services -- down)')
    else if (process.argv.includes('--keep-services')) say('services', 'keep running (npm run services -- down)')
    else await services.stop()
  }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => stopping.abort())
}

try {
  await dev()
} catch (error) {
  if (!stopping.signal.aborted) {
    console.error(styleText('red', (error as Error).message))
    process.exitCode = 1
  }
}
// If another program listens on the store's port, the last health check may never be answered.
process.exit()
