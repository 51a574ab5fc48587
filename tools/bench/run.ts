/** npm run bench: the store's routes under load next to bare references. docs/performance.md explains the output. */
import { writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { repositoryRoot } from '../services/places.ts'
import { openBenchStore } from './bench-store.ts'
import { missedBudgets, type StoreProcess } from './budgets.ts'
import { cpuSecondsSoFar, residentMegabytes } from './cpu-time.ts'
import { startLoad } from './load-process.ts'
import { measureRoutes } from './measure.ts'
import { tabsPerCore } from './open-tabs.ts'
import { type Options, readOptions, USAGE } from './options.ts'
import { productionMegabytes } from './production-packages.ts'
import { chooseRoutes, type Route } from './routes.ts'
import { summarise } from './summary.ts'
import { alignedTable, routeTable } from './table.ts'

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })
const say = (line: string) => console.error(line)

const run = async (options: Options, routes: readonly Route[], signal: AbortSignal) => {
  const undone: (() => Promise<unknown>)[] = []
  try {
    const loadBefore = loadavg()
    say('starting the store')
    const bench = await openBenchStore((work) => undone.push(work), signal)
    const atStart = {
      coldStartSeconds: bench.store.startedInMs / 1_000,
      coldStartCpuSeconds: cpuSecondsSoFar(bench.store.pid),
      megabytesAtStart: residentMegabytes(bench.store.pid),
    }
    const load = startLoad(signal)
    undone.push(load.stop)
    const measured = await measureRoutes(bench, load, routes, options, say)
    const store: StoreProcess = {
      ...atStart,
      megabytesAfterLoad: residentMegabytes(bench.store.pid),
      packagesMegabytes: productionMegabytes(repositoryRoot),
    }
    const machine = {
      node: process.version,
      cores: cpus().length,
      cpu: cpus()[0]?.model,
      loadBefore,
      loadAfter: loadavg(),
    }
    return { options, machine, store, routes: summarise(routes, measured) }
  } finally {
    for (const undo of undone.reverse()) await undo().catch((error: Error) => say(`cleaning up: ${error.message}`))
  }
}

const report = ({ options, machine, store, routes }: Awaited<ReturnType<typeof run>>) => {
  const loads = [machine.loadBefore, machine.loadAfter].map(([lastMinute = 0]) => number.format(lastMinute))
  console.log(`${machine.cores} cores (${machine.cpu}), Node ${machine.node}, load average ${loads.join(' to ')}`)
  console.log(`medians of ${options.rounds} rounds of ${options.seconds} s, ${options.connections} connections\n`)
  console.log(routeTable(routes))
  console.log()
  const tabs = tabsPerCore(routes)
  const seconds = (value: number) => `${number.format(value)} s`
  const megabytes = (value: number) => `${number.format(value)} MB`
  console.log(
    alignedTable([
      ['cold start', seconds(store.coldStartSeconds), `${seconds(store.coldStartCpuSeconds)} of CPU`],
      ['memory at start', megabytes(store.megabytesAtStart), `${megabytes(store.megabytesAfterLoad)} after the load`],
      ['production packages', megabytes(store.packagesMegabytes), ''],
      ...(tabs === null ? [] : [['open tabs per core', number.format(tabs), 'cart and status, nothing new']]),
    ]),
  )
}

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => stop.abort(new Error(`stopped by ${signal}`)))
}

try {
  const options = readOptions(process.argv.slice(2))
  const results = await run(options, chooseRoutes(options.only), stop.signal)
  report(results)
  if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(results, null, 2)}\n`)
  const missed = missedBudgets(results.store, results.routes)
  for (const sentence of missed) say(`missed: ${sentence}`)
  if (missed.length > 0) process.exitCode = 1
} catch (error) {
  const cause = (stop.signal.aborted ? stop.signal.reason : error) as NodeJS.ErrnoException
  say(cause.message)
  if (cause.code?.startsWith('ERR_PARSE_ARGS')) say(USAGE)
  process.exitCode = 2
}
