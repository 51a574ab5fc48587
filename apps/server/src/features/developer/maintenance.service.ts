import type { SiteStatus } from '@slipstream/contract/settings'
import type { Tx } from '@slipstream/db/client'
import { recordChange } from '#features/audit/audit.service.ts'
import { changeSettings, readSettings } from '#features/settings/settings.service.ts'

/** Closes the store to everyone but administrators, or opens it again. */
export const switchMaintenance = async (tx: Tx, actorId: number, maintenanceMode: boolean): Promise<SiteStatus> => {
  const before = await readSettings(tx)
  await changeSettings(tx, { maintenanceMode })
  await recordChange(tx, {
    actorId,
    action: maintenanceMode ? 'switch on' : 'switch off',
    subject: 'settings',
    subjectId: 'maintenanceMode',
    subjectName: 'Maintenance mode',
    before: { maintenanceMode: before.maintenanceMode },
    after: { maintenanceMode },
  })
  return { maintenanceMode }
}
