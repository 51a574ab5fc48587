import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#lib/api.ts'

export const useFeaturedReviews = () =>
  useQuery(
    apiQuery('/api/reviews/featured', async () => (await import('@slipstream/contract/reviews')).reviewsApi.featured),
  )
