/** The load: a process of its own, so that what it costs is not counted as the server's. Driven by load-process.ts. */
import { createHistogram } from 'node:perf_hooks'
import autocannon from 'autocannon'
import type { LoadJob, LoadResult } from './load-job.ts'

/** Counted over all rounds: what was asked for in an earlier one may still be in memory. */
let asked = 0

const run = ({ url, neverTheSame, headers, connections, seconds }: LoadJob) =>
  new Promise<LoadResult>((resolve, reject) => {
    // Autocannon's own latencies are whole milliseconds, more than most answers take.
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
        ...(neverTheSame && {
          requests: [
            { setupRequest: (request) => ({ ...request, path: `${new URL(url).pathname}?visit=${asked++}` }) },
          ],
        }),
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
