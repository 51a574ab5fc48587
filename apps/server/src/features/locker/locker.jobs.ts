import type { Db } from '@slipstream/db/client'
import type { Storage } from '#gateways/storage.ts'
import type { JobHandlers } from '#lib/jobs/jobs.ts'
import { announceRelease } from './announce-release.service.ts'

declare module '#lib/jobs/jobs.ts' {
  interface Jobs {
    'locker.announce_release': { releaseId: number; afterId: number }
  }
}

interface Parts {
  db: Db
  storage: Storage
  publicUrl: string
}

export const lockerJobs = (parts: Parts): JobHandlers<'locker.announce_release'> => ({
  'locker.announce_release': (step) => announceRelease(parts, step),
})
