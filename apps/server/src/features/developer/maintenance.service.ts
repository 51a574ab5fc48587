import { type MaintenanceWindow, phaseOf } from '@slipstream/contract/maintenance'
import type { Settings, SiteStatus } from '@slipstream/contract/settings'
import type { Tx } from '@slipstream/db/client'
import { recordChange } from '#features/audit/audit.service.ts'
import { changeSettings, readSettings } from '#features/settings/settings.service.ts'
import { siteStatusNow } from '#features/settings/site-status.ts'
import { DomainError } from '#lib/domain-error.ts'

/** Closes the store to everyone but administrators, or opens it again. Opening it also ends a running window. */
export const switchMaintenance = async (tx: Tx, actorId: number, maintenanceMode: boolean): Promise<SiteStatus> => {
  const before = await readSettings(tx)
  const isInWindow = phaseOf(before.plannedMaintenance, Date.now()) === 'during'
  const changes = { maintenanceMode, ...(!maintenanceMode && isInWindow && { plannedMaintenance: null }) }
  return change(tx, actorId, maintenanceMode ? 'switch on' : 'switch off', before, changes)
}

export const planMaintenance = async (tx: Tx, actorId: number, window: MaintenanceWindow): Promise<SiteStatus> => {
  if (Date.parse(window.to) <= Date.now()) throw new DomainError('developer.window_over')
  return change(tx, actorId, 'plan', await readSettings(tx), { plannedMaintenance: window })
}

/** Idempotent. */
export const cancelMaintenance = async (tx: Tx, actorId: number): Promise<SiteStatus> =>
  change(tx, actorId, 'cancel', await readSettings(tx), { plannedMaintenance: null })

type Changes = Partial<Pick<Settings, 'maintenanceMode' | 'plannedMaintenance'>>

const change = async (
  tx: Tx,
  actorId: number,
  action: string,
  before: Settings,
  changes: Changes,
): Promise<SiteStatus> => {
  await changeSettings(tx, changes)
  const names = Object.keys(changes) as (keyof Changes)[]
  await recordChange(tx, {
    actorId,
    action,
    subject: 'settings',
    subjectId: 'maintenanceMode',
    subjectName: 'Maintenance mode',
    before: Object.fromEntries(names.map((name) => [name, before[name]])),
    after: changes,
  })
  // The same status that the poll will return, so that a page can show it at once.
  return siteStatusNow({ ...before, ...changes })
}
