import type { ModCard } from '@slipstream/contract/mods'
import { useUser } from '#features/auth/auth.queries.ts'
import { WishlistButton } from '#features/wishlist/wishlist-button.tsx'

interface WishlistHeartProps {
  mod: Pick<ModCard, 'id' | 'title'>
  isOnPicture?: boolean
}

/** The wishlist heart for the current user or visitor. */
export const WishlistHeart = (props: WishlistHeartProps) => {
  const { data: user } = useUser()
  return <WishlistButton {...props} isSignedIn={user !== undefined && user !== null} />
}
