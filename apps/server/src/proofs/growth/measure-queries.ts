import type { MeasuredPages } from './compare-pages.ts'
import type { watchPages } from './count-pages.ts'

/** How much more a query may cost with many more rows. */
const MOST_GROWTH = { list: 1.5, search: 3 }

export type Queries = Record<string, { kind: keyof typeof MOST_GROWTH; ask: () => Promise<unknown> }>

/** Database pages read by every query. */
export const measureQueries = async (
  pages: ReturnType<typeof watchPages>,
  queries: Queries,
): Promise<MeasuredPages> => {
  const measured = new Map<string, { most: number; statements: Awaited<ReturnType<typeof pages.of>> }>()
  for (const [name, { kind, ask }] of Object.entries(queries)) {
    measured.set(name, { most: MOST_GROWTH[kind], statements: await pages.of(ask) })
  }
  return measured
}
