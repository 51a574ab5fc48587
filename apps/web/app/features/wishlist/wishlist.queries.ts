import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ModCard } from '@slipstream/contract/mods'
import { apiQuery, callApi } from '#lib/api.ts'
import { invalidate, PATHS } from '#lib/query-keys.ts'
import { ApiError } from '#lib/request.ts'
import { toast } from '#ui/toast-store.ts'

const contract = async () => (await import('@slipstream/contract/wishlist')).wishlistApi

const WISHLIST = PATHS.wishlist
const FRESH_MS = 60_000

const wishlistQuery = { ...apiQuery(WISHLIST, async () => (await contract()).list), staleTime: FRESH_MS }

export const useWishlist = () => useQuery(wishlistQuery)

/** Whether a mod is on the signed-in user's wishlist, and the mutation to change it. */
export const useWishlistEntry = ({ id }: Pick<ModCard, 'id'>) => {
  const queries = useQueryClient()
  const { data: isListed = false } = useQuery({
    ...wishlistQuery,
    select: (cards) => cards.some((card) => card.id === id),
  })
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (isListed: boolean) => changeWish(id, isListed),
    // Awaited: until the list is refetched, the optimistic state is shown.
    onSuccess: () => readAgain(queries),
    onError: (error) => tellUnchanged(queries, error),
    networkMode: 'always',
    // Runs one at a time so that the last choice wins.
    scope: { id: `wish ${id}` },
  })
  return { isListed: isPending ? variables : isListed, change: (isListed: boolean) => mutate(isListed) }
}

export const readAgain = async (queries: QueryClient) => {
  // A list request that started before the change would overwrite the new state.
  await queries.cancelQueries({ queryKey: [WISHLIST] })
  await invalidate(queries, WISHLIST)
}

export const tellUnchanged = (queries: QueryClient, error: unknown) => {
  const reason = error instanceof ApiError ? error.reason : undefined
  toast({
    title: 'Your wishlist was not changed',
    description: reason ?? 'The store did not respond. Please try again.',
    tone: 'destructive',
  })
  void readAgain(queries)
}

export const changeWish = async (modId: number, isListed: boolean) => {
  const { add, remove } = await contract()
  if (isListed) return callApi(add, { body: { modId } })
  return callApi(remove, { params: { modId } }).catch((error: unknown) => {
    // Already removed, for example in another tab, which is what we want.
    if (!(error instanceof ApiError && error.status === 404)) throw error
  })
}
