/**
 * npm run vitals: how fast the built pages are on a slow phone. Medians of cold loads in a real browser, with limits.
 */
import { existsSync } from 'node:fs'
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type APIRequestContext, chromium, request } from '@playwright/test'
import pg from 'pg'
import { PUBLIC_PASSWORD } from '@slipstream/db/testing/factories'
import { runStoreCommand, startStore, startWorker } from '../e2e/store-process.ts'
import { requireBuild } from './bench/built-store.ts'
import { median } from './bench/summary.ts'
import { alignedTable } from './bench/table.ts'
import { environment } from './environment.ts'
import { ensureServices } from './services/all-services.ts'
import { readPlaces, serviceEnvironment } from './services/places.ts'
import { printError } from './services/unprepared.ts'
import { type Load, loadOnce } from './vitals/load.ts'
import { PAGES, type Person } from './vitals/pages.ts'

const { values: options } = parseArgs({
  options: {
    /** How many times slower than this machine the phone's CPU is. */
    cpu: { type: 'string', default: '4' },
    loads: { type: 'string', default: '5' },
    /** Only pages whose address begins with this. */
    only: { type: 'string', default: '/' },
    /** The name of a database with demo data and rendered pictures, which saves minutes of rendering. */
    database: { type: 'string' },
  },
})
const LOADS = Number(options.loads)
const SLOWDOWN = Number(options.cpu)
const pages = PAGES.filter(({ path }) => path.startsWith(options.only))
const LIMITS = { lcpMs: 2_500, cls: 0.05, tapMs: 200, longTaskMs: 200 }
/** Rendering a picture in five widths and two formats takes long, and there are dozens of them. */
const PICTURES_MS = 20 * 60_000
/** Between the ports of the services and those of the journeys. */
const PORT_OFFSET = 36
const SHELL = '/usr/bin/chromium-headless-shell'

const say = (line: string) => console.error(line)

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
const fine = new Intl.NumberFormat('en', { minimumFractionDigits: 3, maximumFractionDigits: 3 })
const kib = (bytes: number) => whole.format(bytes / 1_024)
const KINDS = ['Document', 'Script', 'Stylesheet', 'Font', 'Image', 'Fetch']

const summarise = (path: string, loads: Load[]) => {
  const middle = (of: (load: Load) => number) => median(loads.map(of))
  return {
    path,
    ttfbMs: middle(({ ttfbMs }) => ttfbMs),
    lcpMs: middle(({ lcpMs }) => lcpMs),
    cls: middle(({ cls }) => cls),
    lcpOf: loads.at(-1)?.lcpOf ?? '',
    tapMs: middle(({ tapMs }) => tapMs),
    longTaskMs: middle(({ longTaskMs }) => longTaskMs),
    bytes: KINDS.map((kind) => middle(({ bytes }) => bytes.get(kind) ?? 0)),
  }
}
type Summary = ReturnType<typeof summarise>

const report = (summaries: Summary[]) =>
  alignedTable([
    ['page', 'TTFB ms', 'LCP ms', 'CLS', 'tap ms', 'long task ms', ...KINDS.map((kind) => `${kind} KiB`), 'largest'],
    ...summaries.map(({ path, ttfbMs, lcpMs, lcpOf, cls, tapMs, longTaskMs, bytes }) => [
      path,
      whole.format(ttfbMs),
      whole.format(lcpMs),
      fine.format(cls),
      whole.format(tapMs),
      whole.format(longTaskMs),
      ...bytes.map(kib),
      lcpOf,
    ]),
  ])

const missed = (summaries: Summary[]) =>
  summaries.flatMap((summary) =>
    (['lcpMs', 'cls', 'tapMs', 'longTaskMs'] as const)
      .filter((name) => summary[name] > LIMITS[name])
      .map((name) => `${name} of ${summary.path} is ${fine.format(summary[name])}, the limit is ${LIMITS[name]}`),
  )

type Environment = Record<string, string | undefined> & { DATABASE_URL: string }

const ask = async <Row extends pg.QueryResultRow>(connectionString: string, query: string) => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query<Row>(query)).rows
  } finally {
    await client.end()
  }
}

/** A worker renders the pictures, as after an upload, and the pages are measured with them. */
const makePictures = async (env: Environment) => {
  const worker = startWorker(env)
  const deadline = Date.now() + PICTURES_MS
  const waiting = async () => {
    const [row] = await ask<{ count: number }>(env.DATABASE_URL, 'select count(*)::int from graphile_worker.jobs')
    return row?.count ?? 0
  }
  try {
    for (let count = await waiting(); count > 0; count = await waiting()) {
      if (Date.now() > deadline) throw new Error(`${count} jobs are still waiting`)
      say(`${count} jobs are waiting`)
      await sleep(5_000)
    }
  } finally {
    await worker.stop()
  }
}

