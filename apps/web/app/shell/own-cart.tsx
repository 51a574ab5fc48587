import { useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, useEffect } from 'react'
import { useLocation, useNavigation } from 'react-router'
import CartButton from '#features/cart/cart-button.tsx'
import { useCartMemory } from '#features/cart/cart-memory.ts'
import { resumeAdds } from '#features/cart/resume-adds.ts'
import { resumeWish } from '#features/wishlist/resume-wish.ts'
import { takeIntents } from '#lib/intents.ts'

/** The signed-in user's cart. It also adds or saves what they wanted before they signed in. */
const OwnCart = (props: ComponentProps<typeof CartButton>) => {
  useResumedIntents()
  return <CartButton {...props} />
}

/** These pages redirect to where the visitor came from. */
const ON_THE_WAY = ['/login', '/register']

const useResumedIntents = () => {
  const client = useQueryClient()
  const { isReady } = useCartMemory()
  const { pathname } = useLocation()
  const isArrived = useNavigation().state === 'idle' && !ON_THE_WAY.includes(pathname)

  useEffect(() => {
    if (!isReady || !isArrived) return
    const intents = takeIntents()
    const toBuy = idsOf(intents, 'buy')
    void resumeAdds(client, [...idsOf(intents, 'cart'), ...toBuy], toBuy.length > 0)
    for (const modId of idsOf(intents, 'wishlist')) void resumeWish(client, modId)
  }, [client, isReady, isArrived])
}

const idsOf = (intents: ReturnType<typeof takeIntents>, kind: string) =>
  intents.filter((intent) => intent.kind === kind).map(({ modId }) => modId)

export default OwnCart
