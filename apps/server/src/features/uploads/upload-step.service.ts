import { and, eq } from 'drizzle-orm'
import type { UploadStatus } from '@slipstream/contract/uploads'
import { type Db, inTransaction } from '@slipstream/db/client'
import { uploads } from '@slipstream/db/tables/uploads'
import type { UploadRow } from './arrival.service.ts'

const WRITE_EVERY_MS = 500

interface Step {
  row: UploadRow
  /** Aborted when the worker shuts down or the upload is canceled. */
  signal: AbortSignal
  /** May be called at any rate. */
  onProgress: (doneBytes: number, ofBytes: number) => void
}

/**
 * Runs one step of an upload that waits for it and reports its progress. Does nothing if the upload is at another step,
 * because this one is done or the upload was canceled.
 */
export const doStep = async (
  db: Db,
  uploadId: number,
  status: Extract<UploadStatus, 'reading' | 'checking'>,
  leaving: AbortSignal,
  work: (step: Step) => Promise<void>,
) => {
  const isAtStep = and(eq(uploads.id, uploadId), eq(uploads.status, status))
  const [row] = await db.select().from(uploads).where(isAtStep)
  if (!row) return

  const closed = new AbortController()
  let isClosed = false
  let writtenAt = 0
  let isWriting = false
  let underway = Promise.resolve()
  const write = async (doneBytes: number, ofBytes: number) => {
    const [still] = await inTransaction(db, (tx) =>
      tx.update(uploads).set({ doneBytes, ofBytes }).where(isAtStep).returning({ id: uploads.id }),
    )
    if (still) return
    isClosed = true
    closed.abort()
  }
  const onProgress = (doneBytes: number, ofBytes: number) => {
    if (isWriting || Date.now() - writtenAt < WRITE_EVERY_MS) return
    writtenAt = Date.now()
    isWriting = true
    underway = write(doneBytes, ofBytes)
      .catch((error: unknown) => closed.abort(error))
      .finally(() => {
        isWriting = false
      })
  }

  try {
    await work({ row, onProgress, signal: AbortSignal.any([leaving, closed.signal]) })
  } catch (error) {
    if (!isClosed) throw error
  } finally {
    await underway
  }
}
