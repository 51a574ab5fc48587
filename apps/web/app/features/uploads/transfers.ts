import { useSyncExternalStore } from 'react'
import type { Upload } from '@slipstream/contract/uploads'
import { createStore } from '#ui/external-store.ts'

/**
 * `preparing` until the server knows the upload, `sending`, `finishing` while the server assembles the parts, `done`;
 * `paused` by the user, `stopped` by an error that only the user can fix.
 */
type TransferState = 'preparing' | 'sending' | 'finishing' | 'done' | 'paused' | 'stopped'

/** An upload from this browser. */
export interface Transfer {
  modId: number
  /** Null until the server knows the upload. */
  uploadId: number | null
  fileName: string
  sizeBytes: number
  state: TransferState
  sentBytes: number
  /** Null until it can be measured. */
  bytesPerSecond: number | null
  /** While retrying: why; when stopped: the error. */
  problem: string | null
  /** When done: the upload as the server has it. */
  finished: Upload | null
}

/** Outside React and shared by the whole page: an upload continues while its user looks at something else. */
const transfers = createStore<ReadonlyMap<number, Transfer>>(new Map())

const RUNNING: readonly TransferState[] = ['preparing', 'sending', 'finishing']

const warn = (event: BeforeUnloadEvent) => event.preventDefault()

const keep = (next: Map<number, Transfer>) => {
  transfers.set(next)
  const isRunning = [...next.values()].some(({ state }) => RUNNING.includes(state))
  if (isRunning) addEventListener('beforeunload', warn)
  else removeEventListener('beforeunload', warn)
}

export const transferOf = (modId: number) => transfers.get().get(modId)

export const updateTransfer = (modId: number, change: Partial<Transfer>) => {
  const transfer = transferOf(modId)
  if (transfer) keep(new Map(transfers.get()).set(modId, { ...transfer, ...change }))
}

export const addTransfer = (transfer: Transfer) => keep(new Map(transfers.get()).set(transfer.modId, transfer))

export const removeTransfer = (modId: number) => keep(new Map([...transfers.get()].filter(([id]) => id !== modId)))

export const useTransfer = (modId: number) =>
  useSyncExternalStore(
    transfers.subscribe,
    () => transferOf(modId),
    () => undefined,
  )
