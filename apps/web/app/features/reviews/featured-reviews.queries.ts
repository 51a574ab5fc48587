import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#lib/api.ts'
import { PATHS } from '#lib/query-keys.ts'

export const useFeaturedReviews = () =>
  useQuery(
    apiQuery(PATHS.featuredReviews, async () => (await import('@slipstream/contract/reviews')).reviewsApi.featured),
  )
