import type { RouteSummary } from './summary.ts'

/** Limits of the store process itself, whichever routes are measured. */
const COLD_START_SECONDS = 3
const RESIDENT_MEGABYTES = 350
const PACKAGES_MEGABYTES = 150

export interface StoreProcess {
  coldStartSeconds: number
  coldStartCpuSeconds: number
  megabytesAtStart: number
  megabytesAfterLoad: number
  packagesMegabytes: number
}

/** One sentence per missed budget. */
export const missedBudgets = (store: StoreProcess, routes: readonly RouteSummary[]): string[] => {
  const limits: [what: string, seen: number, limit: number, unit: string][] = [
    ['cold start', store.coldStartSeconds, COLD_START_SECONDS, 's'],
    ['memory after load', store.megabytesAfterLoad, RESIDENT_MEGABYTES, 'MB'],
    ['production packages', store.packagesMegabytes, PACKAGES_MEGABYTES, 'MB'],
  ]
  return [
    ...limits.flatMap(([what, seen, limit, unit]) =>
      seen < limit ? [] : [`${what}: ${short(seen)} ${unit}, budget below ${limit} ${unit}`],
    ),
    ...routes.flatMap((route) => missedBy(route) ?? []),
  ]
}

/** The budget a route missed, or null. */
export const missedBy = (route: RouteSummary): string | null => {
  const { name, ofReference, reference, budget, perCpuSecond, leastPerCpuSecond } = route
  if (budget !== null && ofReference < budget) {
    return `${name}: ${short(ofReference)} of ${reference}, budget at least ${budget}`
  }
  if (leastPerCpuSecond !== null && perCpuSecond < leastPerCpuSecond) {
    return `${name}: ${short(perCpuSecond)} per CPU-second, budget at least ${leastPerCpuSecond}`
  }
  return null
}

const short = (value: number) => new Intl.NumberFormat('en', { maximumFractionDigits: 2 }).format(value)
