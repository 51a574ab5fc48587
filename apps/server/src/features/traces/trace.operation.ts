import { and, eq, isNull } from 'drizzle-orm'
import { TRACE_OPERATION } from '@slipstream/contract/traces'
import { type Db, inTransaction, type Tx } from '@slipstream/db/client'
import { traces } from '@slipstream/db/tables/traces'
import type { RangeSource } from '@slipstream/mod-archive/source'
import { TraceTimeout } from '@slipstream/mod-archive/tracing/budget'
import { declareOperation, FinalFailure, type OperationKind, type Run } from '#features/operations/operation.ts'
import { archiveSource, hashedSource } from '#features/uploads/archive-source.ts'
import type { Storage } from '#gateways/storage.ts'
import { finishTrace, keepFindings } from './keep-trace.service.ts'
import { readLeak } from './read-leak.service.ts'
import type { SuspectParts } from './suspects.service.ts'

export const TRACE: OperationKind = { kind: TRACE_OPERATION, title: 'Trace a leak', unit: 'bytes' }

interface Cursor {
  traceId: number
  phase: 'read' | 'delete'
}

export const beginTrace = (traceId: number): Cursor => ({ traceId, phase: 'read' })

interface TraceParts extends SuspectParts {
  storage: Storage
}

/** Reads a leak, keeps what was found, and deletes the file. The trace is over only when the file is gone. */
export const traceOperation = (parts: TraceParts) =>
  declareOperation<Cursor>({
    ...TRACE,
    step: (run) => (run.cursor.phase === 'read' ? read(parts, run) : end(parts, run.cursor.traceId, null)),
    abandon: async ({ traceId }, error) => {
      const finish = await end(parts, traceId, error === undefined ? 'Canceled.' : reasonOf(error))
      await inTransaction(parts.db, finish)
    },
  })

const reasonOf = (error: unknown) =>
  error instanceof FinalFailure ? error.message : 'The file could not be read. Try it again.'

const read = async (parts: TraceParts, { cursor, signal, report }: Run<Cursor>) => {
  const trace = await findTrace(parts.db, cursor.traceId)
  if (!trace?.objectKey) throw new FinalFailure('The file is gone. Choose it again.')
  const { objectKey, sizeBytes, fileName, modId } = trace
  const source = archiveSource(parts.storage, { objectKey, sizeBytes })
  const said = (message: string, done: number) => report({ done, total: sizeBytes, message })
  const told: RangeSource = {
    size: sizeBytes,
    read: (place, ...rest) => {
      said('Reading the file', place)
      return source.read(place, ...rest)
    },
  }
  const sha256 = await hashedSource(told).digest(signal)
  const findings = await readLeak(
    parts,
    { source, fileName, modId },
    { signal, onProgress: (message) => said(message, sizeBytes) },
  ).catch((error: unknown) => {
    if (!(error instanceof TraceTimeout)) throw error
    throw new FinalFailure('Comparing it with all mods took longer than 10 minutes. Choose the mod it may come from.')
  })
  return async (tx: Tx) => {
    await keepFindings(tx, trace.id, { findings, sha256 })
    const next: Cursor = { traceId: trace.id, phase: 'delete' }
    return { cursor: next, done: sizeBytes, total: sizeBytes, message: 'Deleting the file' }
  }
}

const findTrace = async (db: Db, id: number) => {
  const [trace] = await db
    .select()
    .from(traces)
    .where(and(eq(traces.id, id), isNull(traces.finishedAt)))
  return trace
}

/** Deletes the file and returns the work of the final transaction. */
const end = async ({ db, storage }: TraceParts, traceId: number, failure: string | null) => {
  const trace = await findTrace(db, traceId)
  if (trace?.objectKey) await storage.remove('private', trace.objectKey)
  return async (tx: Tx) => {
    if (trace) await finishTrace(tx, trace, failure)
    return { result: { traceId }, message: failure ?? 'Read, compared and deleted' }
  }
}
