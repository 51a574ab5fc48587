import { MINUTE_MS } from '@slipstream/contract/durations'
import type { Db } from '@slipstream/db/client'
import type { Storage } from '#gateways/storage.ts'
import type { JobHandlers, JobSchedule } from '#lib/jobs/jobs.ts'
import { createComposer } from './compose-copy.service.ts'
import type { MarkKeys } from './mark-keys.ts'
import { prepareCopy } from './prepare-copy.service.ts'
import { queueMissingSplits, splitRelease } from './split-release.service.ts'
import { sweepCopies } from './sweep-copies.service.ts'

declare module '#lib/jobs/jobs.ts' {
  interface Jobs {
    'copies.split': { releaseId: number; isAgain?: boolean }
    'copies.split_missing': Record<string, never>
    /** Queued together with the entitlement to a mod. */
    'copies.prepare': { entitlementId: number }
    'copies.compose': { copyId: number }
    'copies.sweep': Record<string, never>
    'copies.discard': { objectKey: string }
  }
}

type CopyJob =
  | 'copies.split'
  | 'copies.split_missing'
  | 'copies.prepare'
  | 'copies.compose'
  | 'copies.sweep'
  | 'copies.discard'

interface Parts {
  db: Db
  storage: Storage
  markKeys: MarkKeys
}

export const copyJobs = (parts: Parts): JobHandlers<CopyJob> => {
  const { db, storage } = parts
  const compose = createComposer(parts)
  return {
    'copies.split': (release, { signal }) => splitRelease(parts, release, signal),
    'copies.split_missing': () => queueMissingSplits(db),
    'copies.prepare': ({ entitlementId }) => prepareCopy(db, entitlementId),
    'copies.compose': ({ copyId }) => compose(copyId),
    'copies.sweep': (_payload, { signal }) => sweepCopies(db, signal),
    'copies.discard': ({ objectKey }) => storage.remove('private', objectKey),
  }
}

/** Long timeouts: a split reads a whole archive, and composing a large copy may take the storage minutes. */
export const COPY_SCHEDULE: JobSchedule<CopyJob> = {
  'copies.split': { timeoutMs: 60 * MINUTE_MS },
  'copies.split_missing': { cron: '* * * * *' },
  'copies.compose': { timeoutMs: 15 * MINUTE_MS },
  'copies.sweep': { cron: '41 * * * *', timeoutMs: 10 * MINUTE_MS },
}
