import type { JobHandlers } from '#lib/jobs/jobs.ts'
import { runIn, type Telemetry } from './current-span.ts'

/** Wraps the handlers so that each job is its own trace. */
export const tracedJobs = (telemetry: Telemetry | null, handlers: JobHandlers): JobHandlers => {
  if (telemetry === null) return handlers
  const traced = Object.entries(handlers).map(([name, handle]) => [
    name,
    (...job: unknown[]) => {
      const work = () => (handle as (...job: unknown[]) => Promise<void>)(...job)
      const span = telemetry.begin({ name: `job ${name}`, kind: 'job', attributes: { 'slipstream.job': name } })
      return span ? runIn(span, work) : work()
    },
  ])
  return Object.fromEntries(traced) as JobHandlers
}
