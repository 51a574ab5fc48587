import { sql } from 'drizzle-orm'
import { ModListQuery } from '@slipstream/contract/mods'
import { openDatabase } from '@slipstream/db/client'
import { openCatalogueWords, type ReadCatalogueWords } from '#features/catalogue/catalogue-words.service.ts'
import { openFacetColumns } from '#features/catalogue/facet-columns.service.ts'
import { type Catalogue, listMods } from '#features/catalogue/list-mods.service.ts'
import { type Statement, watchPages } from './count-pages.ts'
import { fillCatalogue } from './fill-catalogue.ts'
import { type CatalogueQuery, catalogueQueries } from './catalogue-queries.ts'

/** A mod that is published in the smallest catalogue too. */
const KNOWN_MOD = 777

/** The store's own services on a database that is filled step by step. */
export const openCatalogue = (url: string) => {
  const database = openDatabase({ url, applicationName: 'slipstream-growth', maxConnections: 4, onIdleError: () => {} })
  const pages = watchPages(database.pool)
  const forgetters: (() => void)[] = []
  const bus = {
    onChange: (_topic: string, forget: () => void) => void forgetters.push(forget),
    onPurge: () => {},
    onHint: () => {},
    onReturn: () => {},
    close: async () => {},
  }
  const catalogue: Catalogue & { catalogueWords: ReadCatalogueWords } = {
    db: database.db,
    storage: { publicUrl: (key) => `https://assets.example/${key}` },
    facetColumns: openFacetColumns(database.db, bus),
    catalogueWords: openCatalogueWords(database.db, bus),
  }
  const forget = () => {
    for (const each of forgetters) each()
  }
  return {
    catalogue,
    fill: async (upTo: number) => {
      await fillCatalogue(database.db, upTo)
      forget()
      await catalogue.facetColumns()
    },
    forget,
    /** Database pages read by every query. */
    measure: async () => {
      const { rows } = await database.db.execute<{ title: string }>(
        sql`select title from mods where id >= ${KNOWN_MOD} and status = 'published' order by id limit 1`,
      )
      const measured = new Map<string, Statement[]>()
      for (const measuredQuery of catalogueQueries(rows[0]?.title ?? '')) {
        const after = await cursorOf(catalogue, measuredQuery)
        const query = ModListQuery.parse({ ...measuredQuery.query, ...(after !== null && { after }) })
        measured.set(measuredQuery.name, await pages.of(() => listMods(catalogue, query)))
      }
      return measured
    },
    close: database.close,
  }
}

/** The cursor of the page to measure, or null for the first one. */
const cursorOf = async (catalogue: Catalogue, { query, pagesBefore = 0 }: CatalogueQuery) => {
  let after: string | null = null
  for (let page = 0; page < pagesBefore; page++) {
    after = (await listMods(catalogue, ModListQuery.parse({ ...query, ...(after !== null && { after }) }))).next
  }
  return after
}
