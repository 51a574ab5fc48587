import { CART_REFRESH_MS, SITE_STATUS_POLL_MS } from '@slipstream/contract/polling'
import type { RouteSummary } from './summary.ts'

/**
 * How many open pages of signed-in customers one core can serve while nothing changes. Each page polls the cart and the
 * store's status. Null if either was not measured.
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
