/**
 * Generates the load in a process of its own, so its cost is not counted as the server's. Driven by load-process.ts.
 */
import { createHistogram } from 'node:perf_hooks'
import autocannon from 'autocannon'
import { countedValue, type LoadJob, type LoadResult } from './load-job.ts'
import type { Step } from './routes.ts'

/** Counted over all rounds, because answers of an earlier round may still be cached. */
let asked = 0
/** Changes a request before it is sent. */
const change =
  ({ url, countedField, manyAddresses }: LoadJob) =>
  (request: autocannon.Request): autocannon.Request => {
    const { pathname, search } = new URL(url)
    if (countedField !== undefined) {
      const query = new URLSearchParams(search)
      query.set(countedField, String(countedValue(asked++)))
      return { ...request, path: `${pathname}?${query.toString()}` }
    }
    if (!manyAddresses) return request
    const [high, low] = [Math.floor(asked / 250), asked++ % 250]
    return { ...request, headers: { ...request.headers, 'x-forwarded-for': `10.20.${high % 250}.${low}` } }
  }

const sent = ({ method, path, body }: Step, headers: LoadJob['headers']): autocannon.Request =>
  body === undefined
    ? { method, path }
    : { method, path, body: JSON.stringify(body), headers: { ...headers, 'content-type': 'application/json' } }

const run = (job: LoadJob) =>
  new Promise<LoadResult>((resolve, reject) => {
    const { url, steps, headers, connections, seconds } = job
    const setupRequest = change(job)
    // Autocannon's own latencies are whole milliseconds, which is more than most answers take.
    const microseconds = createHistogram()
    const statuses: Record<string, number> = {}
    let requests = 0
    let bytes = 0
    const load = autocannon(
      {
        url,
        headers: { ...headers },
        connections,
        duration: seconds,
        sampleInt: 100,
        requests: (steps ?? [null]).map((step) => ({ ...(step && sent(step, headers)), setupRequest })),
      },
      (error, result) => {
        if (error) return reject(error as Error)
        const { errors, timeouts, duration } = result
        const [p50Ms, p99Ms] = [50, 99].map((percent) => microseconds.percentile(percent) / 1_000) as [number, number]
        resolve({ requests, bytes, errors, timeouts, statuses, seconds: duration, p50Ms, p99Ms })
      },
    )
    load.on('response', (_client, status, size, milliseconds) => {
      requests += 1
      bytes += size
      statuses[status] = (statuses[status] ?? 0) + 1
      microseconds.record(Math.max(1, Math.round(milliseconds * 1_000)))
    })
  })

process.on('message', (job: LoadJob) => {
  void run(job).then((result) => process.send?.(result))
})