/** Creates a database with demo data and rendered pictures, and drops it at the end. */
const withDemo = async <T>(
  url: string,
  env: Omit<Environment, 'DATABASE_URL'>,
  use: (env: Environment) => Promise<T>,
) => {
  const name = `vitals_${process.pid}`
  const own = { ...env, DATABASE_URL: new URL(`/${name}`, url).href }
  await ask(url, `create database ${name}`)
  try {
    await runStoreCommand(own, 'apps/server/src/bin/migrate.ts')
    await runStoreCommand(own, 'apps/server/src/demo/seed.ts')
    await makePictures(own)
    return await use(own)
  } finally {
    await ask(url, `drop database ${name} with (force)`)
  }
}

const run = async () => {
  requireBuild()
  const places = readPlaces(environment())
  const services = serviceEnvironment(places)
  const { stop: stopServices } = await ensureServices(places)
  const env = { ...environment(), ...services, NODE_ENV: 'test' }
  const use = (own: Environment) => measure(own, places.portBase + PORT_OFFSET)
  try {
    if (options.database === undefined) return await withDemo(services.DATABASE_URL, env, use)
    return await use({ ...env, DATABASE_URL: new URL(`/${options.database}`, services.DATABASE_URL).href })
  } finally {
    await stopServices()
  }
}

/** A mod that the demo's customer does not own yet, so that the cart and the checkout have something to show. */
const MOD_IN_CART = 3

const post = async (api: APIRequestContext, path: string, data: object, headers: Record<string, string>) => {
  const answer = await api.post(path, { data, headers: { 'x-requested-with': 'XMLHttpRequest', ...headers } })
  return { ok: answer.ok(), status: answer.status(), body: (await answer.json()) as { token?: string; code?: string } }
}

/** Signs in as the login page does. */
const signedIn = async (origin: string, username: Person) => {
  if (username === null) return undefined
  const api = await request.newContext({ baseURL: origin })
  try {
    const login = await post(api, '/api/auth/login', { username, password: PUBLIC_PASSWORD }, { origin })
    const { token } = login.body
    if (token === undefined) throw new Error(`${username} cannot sign in: ${login.status}`)
    if (username === 'demo_customer') {
      const added = await post(api, '/api/cart', { modId: MOD_IN_CART }, { origin, authorization: `Bearer ${token}` })
      if (!added.ok && added.body.code !== 'cart.already_in_cart') throw new Error(`The cart: ${added.body.code}`)
    }
    const { cookies } = await api.storageState()
    return { cookies, origins: [{ origin, localStorage: [{ name: 'auth_token', value: token }] }] }
  } finally {
    await api.dispose()
  }
}

const measure = async (env: Environment, port: number) => {
  const store = await startStore(env, port)
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? (existsSync(SHELL) ? SHELL : '/usr/bin/chromium'),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    const loads = new Map(pages.map(({ path }) => [path, [] as Load[]]))
    const people = new Map<Person, Awaited<ReturnType<typeof signedIn>>>()
    for (const { as } of pages) if (!people.has(as)) people.set(as, await signedIn(store.url, as))
    // Pages take turns, so that a load spike on the machine does not skew just one of them.
    for (let round = 0; round < LOADS; round++) {
      for (const each of pages) {
        // The first request renders the page. What that costs the server is measured elsewhere.
        await (await fetch(store.url + each.path)).text()
        const load = await loadOnce(browser, store.url, each, { slowdown: SLOWDOWN, storageState: people.get(each.as) })
        loads.get(each.path)?.push(load)
      }
      say(`round ${round + 1} of ${LOADS} is measured`)
    }
    return [...loads].map(([path, each]) => summarise(path, each))
  } finally {
    await browser.close()
    await store.stop()
  }
}

const summaries = await run().catch((error: unknown) => {
  printError(error)
  process.exit(1)
})
console.log(
  `load average ${whole.format(loadavg()[0] ?? 0)}, CPU ${SLOWDOWN} times slower, medians of ${LOADS} cold loads\n`,
)
console.log(report(summaries))
for (const sentence of missed(summaries)) {
  say(`missed: ${sentence}`)
  process.exitCode = 1
}
