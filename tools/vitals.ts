/** npm run vitals: how the built pages feel on a slow phone. Medians of cold loads in a real browser, with limits. */
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import pg from 'pg'
import { runStoreCommand, startStore, startWorker } from '../e2e/store-process.ts'
import { requireBuild } from './bench/built-store.ts'
import { median } from './bench/summary.ts'
import { alignedTable } from './bench/table.ts'
import { environment } from './environment.ts'
import { ensureServices } from './services/all-services.ts'
import { readPlaces, serviceEnvironment } from './services/places.ts'
import { printError } from './services/unprepared.ts'

const LOADS = 5
const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true }
const CPU_SLOWDOWN = 4
/** Slow 4G: 1.6 Mbit/s down, 750 kbit/s up, 150 ms to the server and back. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }
const LIMITS = { lcpMs: 2_500, cls: 0.05, longTaskMs: 200 }
/** Rendering a picture in five widths and two formats takes long, and there are dozens of them. */
const PICTURES_MS = 20 * 60_000
/** Between the ports of the services and those of the journeys. */
const PORT_OFFSET = 36

const say = (line: string) => console.error(line)

/** The pages, and the first thing a visitor does there. */
const PAGES: { path: string; act: (page: Page) => Promise<void> }[] = [
  { path: '/', act: (page) => page.getByRole('button', { name: 'Open menu' }).tap() },
  { path: '/mods', act: (page) => page.getByRole('button', { name: 'Filters' }).first().tap() },
  { path: '/mods/1', act: (page) => page.getByRole('main').getByRole('button', { name: 'Rear', exact: true }).tap() },
]

interface Load {
  ttfbMs: number
  lcpMs: number
  cls: number
  longTaskMs: number
  /** Transferred bytes by kind. */
  bytes: Map<string, number>
}

interface Watched {
  lcp: number
  cls: number
  tasks: number[]
}

/** Runs in the page before its own scripts. A string, because these files have no DOM types. */
const WATCH = `
  const seen = (globalThis.seen = { lcp: 0, cls: 0, tasks: [] })
  const observe = (type, note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
  observe('largest-contentful-paint', ({ startTime }) => { seen.lcp = startTime })
  observe('layout-shift', ({ value, hadRecentInput }) => { if (!hadRecentInput) seen.cls += value })
  observe('longtask', ({ duration }) => { seen.tasks.push(duration) })`
const seenBy = (page: Page) => page.evaluate<Watched>('globalThis.seen')
const firstByteOf = (page: Page) => page.evaluate<number>(`performance.getEntriesByType('navigation')[0].responseStart`)

const countBytes = async (session: CDPSession) => {
  const kinds = new Map<string, string>()
  const bytes = new Map<string, number>()
  session.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? 'Other'
    bytes.set(kind, (bytes.get(kind) ?? 0) + encodedDataLength)
  })
  await session.send('Network.enable')
  return bytes
}

/** The network is idle, and the CPU has had time to finish. */
const settled = async (page: Page) => {
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(1_000)
}

const loadOnce = async (browser: Browser, address: string, act: (page: Page) => Promise<void>): Promise<Load> => {
  const context = await browser.newContext(PHONE)
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    const bytes = await countBytes(session)
    await session.send('Network.emulateNetworkConditions', NETWORK)
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
    await page.addInitScript({ content: WATCH })
    await page.goto(address)
    await settled(page)
    const loaded = await seenBy(page)
    const ttfbMs = await firstByteOf(page)
    const atLoad = new Map(bytes)
    await act(page)
    await settled(page)
    const { cls, tasks } = await seenBy(page)
    return {
      ttfbMs,
      lcpMs: loaded.lcp,
      cls,
      longTaskMs: Math.max(0, ...tasks.slice(loaded.tasks.length)),
      bytes: atLoad,
    }
  } finally {
    await context.close()
  }
}

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
    longTaskMs: middle(({ longTaskMs }) => longTaskMs),
    bytes: KINDS.map((kind) => middle(({ bytes }) => bytes.get(kind) ?? 0)),
  }
}
type Summary = ReturnType<typeof summarise>

const report = (summaries: Summary[]) =>
  alignedTable([
    ['page', 'TTFB ms', 'LCP ms', 'CLS', 'long task ms', ...KINDS.map((kind) => `${kind} KiB`)],
    ...summaries.map(({ path, ttfbMs, lcpMs, cls, longTaskMs, bytes }) => [
      path,
      whole.format(ttfbMs),
      whole.format(lcpMs),
      fine.format(cls),
      whole.format(longTaskMs),
      ...bytes.map(kib),
    ]),
  ])

const missed = (summaries: Summary[]) =>
  summaries.flatMap((summary) =>
    (['lcpMs', 'cls', 'longTaskMs'] as const)
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

const run = async () => {
  requireBuild()
  const places = readPlaces(environment())
  const services = serviceEnvironment(places)
  const { stop: stopServices } = await ensureServices(places)
  const name = `vitals_${process.pid}`
  await ask(services.DATABASE_URL, `create database ${name}`)
  const DATABASE_URL = new URL(`/${name}`, services.DATABASE_URL).href
  const env = { ...environment(), ...services, NODE_ENV: 'test', DATABASE_URL }
  try {
    await runStoreCommand(env, 'apps/server/src/bin/migrate.ts')
    await runStoreCommand(env, 'apps/server/src/demo/seed.ts')
    await makePictures(env)
    return await measure(env, places.portBase + PORT_OFFSET)
  } finally {
    await ask(services.DATABASE_URL, `drop database ${name} with (force)`)
    await stopServices()
  }
}

const measure = async (env: Environment, port: number) => {
  const store = await startStore(env, port)
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    const loads = new Map(PAGES.map(({ path }) => [path, [] as Load[]]))
    // Pages take turns, so that a busy moment of the machine does not affect only one of them.
    for (let round = 0; round < LOADS; round++) {
      for (const { path, act } of PAGES) {
        // The first request renders the page. What that costs the server is measured elsewhere.
        await (await fetch(store.url + path)).text()
        loads.get(path)?.push(await loadOnce(browser, store.url + path, act))
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
console.log(`load average ${whole.format(loadavg()[0] ?? 0)}, medians of ${LOADS} cold loads\n`)
console.log(report(summaries))
for (const sentence of missed(summaries)) {
  say(`missed: ${sentence}`)
  process.exitCode = 1
}
