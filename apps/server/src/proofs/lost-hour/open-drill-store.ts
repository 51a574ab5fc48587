import { readConfig } from '#config.ts'
import { openServer } from '#testing/open-server.ts'
import type { OwnStripe } from '#testing/own-stripe.ts'
import { runJobs } from '#testing/run-jobs.ts'
import type { TestStore } from '#testing/test-store.ts'
import { RECONCILE_BATCH, reconcile, sweepEvents } from '#features/reconciliation/reconcile.service.ts'

/** A store on this database, with the same Stripe, storage and mailbox as the one before and after it. */
export const openDrillStore = async (environment: Record<string, string>, databaseUrl: string, stripe: OwnStripe) => {
  const config = readConfig({ ...environment, DATABASE_URL: databaseUrl })
  const { app, services, close } = await openServer(config)
  const { db } = services.database
  const payments = { db, stripe: services.stripe, publicUrl: config.publicUrl }
  const store = { app, config, db, services, stripe, payments }
  return {
    ...store,
    /** What a worker does, until nothing is left to do: no webhook arrives, so it reads Stripe's list. */
    work: async () => {
      for (;;) {
        const missed = await sweepEvents(payments)
        const failures: string[] = []
        await reconcile(payments, (error, about) => failures.push(`${about}: ${String(error)}`))
        await runJobs(store as unknown as TestStore)
        if (failures.length > 0) throw new Error(failures.slice(0, RECONCILE_BATCH).join('\n'))
        if (missed === 0) return
      }
    },
    close,
  }
}
export type DrillStore = Awaited<ReturnType<typeof openDrillStore>>
