import type { Db } from '@slipstream/db/client'
import type { JobHandlers } from '#lib/jobs.ts'
import { announceRelease } from './announce-release.service.ts'

export const lockerJobs = ({
  db,
  publicUrl,
}: {
  db: Db
  publicUrl: string
}): JobHandlers<'locker.announce_release'> => ({
  'locker.announce_release': (step) => announceRelease(db, publicUrl, step),
})
