import { fork } from 'node:child_process'
import { once } from 'node:events'
import { stopChild } from './child-process.ts'
import type { LoadJob, LoadResult } from './load-job.ts'

export interface Load {
  run: (job: LoadJob) => Promise<LoadResult>
  stop: () => Promise<void>
}

export const startLoad = (signal: AbortSignal): Load => {
  const child = fork(new URL('./load.ts', import.meta.url))
  const broken = Promise.race([once(child, 'exit'), once(signal, 'abort')]).then(() => {
    throw new Error('the load process ended before its answer')
  })
  // The promise also rejects when we stop the process at the end, and then nothing awaits it.
  broken.catch(() => undefined)
  return {
    run: async (job) => {
      const answer = once(child, 'message') as Promise<[LoadResult]>
      child.send(job)
      const [result] = await Promise.race([answer, broken])
      return result
    },
    stop: () => stopChild(child),
  }
}
