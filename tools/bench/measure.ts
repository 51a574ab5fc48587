import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, ask } from './child-process.ts'
import type { BenchStore } from './bench-store.ts'
import { cpuSecondsBetween, sampleCpu } from './cpu-time.ts'
import { refuseWrongAnswers } from './load-job.ts'
import type { Load } from './load-process.ts'
import type { Options } from './options.ts'
import type { Route } from './routes.ts'
import { signIn } from './sign-in.ts'
import type { Round } from './summary.ts'

/**
 * Long enough for V8 to compile the measured code even on a busy machine. Its compiler threads count as the store's
 * time.
 */
const WARM_UP_SECONDS = 3
const SETTLED_AFTER_MS = 1_000

/** A route with its resolved path and the expected answer. */
interface Prepared {
  route: Route
  url: string
  headers: Readonly<Record<string, string>>
  status: number
}

type Progress = (line: string) => void

/**
 * Measures every route once per round, one after the other, so that a load spike on the machine affects all of them.
 */
export const measureRoutes = async (
  bench: BenchStore,
  load: Load,
  routes: readonly Route[],
  options: Options,
  progress: Progress,
): Promise<Map<string, Round[]>> => {
  const homePage = (await ask(bench.store.url)).body.toString()
  const identity = routes.some(({ signedIn }) => signedIn) ? await signIn(bench.store.url) : {}
  const prepared: Prepared[] = []
  for (const route of routes) prepared.push(await prepare(bench, route, homePage, identity))

  const measured = new Map(routes.map(({ name }): [string, Round[]] => [name, []]))
  progress('warming up')
  for (const one of prepared) await measure(bench, load, one, { ...options, seconds: WARM_UP_SECONDS })
  for (let round = 1; round <= options.rounds; round++) {
    for (const one of prepared) {
      progress(`round ${round} of ${options.rounds}: ${one.route.name}`)
      measured.get(one.route.name)?.push(await measure(bench, load, one, options))
    }
  }
  return measured
}

const prepare = async (
  bench: BenchStore,
  route: Route,
  homePage: string,
  identity: Readonly<Record<string, string>>,
): Promise<Prepared> => {
  const { name, path, revalidates, encoding } = route
  const headers = { ...route.headers, ...(route.signedIn && identity) }
  const url = bench[route.target].url + (typeof path === 'string' ? path : path(homePage))
  const first = await ask(url, headers)
  refuseWrongFirst(name, first, encoding)
  if (!revalidates) return { route, url, headers, status: 200 }
  if (first.headers.etag === undefined) throw new Error(`${name}: the first answer has no ETag`)
  // A process that has just started changes its ETags once its caches have settled.
  await sleep(SETTLED_AFTER_MS)
  return { route, url, headers, status: 304 }
}

const refuseWrongFirst = (name: string, { status, headers }: Answer, encoding: Route['encoding']) => {
  if (status !== 200) throw new Error(`${name}: the first answer is ${status}`)
  if (encoding === undefined) return
  // A file compressed on the fly has no length. We want to measure the precompressed one.
  if (headers['content-encoding'] !== encoding || headers['content-length'] === undefined) {
    throw new Error(
      `${name}: the answer does not come from a ${encoding} form kept ready; npm run build makes those of files`,
    )
  }
}

/** The previous load may have ended between adding an item and removing it again. */
const undoLast = async (bench: BenchStore, { route, headers }: Prepared) => {
  const last = route.steps?.at(-1)
  if (last?.method === 'DELETE') await fetch(bench[route.target].url + last.path, { method: 'DELETE', headers })
}

const measure = async (bench: BenchStore, load: Load, prepared: Prepared, options: Options): Promise<Round> => {
  const { route, url, headers, status } = prepared
  const accounted = {
    node: bench[route.target].pid,
    postgres: bench.postgresPid,
    redis: bench.redisPid,
    database: bench.database,
  }
  // An answer means that everything the previous route queued is done. It also carries the current ETag: a route that
  // writes has changed the cart since the last round.
  const { etag = '' } = (await ask(url, headers)).headers
  await undoLast(bench, prepared)
  const before = sampleCpu(accounted)
  const result = await load.run({
    url,
    countedField: route.countedField,
    steps: route.steps,
    manyAddresses: route.manyAddresses,
    headers: route.revalidates ? { ...headers, 'if-none-match': etag } : headers,
    connections: route.connections ?? options.connections,
    seconds: options.seconds,
  })
  const cpu = cpuSecondsBetween(before, sampleCpu(accounted))
  refuseWrongAnswers(route.name, status, result)
  return {
    requestsPerSecond: result.requests / result.seconds,
    perCpuSecond: result.requests / cpu.all,
    perNodeCpuSecond: result.requests / cpu.node,
    p50Ms: result.p50Ms,
    p99Ms: result.p99Ms,
    bytes: result.bytes / result.requests,
  }
}
