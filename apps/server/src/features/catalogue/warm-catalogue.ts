import { CARDS_PER_PAGE } from '@slipstream/contract/catalogue'
import type { ChangeBus } from '#lib/cache/change-bus.ts'

/** What the busiest pages ask for. */
const QUESTIONS = [
  '/api/mods?featured=true&limit=3',
  '/api/mods',
  `/api/mods?limit=${CARDS_PER_PAGE}`,
  '/api/mods/facets',
  '/api/categories',
  '/api/reviews/featured',
  '/api/releases',
  '/sitemap.xml',
]

/** Of many mods that changed at once nobody looks at all. */
const MOST_MODS = 8

const WAIT_MS = 100
/** Processes that hear of a change together ask one after the other, so that most find the first one's copy in Redis. */
const SPREAD_MS = 1_000

/** Asks one after the other: a process that has just started has other things to do. */
export const warmCatalogue = async (ask: (address: string) => Promise<unknown>, changedIds: readonly number[] = []) => {
  const ofMods = changedIds.slice(-MOST_MODS).map((id) => `/api/mods/${id}`)
  for (const address of [...QUESTIONS, ...ofMods]) await ask(address)
}

/** Has the answers of the busiest pages ready soon after the start and after every change; nobody waits for it. */
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
        // What fails now is made when somebody asks.
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
