import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { PaymentParts } from '#features/payments/payment-session.service.ts'
import { reconcile, sweepEvents } from './reconcile.service.ts'

const EVERY_MS = 5_000
const SWEEP_EVERY = 3

/** Runs in every worker until it is stopped. The queue's own clock ticks by the minute, which is too long for a buyer. */
export const runReconciler = (parts: PaymentParts, log: Logger) => {
  const leaving = new AbortController()
  const onFailure = (error: unknown, about: string) => log.warn({ err: error }, `could not look after ${about}`)
  const run = async () => {
    for (let round = 0; !leaving.signal.aborted; round++) {
      await reconcile(parts, onFailure, leaving.signal).catch((error: unknown) => onFailure(error, 'waiting orders'))
      if (round % SWEEP_EVERY === 0) {
        await sweepEvents(parts).catch((error: unknown) => onFailure(error, 'events that never arrived'))
      }
      await sleep(EVERY_MS, undefined, { signal: leaving.signal }).catch(() => undefined)
    }
  }
  const finished = run()
  return {
    stop: async () => {
      leaving.abort()
      await finished
    },
  }
}
