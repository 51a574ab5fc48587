import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { CartItem } from '@slipstream/contract/cart'
import { CART_REFRESH_MS } from '@slipstream/contract/polling'
import { apiQuery, callApi } from '#lib/api.ts'
import { maySend } from '#lib/personal-queries.ts'
import { invalidate, PATHS } from '#lib/query-keys.ts'
import { ApiError } from '#lib/request.ts'
import { toast } from '#ui/toast-store.ts'
import { useCartMemory } from './cart-memory.ts'

const contract = async () => (await import('@slipstream/contract/cart')).cartApi

const CART = PATHS.cart
const OWNED_FRESH_MS = 60_000
const EMPTY: CartItem[] = []

const loadCart = async ({ signal }: { signal?: AbortSignal } = {}): Promise<CartItem[]> => {
  try {
    return await callApi((await contract()).list, {}, signal)
  } catch (error) {
    // Signed out: a retry would not help.
    if (error instanceof ApiError && error.status === 401) return EMPTY
    throw error
  }
}

const cartQuery = {
  queryKey: [CART],
  queryFn: loadCart,
  staleTime: 0,
  retry: 2,
  refetchOnMount: 'always',
  refetchOnWindowFocus: 'always',
} as const

/** A cart that fails to load is shown as empty, as specified; the next refresh brings it back. */
export const useCart = ({ isPolling = false } = {}) => {
  const { isReady } = useCartMemory()
  const { data, isError, isPending, dataUpdatedAt, errorUpdatedAt } = useQuery({
    ...cartQuery,
    enabled: (query) => isReady && maySend(query),
    // Only one of the components that show the cart refreshes it.
    refetchInterval: isPolling && CART_REFRESH_MS,
  })
  // After a failure the cart counts as empty: a query without data is pending again during each refresh.
  const isLoading = isPending && errorUpdatedAt === 0
  return { items: isError ? EMPTY : (data ?? EMPTY), isLoading, dataUpdatedAt, errorUpdatedAt }
}

/** For a page for signed-in users that does not poll the cart. */
export const useCartItem = (modId: number) =>
  useQuery({ ...cartQuery, select: (items) => items.find((item) => item.modId === modId) }).data

const ownedQuery = { ...apiQuery(PATHS.owned, async () => (await contract()).owned), staleTime: OWNED_FRESH_MS }

export const useOwned = () => useQuery({ ...ownedQuery, refetchOnMount: true, refetchOnWindowFocus: true }).data

/** Removes the previous user's data before the cart is fetched. */
export const dropCart = (client: QueryClient) => client.resetQueries({ queryKey: [CART] })

export const cachedCart = (client: QueryClient) => client.getQueryData<CartItem[]>([CART]) ?? EMPTY

/**
 * The cart after a change. It is fetched if it is not cached: the cart button, which loads after the page, drops any
 * fetch that began before it. Empty if it fails to load.
 */
export const readCart = async (client: QueryClient): Promise<readonly CartItem[]> =>
  client.getQueryData<CartItem[]>([CART]) ?? loadCart().catch(() => EMPTY)

/** A member must confirm that they want to buy a mod that Premium includes. */
interface Wish {
  modId: number
  buyToKeep?: true
}

const readAgain = async (client: QueryClient) => {
  // A cart request that started before the change would overwrite the new cart.
  await client.cancelQueries({ queryKey: [CART] })
  await invalidate(client, CART)
}

export const sendAdd = async (client: QueryClient, wish: Wish) => {
  try {
    return await callApi((await contract()).add, { body: wish })
  } catch (error) {
    if (error instanceof ApiError && error.code === 'cart.owned') void invalidate(client, PATHS.owned)
    throw error
  } finally {
    await readAgain(client)
  }
}

const tellFailure = (title: string, error: unknown, usual: string) =>
  toast({
    title,
    description: (error instanceof ApiError ? error.reason : undefined) ?? usual,
    tone: 'destructive',
  })

export const useRemoveFromCart = () => {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ modId }: CartItem) => callApi((await contract()).remove, { params: { modId } }),
    networkMode: 'always',
    onSuccess: (_, item) =>
      toast({
        title: 'Removed from cart',
        ...(item.mod && {
          description: item.mod.title,
          action: { label: 'Undo', onSelect: () => void restoreItems(client, [item]) },
        }),
      }),
    onError: (error) => tellFailure('Failed to remove from cart', error, 'Failed to remove item from cart'),
    // Awaited: the line stays busy until the cart is refetched.
    onSettled: () => readAgain(client),
  })
  return { remove: mutate, isRemoving: isPending }
}

export const useClearCart = () => {
  const client = useQueryClient()
  const { mutate, isPending, data } = useMutation({
    mutationFn: async () => {
      const taken = cachedCart(client)
      await callApi((await contract()).clear)
      return taken
    },
    networkMode: 'always',
    onSuccess: (taken) =>
      toast({ title: 'Cart cleared', action: { label: 'Undo', onSelect: () => void restoreItems(client, taken) } }),
    onError: (error) => tellFailure('Failed to clear cart', error, 'Failed to clear cart'),
    onSettled: () => readAgain(client),
  })
  return { clear: () => mutate(), isClearing: isPending, taken: data ?? EMPTY }
}

/** Restores the items in order. Skips mods that are no longer for sale, or that Premium includes by now. */
export const restoreItems = async (client: QueryClient, items: readonly CartItem[]) => {
  const { add } = await contract()
  try {
    for (const { modId, mod, buyToKeep } of items) {
      if (mod) await callApi(add, { body: { modId, ...(buyToKeep && { buyToKeep }) } }).catch(unlessNeedless)
    }
  } catch (error) {
    tellFailure('Failed to add to cart', error, 'Failed to add item to cart')
  } finally {
    await readAgain(client)
  }
}

const unlessNeedless = (error: unknown) => {
  const code = error instanceof ApiError ? error.code : undefined
  if (code !== 'cart.already_in_cart' && code !== 'cart.included') throw error
}
