import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReviewSort } from '@slipstream/contract/catalogue'
import { apiQuery, callApi } from '#lib/api.ts'
import { PATHS } from '#lib/query-keys.ts'

const ofMod = async () => (await import('@slipstream/contract/reviews')).reviewsApi.ofMod

/** "Most helpful" is the default and needs no parameter: it is the page that comes with the mod. */
const pageOf = (modId: number, sort: ReviewSort, after?: string) => ({
  params: { id: modId },
  query: { sort: sort === 'helpful' ? undefined : sort, after },
})

/** The reviews of a mod in one order, as far as they are loaded. */
export const useModReviews = (modId: number) => {
  const [sort, setSort] = useState<ReviewSort>('helpful')
  const first = useQuery(apiQuery(PATHS.modReviews, ofMod, pageOf(modId, sort)))
  const end = first.data?.next ?? null
  const more = useInfiniteQuery({
    queryKey: ['reviews below', modId, sort, end],
    queryFn: async ({ pageParam }) => callApi(await ofMod(), pageOf(modId, sort, pageParam)),
    initialPageParam: end ?? '',
    getNextPageParam: ({ next }) => next ?? undefined,
    // Only on demand.
    enabled: false,
  })
  const pages = first.data ? [first.data, ...(more.data?.pages ?? [])] : []
  const loadMore = () => void more.fetchNextPage()

  return {
    sort,
    setSort,
    reviews: pages.flatMap(({ items }) => items),
    hasMore: (pages.at(-1)?.next ?? null) !== null,
    loadMore,
    isLoading: first.isFetching || more.isFetching,
    error: first.error ?? more.error,
    retry: first.isError ? () => void first.refetch() : loadMore,
  }
}
