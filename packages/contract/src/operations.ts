import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, idParams } from './id.ts'

/** A finished operation is done, failed or canceled and never runs again. */
export const OPERATION_STATES = ['queued', 'running', 'done', 'failed', 'canceled'] as const
export type OperationState = (typeof OPERATION_STATES)[number]

/** What the progress of an operation counts. */
export const OPERATION_UNITS = ['rows', 'bytes'] as const
export type OperationUnit = (typeof OPERATION_UNITS)[number]

/** One long operation of the store, such as a cleanup. The worker runs it in slices. */
export const OperationView = z.object({
  id: Id,
  kind: z.string(),
  /** The name shown on the page. */
  title: z.string(),
  state: z.enum(OPERATION_STATES),
  done: z.int(),
  /** Null while the total is unknown. */
  total: z.nullable(z.int()),
  unit: z.enum(OPERATION_UNITS),
  /** What it is doing, or what it did. */
  message: z.string(),
  /** Null if it did not fail. */
  error: z.nullable(z.string()),
  isCanceling: z.boolean(),
  /** Null if the scheduler started it. */
  startedBy: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
  /** When the worker last reported progress; null while it waits. */
  heartbeatAt: z.nullable(z.iso.datetime()),
  finishedAt: z.nullable(z.iso.datetime()),
})
export type OperationView = z.output<typeof OperationView>

export const operationsApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/operations',
    summary: 'List running operations and those finished in the last week, newest first',
    access: 'admin',
    poll: true,
    response: z.object({ operations: z.array(OperationView) }),
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/api/admin/operations/:id/cancel',
    summary: 'Cancel an operation; a finished one stays as it is',
    access: 'admin',
    needsProof: 'no: a stopped operation can be started again',
    params: idParams,
    response: OperationView,
    errors: ['operation.not_found'],
  }),
}
