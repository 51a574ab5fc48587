import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#lib/api.ts'
import { ADMIN_PATHS } from '#lib/admin-query-keys.ts'

const wishedQuery = apiQuery(
  ADMIN_PATHS.wishedMods,
  async () => (await import('@slipstream/contract/wishlist-admin')).wishlistAdminApi.wished,
)

export const useWishedMods = () => useQuery({ ...wishedQuery, staleTime: 0 })
