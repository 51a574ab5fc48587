import type { ModCard } from '@slipstream/contract/mods'
import { useUser } from '#features/auth/auth.queries.ts'
import { AddButton } from '#features/cart/add-button.tsx'

interface AddToCartProps {
  mod: Pick<ModCard, 'id' | 'title' | 'includedWithPremium'>
  isLarge?: boolean
}

/** The cart button for the current user or visitor. */
export const AddToCart = (props: AddToCartProps) => {
  const { data: user } = useUser()
  return <AddButton {...props} isSignedIn={user === undefined ? undefined : user !== null} />
}
