import { CARDS_PER_PAGE } from '@slipstream/contract/catalogue'
import type { ChangeBus } from '#lib/cache/change-bus.ts'

/** The requests of the busiest pages. */
const ADDRESSES = [
  '/api/mods?featured=true&limit=3',
  '/api/mods',
  `/api/mods?limit=${CARDS_PER_PAGE}`,
  '/api/mods/facets',
  '/api/categories',
  '/api/reviews/featured',
  '/api/releases',
  '/sitemap.xml',
]

/** When many mods change at once, not all of them are worth warming. */
const MOST_MODS = 8

const WAIT_MS = 100
/** Each process begins after a random delay, so that most find the first one's copy in Redis. */
const SPREAD_MS = 1_000

/** One request after another, because a process that has just started is busy. */
export const warmCatalogue = async (ask: (address: string) => Promise<unknown>, changedIds: readonly number[] = []) => {
  const ofMods = changedIds.slice(-MOST_MODS).map((id) => `/api/mods/${id}`)
  for (const address of [...ADDRESSES, ...ofMods]) await ask(address)
}

/** Warms the cache for the busiest pages after the start and after every change, in the background. */
export const keepCatalogueWarm = (bus: ChangeBus, ask: (address: string) => Promise<unknown>) => {
  let timer: NodeJS.Timeout | null = null
  const changedIds = new Set<number>()
  const warmSoon = () => {
    if (timer) return
    timer = setTimeout(
      () => {
        timer = null
        const ids = [...changedIds]
        changedIds.clear()
        // A failed request is not retried: the answer is computed on demand.
        warmCatalogue(ask, ids).catch(() => {})
      },
      WAIT_MS + Math.random() * SPREAD_MS,
    ).unref()
  }
  bus.onChange('mods', (id) => {
    if (id !== undefined) changedIds.add(id)
    warmSoon()
  })
  warmSoon()
}
