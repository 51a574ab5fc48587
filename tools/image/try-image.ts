/**
 * npm run try:image: starts the store from a folder with only the files of the image of deploy/Dockerfile: the
 * repository, the build, and the packages left by `npm run prune:production`. Migrates and seeds its own database,
 * opens two pages and stops. Run `npm run build` first.
 */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { dropDatabase, recreateDatabase } from '@slipstream/db/testing/test-database'
import { ask, runToEnd, startServer, stopChild } from '../bench/child-process.ts'
import { freePorts } from '../bench/free-port.ts'
import { environment } from '../environment.ts'
import { ensureServices } from '../services/all-services.ts'
import { readPlaces, repositoryRoot, serviceEnvironment } from '../services/places.ts'
import { printError } from '../services/unprepared.ts'

const run = promisify(execFile)
const WORKER_START_MS = 30_000

/** What `COPY . .` copies, plus the build. */
const copyStore = async (folder: string) => {
  const ignored = readFileSync(join(repositoryRoot, '.dockerignore'), 'utf8').split('\n').filter(Boolean)
  const { stdout } = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: repositoryRoot,
    maxBuffer: 16_000_000,
  })
  const files = stdout.split('\0').filter((file) => file !== '' && !ignored.some((name) => file.startsWith(`${name}/`)))
  for (const file of [...files, 'apps/web/build']) {
    cpSync(join(repositoryRoot, file), join(folder, file), { recursive: true })
  }
}

/** Hard links where the file system allows them. npm removes packages but changes none. */
const copyPackages = async (folder: string) => {
  const from = join(repositoryRoot, 'node_modules')
  await run('cp', ['-al', from, folder]).catch(() => run('cp', ['-a', from, folder]))
  rmSync(join(folder, 'node_modules/.package-lock.json'), { force: true })
  await run(process.execPath, [join(folder, 'tools/image/prune.ts')], { cwd: folder })
}

const startWorker = async (file: string, env: NodeJS.ProcessEnv) => {
  const worker = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let log = ''
  worker.stdout.setEncoding('utf8').on('data', (text: string) => (log += text))
  const began = Date.now()
  while (!log.includes('the worker is waiting for jobs')) {
    if (worker.exitCode !== null || Date.now() - began > WORKER_START_MS) throw new Error(`no worker:\n${log}`)
    await sleep(20)
  }
  return worker
}

const openPage = async (url: string, text: string) => {
  const { status, body } = await ask(url, { accept: 'text/html' })
  if (status !== 200 || !body.toString().includes(text)) throw new Error(`${url} was answered with ${status}`)
  console.log(`opened ${new URL(url).pathname}: ${body.length} bytes`)
}

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort())
const undone: (() => Promise<unknown>)[] = []
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'slipstream-image-')))
try {
  undone.push(async () => rmSync(folder, { recursive: true, force: true }))
  await copyStore(folder)
  await copyPackages(folder)
  stopping.signal.throwIfAborted()

  const places = readPlaces(environment())
  undone.push((await ensureServices(places)).stop)
  const services = serviceEnvironment(places)
  const database = `image_${process.pid}`
  undone.push(() => dropDatabase(services.DATABASE_URL, database))
  const [port = 0, privatePort = 0] = await freePorts(2)
  const env = {
    ...environment(),
    ...services,
    NODE_ENV: 'production',
    ALLOW_EMULATORS: 'true',
    LOG_LEVEL: 'info',
    PORT: String(port),
    METRICS_PORT: String(privatePort),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATABASE_URL: await recreateDatabase(services.DATABASE_URL, database),
  }
  const command = (name: string) => join(folder, 'apps/server/src/bin', `${name}.ts`)
  await runToEnd(command('migrate'), env, stopping.signal)
  // The image has no demo, so it is seeded from here, as a developer would.
  await runToEnd(join(repositoryRoot, 'apps/server/src/demo/seed.ts'), env, stopping.signal)
  const store = await startServer(
    { file: command('api'), env, port, healthPath: '/healthz', logFile: join(folder, 'store.log') },
    stopping.signal,
  )
  undone.push(store.stop)
  const worker = await startWorker(command('worker'), env)
  undone.push(() => stopChild(worker))

  await openPage(`${store.url}/`, '</html>')
  const list = JSON.parse((await ask(`${store.url}/api/mods`)).body.toString()) as {
    items: { id: number; title: string }[]
  }
  const [mod] = list.items
  if (!mod) throw new Error('the demo has no mods')
  await openPage(`${store.url}/mods/${mod.id}`, mod.title)

  const ended = once(worker, 'exit')
  worker.kill('SIGTERM')
  const [code] = (await ended) as [number | null]
  if (code !== 0) throw new Error(`the worker exited with ${code}`)
  console.log(`the store starts from the files of the image, in ${Math.round(store.startedInMs)} ms`)
} catch (error) {
  printError(error)
  process.exitCode = 1
} finally {
  for (const undo of undone.reverse()) await undo().catch((error: unknown) => console.error(error))
}
