import { CART_REFRESH_MS, SITE_STATUS_POLL_MS } from '@slipstream/contract/polling'
import type { RouteSummary } from './summary.ts'

/**
 * How many open pages of people who are signed in one core carries while nothing changes: each asks for the cart and for
 * the store's status again and again. Null where one of the two was not measured.
 */
export const tabsPerCore = (routes: readonly Pick<RouteSummary, 'name' | 'perCpuSecond'>[]): number | null => {
  const polls = [
    { name: 'cart 304', everyMs: CART_REFRESH_MS },
    { name: 'status 304', everyMs: SITE_STATUS_POLL_MS },
  ].map(({ name, everyMs }) => ({ everyMs, perCpuSecond: routes.find((route) => route.name === name)?.perCpuSecond }))
  let cpuSecondsOfOneTab = 0
  for (const { everyMs, perCpuSecond } of polls) {
    if (perCpuSecond === undefined) return null
    cpuSecondsOfOneTab += 1_000 / everyMs / perCpuSecond
  }
  return Math.floor(1 / cpuSecondsOfOneTab)
}
