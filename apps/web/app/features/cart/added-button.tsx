import { InCartActions } from './in-cart-actions.tsx'
import { LockerLink } from './locker-link.tsx'

interface AddedButtonProps {
  title: string
  state: 'owned' | 'included' | 'in cart'
  /** The Add button was used, so it may have the focus. */
  replacesFocused: boolean
}

/** Replaces the Add button for a user who has the mod, or has it in the cart. */
const AddedButton = ({ title, state, replacesFocused }: AddedButtonProps) =>
  state === 'in cart' ? (
    <InCartActions replacesFocused={replacesFocused} />
  ) : (
    <LockerLink title={title} isOwned={state === 'owned'} />
  )

export default AddedButton
