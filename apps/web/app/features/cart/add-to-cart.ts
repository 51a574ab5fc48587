import type { QueryClient } from '@tanstack/react-query'
import { keepIntent } from '#lib/intents.ts'
import { ApiError } from '#lib/request.ts'
import { signInAddress } from '#lib/sign-in-link.tsx'
import { toast } from '#ui/toast-store.ts'
import { openCart } from './cart-memory.ts'
import { cachedCart, readCart, sendAdd } from './cart.queries.ts'

interface Wanted {
  modId: number | string
  title: string
  isSignedIn: boolean | undefined
  /** Set when a member buys a mod that Premium includes. */
  buyToKeep?: true
}

/** Adds a mod to the cart and shows the result. Never throws. */
export const addToCart = async (client: QueryClient, { modId: given, title, isSignedIn, buyToKeep }: Wanted) => {
  const modId = given === '' ? Number.NaN : Number(given)
  if (Number.isNaN(modId)) {
    console.error('Not a mod, so nothing was added to the cart:', given)
    return
  }
  if (isSignedIn === false) return askToLogIn(modId)
  if (isInCart(client, { modId, buyToKeep })) return tellAlreadyThere()
  try {
    await sendAdd(client, { modId, ...(buyToKeep && { buyToKeep }) })
    await tellAdded(client, title)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'cart.already_in_cart') return tellAlreadyThere()
    // The visitor clicked before the sign-in state was known, and the server answered 401.
    if (error instanceof ApiError && error.status === 401 && isSignedIn === undefined) return askToLogIn(modId)
    tellFailedAdd(error)
  }
}

/** Adds a mod and goes to checkout; a signed-out visitor logs in first. Never throws. */
export const buyNow = async (
  client: QueryClient,
  { modId, isSignedIn }: Pick<Wanted, 'isSignedIn'> & { modId: number },
) => {
  const logIn = () => {
    keepIntent({ kind: 'buy', modId })
    goToLogin()
  }
  if (isSignedIn === false) return logIn()
  try {
    await sendAdd(client, { modId })
  } catch (error) {
    const { code, status } = error instanceof ApiError ? error : {}
    if (status === 401 && isSignedIn === undefined) return logIn()
    if (code !== 'cart.already_in_cart') return tellFailedAdd(error)
  }
  goToCheckout()
}

export const goToCheckout = () => location.assign('/checkout')

/** A mod that is in the cart as "included" can be added again in order to buy it. */
const isInCart = (client: QueryClient, { modId, buyToKeep }: { modId: number; buyToKeep: true | undefined }) =>
  cachedCart(client).some((item) => item.modId === modId && (item.buyToKeep || !buyToKeep))

/** The mod is added after signing in. */
const askToLogIn = (modId: number) => {
  keepIntent({ kind: 'cart', modId })
  toast({
    title: 'Authentication Required',
    description: 'Please log in to add items to your cart.',
    action: { label: 'Login', onSelect: goToLogin },
  })
}

/** The first mod opens the cart. */
const tellAdded = async (client: QueryClient, title: string) => {
  const added = { title: 'Added to cart', description: title, tone: 'success' } as const
  if ((await readCart(client)).length === 1) {
    toast(added)
    openCart()
  } else {
    toast({ ...added, action: { label: 'View cart', onSelect: openCart } })
  }
}

const tellAlreadyThere = () => {
  toast({
    title: 'Already in cart',
    description: 'This mod is already in your cart.',
    action: { label: 'View cart', onSelect: openCart },
  })
}

export const tellFailedAdd = (error: unknown) =>
  toast({ title: 'Failed to add to cart', description: reasonOf(error), tone: 'destructive' })

const reasonOf = (error: unknown) => {
  if (!(error instanceof ApiError)) return 'Failed to add item to cart'
  if (error.status === 401) return 'You must be logged in to add items to your cart'
  return error.reason ?? 'Failed to add item to cart'
}

const goToLogin = () => location.assign(signInAddress(location.pathname + location.search))
