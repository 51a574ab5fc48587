import { useState } from 'react'
import type { ReviewSort } from '@slipstream/contract/catalogue'
import type { ReviewFilter } from '@slipstream/contract/review-terms'
import { apiQuery, callApi } from '#lib/api.ts'
import { PATHS } from '#lib/query-keys.ts'
import { useServedList } from '#lib/use-paged-list.ts'

const ofMod = async () => (await import('@slipstream/contract/reviews')).reviewsApi.ofMod

interface Choice {
  sort: ReviewSort
  show: ReviewFilter | undefined
}

/** "Most helpful" without a filter is the default and sends no parameter: the mod's page already contains this list. */
const pageOf = (modId: number, { sort, show }: Choice, after?: string) => ({
  params: { id: modId },
  query: { sort: sort === 'helpful' ? undefined : sort, show, after },
})

/** The reviews of a mod in one order, as far as they are loaded. */
export const useModReviews = (modId: number) => {
  const [choice, setChoice] = useState<Choice>({ sort: 'helpful', show: undefined })
  const list = useServedList(
    apiQuery(PATHS.modReviews, ofMod, pageOf(modId, choice)),
    [PATHS.modReviews, modId, choice.sort, choice.show],
    async (after) => callApi(await ofMod(), pageOf(modId, choice, after)),
  )
  return { choice, choose: (part: Partial<Choice>) => setChoice((before) => ({ ...before, ...part })), list }
}
