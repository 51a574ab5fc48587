import type { JobHandlers, JobSchedule } from '#lib/jobs/jobs.ts'
import { type OperationParts, reviveLostOperations, runOperation } from './run-operation.service.ts'

declare module '#lib/jobs/jobs.ts' {
  interface Jobs {
    'operations.run': { id: number }
    'operations.revive': Record<string, never>
  }
}

type OperationJob = 'operations.run' | 'operations.revive'

export const operationJobs = (parts: OperationParts): JobHandlers<OperationJob> => ({
  'operations.run': ({ id }, { signal }) => runOperation(parts, id, signal),
  'operations.revive': () => reviveLostOperations(parts.db),
})

/** A backup of a large store takes hours. */
export const OPERATION_SCHEDULE: JobSchedule<OperationJob> = {
  'operations.run': { timeoutMs: 12 * 60 * 60_000, lane: 'operation' },
  'operations.revive': { cron: '*/5 * * * *' },
}
