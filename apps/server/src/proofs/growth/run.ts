/** npm run growth: what lists, searches and facets cost in a catalogue a hundred times as large. See docs/performance.md. */
import { ModFilters } from '@slipstream/contract/mods'
import { migrate } from '@slipstream/db/migrate'
import { dropDatabase, recreateDatabase } from '@slipstream/db/testing/test-database'
import { loadConfig } from '#config.ts'
import { readModFacets } from '#features/catalogue/mod-facets.service.ts'
import type { Catalogue } from '#features/catalogue/list-mods.service.ts'
import { pagesOf } from './compare-pages.ts'
import { openCatalogue } from './measure-growth.ts'
import { judgeSuggestions } from './measure-suggestions.ts'
import { percentile, timeOf } from './times.ts'

const [SMALL, MIDDLE, LARGE] = [1_000, 10_000, 100_000]
const MOST_GROWTH = 2
const FACETS_P95_MS = 150

const FACET_FILTERS = [
  {},
  { category: 'class-3' },
  { category: 'class-1', drivetrain: 'FWD', body: 'coupe,sedan' },
  { tags: 'turbo,rain', minPrice: '10', maxPrice: '30' },
  { power: 'wild', premium: 'true' },
  { q: 'drift' },
  { q: 'harlan', category: 'class-2' },
  { featured: 'true' },
  { body: 'van', maxPrice: '20' },
  { tags: 'drift', drivetrain: 'AWD,RWD', power: 'strong,fierce', minPrice: '15' },
]

const { databaseUrl } = loadConfig()
const name = `growth_${process.pid}`
const say = (line: string) => console.log(line)
const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
const short = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

const timeFacets = async (catalogue: Catalogue) => {
  const times: number[] = []
  for (let call = 0; call < 100; call++) {
    const filters = ModFilters.parse(FACET_FILTERS[call % FACET_FILTERS.length])
    times.push(await timeOf(() => readModFacets(catalogue, filters)))
  }
  return times
}

const run = async (url: string) => {
  await migrate(url)
  const store = openCatalogue(url)
  try {
    await store.fill(SMALL)
    const small = await store.measure()
    await store.fill(MIDDLE)
    const suggestions = await judgeSuggestions(store, say)
    say(`filling up to ${whole.format(LARGE)} mods`)
    await store.fill(LARGE)
    const large = await store.measure()

    const missed: string[] = []
    say(`\n${'pages touched'.padEnd(32)}${String(SMALL).padStart(8)}${String(LARGE).padStart(8)}   ratio`)
    for (const [name, statements] of large) {
      const [before, after] = [pagesOf(small.get(name)), pagesOf(statements)]
      const ratio = after / before
      say(
        `${name.padEnd(32)}${String(before).padStart(8)}${String(after).padStart(8)}${short.format(ratio).padStart(8)}`,
      )
      if (ratio > MOST_GROWTH) missed.push(`${name}: ${short.format(ratio)} times the pages, at most ${MOST_GROWTH}`)
    }
    return [...missed, ...suggestions, ...(await judgeFacets(store))]
  } finally {
    await store.close()
  }
}

const judgeFacets = async ({ catalogue, forget }: ReturnType<typeof openCatalogue>) => {
  forget()
  const anew = await timeOf(() => catalogue.facetColumns())
  await timeFacets(catalogue)
  const times = await timeFacets(catalogue)
  const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)]
  say(`\nfacets of ${whole.format(LARGE)} mods: p50 ${whole.format(p50)} ms, p95 ${whole.format(p95)} ms`)
  say(`rereading the facet columns after a change: ${whole.format(anew)} ms`)
  return p95 < FACETS_P95_MS ? [] : [`facets: p95 ${whole.format(p95)} ms, budget below ${FACETS_P95_MS} ms`]
}

try {
  const missed = await run(await recreateDatabase(databaseUrl, name))
  for (const sentence of missed) say(`missed: ${sentence}`)
  if (missed.length > 0) process.exitCode = 1
} finally {
  await dropDatabase(databaseUrl, name)
}
