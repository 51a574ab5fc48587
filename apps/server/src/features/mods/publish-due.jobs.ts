import type { Db } from '@slipstream/db/client'
import type { JobHandlers } from '#lib/jobs.ts'
import { publishDue } from './publish-due.service.ts'

export const publishDueJobs = ({ db }: { db: Db }): JobHandlers<'mods.publish_due'> => ({
  'mods.publish_due': () => publishDue(db),
})
