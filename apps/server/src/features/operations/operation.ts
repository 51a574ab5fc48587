import type { OperationUnit } from '@slipstream/contract/operations'
import type { Tx } from '@slipstream/db/client'

/** Names a long operation. Its feature starts it with this and declares its steps with an `Operation`. */
export interface OperationKind {
  kind: string
  /** The name shown on the page. */
  title: string
  unit: OperationUnit
}

export interface Progress {
  done: number
  /** Null while it is unknown. */
  total: number | null
  message: string
}

export interface Run<Cursor> {
  cursor: Cursor
  /** Aborted when the operation is canceled, the worker stops, or another worker has taken over. */
  signal: AbortSignal
  /** Reports progress inside a long slice. The latest report is stored with the next heartbeat. */
  report: (progress: Progress) => void
}

/** The cursor from which the next slice continues, or the result if there is no next slice. */
export type Step<Cursor> = (Progress & { cursor: Cursor }) | { result: Record<string, unknown>; message: string }

/** Work that commits together with its cursor, so that a killed slice has either happened or not. */
type Transactional<Cursor> = (tx: Tx) => Promise<Step<Cursor>>

/** A failure that a retry would only repeat or make worse. The operation fails at once. */
export class FinalFailure extends Error {}

/**
 * A long operation. The worker calls `step` with the cursor of the previous slice until it returns a result. A killed
 * slice runs again from its cursor, so it must be safe to repeat, or return a function that commits with its cursor.
 */
export interface Operation<Cursor = unknown> extends OperationKind {
  step: (run: Run<Cursor>) => Promise<Step<Cursor> | Transactional<Cursor>>
  /** Removes what a canceled or failed run leaves behind. May run more than once. A canceled run has no error. */
  abandon?: (cursor: Cursor, error?: unknown) => Promise<void>
}

/**
 * Hides the cursor type, so that operations fit into one list. This is safe because each gets only cursors that it
 * returned.
 */
export const declareOperation = <Cursor>(operation: Operation<Cursor>) => operation as unknown as Operation
