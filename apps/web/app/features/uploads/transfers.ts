import { useSyncExternalStore } from 'react'
import type { Upload } from '@slipstream/contract/uploads'
import { createStore } from '#ui/external-store.ts'

/**
 * `preparing` until the store knows of it, `sending`, `finishing` while the store puts the parts together, `done`;
 * `paused` by a person, `stopped` by something that only a person can mend.
 */
type TransferState = 'preparing' | 'sending' | 'finishing' | 'done' | 'paused' | 'stopped'

/** A file on its way from this browser. */
export interface Transfer {
  modId: number
  /** Null until the store knows of it. */
  uploadId: number | null
  fileName: string
  sizeBytes: number
  state: TransferState
  sentBytes: number
  /** Null until it can be told. */
  bytesPerSecond: number | null
  /** While it is tried again: why; where it stopped: what is wrong. */
  problem: string | null
  /** Once it is done: as the store has it. */
  finished: Upload | null
}

/** Outside React, and of the whole page: a file goes on being sent while its sender looks at something else. */
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

export const tellTransfer = (modId: number, change: Partial<Transfer>) => {
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
