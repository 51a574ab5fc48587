import type { PersonalData } from '#lib/personal-data.ts'
import { readSettings } from '#features/settings/settings.service.ts'
import { listMailJobs, removeMailJobs } from './mail-jobs.service.ts'
import { staffAddress } from './staff-address.ts'

/** A mail that was sent is gone from the store; one that waits in the queue, or failed for good, is still there. */
export const notificationsPersonalData: PersonalData = {
  name: 'mails',
  tables: [],
  collect: async (tx, userId) => {
    const staff = staffAddress(await readSettings(tx))
    // The staff's address is not the person's business; what they are told is exported with the orders.
    return (await listMailJobs(tx, userId)).filter(({ to }) => to !== staff)
  },
  erase: removeMailJobs,
}
