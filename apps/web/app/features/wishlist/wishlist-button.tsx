import { Heart } from 'lucide-react'
import type { ModCard } from '@slipstream/contract/mods'
import { keepIntent } from '#lib/lazy-intents.ts'
import { SignInLink } from '#lib/sign-in-link.tsx'
import { cx } from '#ui/cx.ts'
import { useWishlistEntry } from './wishlist.queries.ts'

interface WishlistButtonProps {
  mod: Pick<ModCard, 'id' | 'title'>
  /** False while unknown: the server renders the same for everyone. */
  isSignedIn: boolean
  /** Pictures are dark in both themes. */
  isOnPicture?: boolean
}

const looks = {
  onPicture: 'absolute top-2 right-2 z-10 dark bg-background/70 text-foreground backdrop-blur-sm hover:bg-background',
  plain: 'border border-input/60 text-foreground hover:border-input hover:bg-raised',
}

/** The heart. For signed-out visitors it links to sign-in and back to this page. */
export const WishlistButton = ({ mod, isSignedIn, isOnPicture = false }: WishlistButtonProps) => {
  const className = cx(
    'grid size-10 max-md:size-11 place-items-center rounded-full transition-[background-color,border-color,scale] active:scale-95',
    isOnPicture ? looks.onPicture : looks.plain,
  )
  return isSignedIn ? <Wish mod={mod} className={className} /> : <SignInToWish mod={mod} className={className} />
}

type HeartProps = Pick<WishlistButtonProps, 'mod'> & { className: string }

/** Uses no wishlist query: a page of cards would create a query and a mutation for each card in every server render. */
const SignInToWish = ({ mod, className }: HeartProps) => (
  <SignInLink
    rel="nofollow"
    aria-label={`Log in to save ${mod.title} to your wishlist`}
    className={className}
    onClick={() => void keepIntent({ kind: 'wishlist', modId: mod.id })}
  >
    <Heart className="size-[18px]" aria-hidden="true" />
  </SignInLink>
)

const Wish = ({ mod, className }: HeartProps) => {
  const { isListed, change } = useWishlistEntry(mod)
  return (
    <button
      type="button"
      aria-label={`Save ${mod.title} to your wishlist`}
      aria-pressed={isListed}
      className={className}
      onClick={() => change(!isListed)}
    >
      <Heart className={cx('size-[18px]', isListed && 'fill-current')} aria-hidden="true" />
    </button>
  )
}
