import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
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

/** Whether one mod is on the wishlist of the user who is signed in, and the way to change it. */
export const useWish = ({ id }: Pick<ModCard, 'id'>) => {
  const queries = useQueryClient()
  const { data: isListed = false } = useQuery({
    ...wishlistQuery,
    select: (cards) => cards.some((card) => card.id === id),
  })
  const readAgain = async () => {
    // A first list that was asked for before the change and is still on its way would be taken for the new one.
    await queries.cancelQueries({ queryKey: [WISHLIST] })
    await invalidate(queries, WISHLIST)
  }
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (isWished: boolean) => changeWish(id, isWished),
    // Waited for: until the list is here again, the change is shown as it was wanted.
    onSuccess: readAgain,
    onError: (error) => {
      const reason = error instanceof ApiError ? error.reason : undefined
      toast({
        title: 'Your wishlist was not changed',
        description: reason ?? 'The store did not respond. Please try again.',
        tone: 'destructive',
      })
      void readAgain()
    },
    networkMode: 'always',
    // One after the other: the last choice must be the one that stays.
    scope: { id: `wish ${id}` },
  })
  return { isWished: isPending ? variables : isListed, change: (isWished: boolean) => mutate(isWished) }
}

const changeWish = async (modId: number, isWished: boolean) => {
  const { add, remove } = await contract()
  if (isWished) return callApi(add, { body: { modId } })
  return callApi(remove, { params: { modId } }).catch((error: unknown) => {
    // Taken off already, in another tab maybe: that is what was wanted.
    if (!(error instanceof ApiError && error.status === 404)) throw error
  })
}
