import { phaseOf } from '@slipstream/contract/maintenance'
import type { Settings, SiteStatus } from '@slipstream/contract/settings'

type Plan = Pick<Settings, 'maintenanceMode' | 'plannedMaintenance'>

/** Whether the store is closed in this phase of its planned window, and the window itself while it is announced. */
export const siteStatusIn = (
  phase: ReturnType<typeof phaseOf>,
  { maintenanceMode, plannedMaintenance }: Plan,
): SiteStatus => {
  const isAnnounced = phase === 'before' || phase === 'during'
  return {
    maintenanceMode: maintenanceMode || phase === 'during',
    ...(isAnnounced && plannedMaintenance && { planned: plannedMaintenance }),
  }
}

export const siteStatusNow = (plan: Plan): SiteStatus =>
  siteStatusIn(phaseOf(plan.plannedMaintenance, Date.now()), plan)
