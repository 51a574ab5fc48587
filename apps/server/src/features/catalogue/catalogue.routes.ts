import type { FastifyInstance } from 'fastify'
import { MODS_PER_PAGE } from '@slipstream/contract/catalogue'
import { type ModFilters, type ModListQuery, modsApi } from '@slipstream/contract/mods'
import { comparisonApi } from '@slipstream/contract/mods-comparison'
import { mountPrepared } from '#lib/http/mount.ts'
import { encodeAnswer } from '#lib/cache/prepared-answer.ts'
import { queryName } from '#lib/cache/query-name.ts'
import type { SharedCache } from '#lib/cache/shared-cache.ts'
import { listCategories } from './categories.service.ts'
import { compareMods } from './compare-mods.service.ts'
import { listLatestReleases } from './latest-releases.service.ts'
import { type Catalogue, listMods } from './list-mods.service.ts'
import { readModDetails } from './mod-details.service.ts'
import { readModFacets } from './mod-facets.service.ts'
import { wordsOf } from './mod-search.service.ts'
import { listRelatedMods } from './related-mods.service.ts'
import { suggestMods } from './suggest-mods.ts'
import { readWorks } from './works-with.service.ts'

interface Parts extends Catalogue {
  cache: SharedCache
}

/** How many releases the home page shows. */
const LATEST_RELEASES = 8

export const catalogueRoutes = (app: FastifyInstance, { cache, ...catalogue }: Parts) => {
  const { db, storage } = catalogue
  mountPrepared(app, modsApi.list, ({ query }) =>
    rememberList(cache, query)('mods', queryName('list', asMeant(query), usualList(query)), async () =>
      encodeAnswer(modsApi.list, await listMods(catalogue, query)),
    ),
  )
  mountPrepared(app, modsApi.facets, ({ query }) =>
    rememberList(cache, query)('mods', queryName('facets', asMeant(query)), async () =>
      encodeAnswer(modsApi.facets, await readModFacets(db, query)),
    ),
  )
  mountPrepared(app, modsApi.works, ({ query: { gameVersion, ids } }) => {
    const asked = eachOnce(ids)
    return cache.rememberPassing('mods', queryName('works', { gameVersion, ids: asked.map(String) }), async () =>
      encodeAnswer(modsApi.works, await readWorks(db, gameVersion, asked)),
    )
  })
  mountPrepared(app, comparisonApi.compare, ({ query }) => {
    const ids = eachOnce(query.ids)
    return cache.rememberPassing('mods', queryName('compare', { ids: ids.map(String) }), async () =>
      encodeAnswer(comparisonApi.compare, await compareMods(db, storage, ids)),
    )
  })
  mountPrepared(app, modsApi.suggest, ({ query: { q } }) =>
    cache.rememberPassing('mods', queryName('suggest', asMeant({ q })), async () =>
      encodeAnswer(modsApi.suggest, await suggestMods(catalogue, q)),
    ),
  )
  mountPrepared(app, modsApi.details, ({ params: { id } }) =>
    cache.remember('mods', `mod ${id}`, async () =>
      encodeAnswer(modsApi.details, await readModDetails(db, storage, id)),
    ),
  )
  mountPrepared(app, modsApi.related, ({ params: { id } }) =>
    cache.remember('mods', `related ${id}`, async () =>
      encodeAnswer(modsApi.related, await listRelatedMods(db, storage, id)),
    ),
  )
  mountPrepared(app, modsApi.categories, () =>
    cache.remember('mods', 'categories', async () => encodeAnswer(modsApi.categories, await listCategories(db))),
  )
  mountPrepared(app, modsApi.latestReleases, () =>
    cache.remember('mods', 'releases', async () =>
      encodeAnswer(modsApi.latestReleases, await listLatestReleases(db, storage, LATEST_RELEASES)),
    ),
  )
}

const eachOnce = (ids: readonly number[]) => [...new Set(ids)].sort((one, other) => one - other)

type Query = ModFilters & Partial<Pick<ModListQuery, 'sort' | 'limit' | 'after'>>

/** Lists with only these fields are few enough to keep all of them, so that searches and other filters evict none. */
const COMMON_FIELDS = new Set(['sort', 'limit', 'featured', 'premium', 'sale'])

const rememberList = (cache: SharedCache, query: Query) =>
  Object.keys(query).every((field) => COMMON_FIELDS.has(field)) ? cache.remember : cache.rememberPassing

const asMeant = <Q extends Query>(query: Q): Q =>
  query.q === undefined ? query : { ...query, q: wordsOf(query.q).join(' ') }

const usualList = ({ q, featured }: ModListQuery) => ({
  limit: MODS_PER_PAGE,
  ...(q === undefined && !featured && { sort: 'popular' }),
})
