import { useState } from 'react'
import type { ReviewSort } from '@slipstream/contract/catalogue'
import { apiQuery, callApi } from '#lib/api.ts'
import { PATHS } from '#lib/query-keys.ts'
import { useServedList } from '#lib/use-paged-list.ts'

const ofMod = async () => (await import('@slipstream/contract/reviews')).reviewsApi.ofMod

/** "Most helpful" is the default and needs no parameter: it is the page that comes with the mod. */
const pageOf = (modId: number, sort: ReviewSort, after?: string) => ({
  params: { id: modId },
  query: { sort: sort === 'helpful' ? undefined : sort, after },
})

/** The reviews of a mod in one order, as far as they are loaded. */
export const useModReviews = (modId: number) => {
  const [sort, setSort] = useState<ReviewSort>('helpful')
  const list = useServedList(
    apiQuery(PATHS.modReviews, ofMod, pageOf(modId, sort)),
    [PATHS.modReviews, modId, sort],
    async (after) => callApi(await ofMod(), pageOf(modId, sort, after)),
  )
  return { sort, setSort, list }
}
