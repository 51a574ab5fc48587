import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { PaymentParts } from '#features/payments/payment-session.service.ts'
import { reconcile, sweepEvents } from './reconcile.service.ts'

const EVERY_MS = 5_000
const SWEEP_EVERY = 3

/** Runs in every worker until stopped. The queue's cron runs once a minute, which is too slow for a buyer. */
export const runReconciler = (parts: PaymentParts, log: Logger) => {
  const leaving = new AbortController()
  const onFailure = (error: unknown, about: string) => log.warn({ err: error }, `could not reconcile ${about}`)
  const run = async () => {
    for (let round = 0; !leaving.signal.aborted; round++) {
      await reconcile(parts, onFailure, leaving.signal).catch((error: unknown) => onFailure(error, 'pending orders'))
      if (round % SWEEP_EVERY === 0) {
        await sweepEvents(parts).catch((error: unknown) => onFailure(error, 'missed events'))
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
