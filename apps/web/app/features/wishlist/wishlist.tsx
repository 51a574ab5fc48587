import { CarFront, Heart, X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import type { ModCard } from '@slipstream/contract/mods'
import { Link } from '#lib/link.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Picture } from '#ui/picture.tsx'
import { Price } from '#ui/price.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast-store.ts'
import { useWishlistEntry, useWishlist } from './wishlist.queries.ts'

interface WishlistProps {
  /** The action beside the price. */
  action?: (mod: ModCard) => ReactNode
}

/** The signed-in user's wishlist. */
const Wishlist = ({ action }: WishlistProps) => {
  const { data: mods, error, refetch, isFetching } = useWishlist()
  const heading = useRef<HTMLHeadingElement>(null)

  return (
    <section aria-labelledby="wishlist-title">
      <h2 ref={heading} id="wishlist-title" tabIndex={-1} className="sr-only">
        Wishlist
      </h2>
      {error && !mods && (
        <ErrorState
          title="Your wishlist could not be loaded."
          onRetry={() => void refetch()}
          isRetrying={isFetching}
          error={error}
        />
      )}
      {!error && !mods && <WishlistSkeleton />}
      {mods?.length === 0 && (
        <EmptyState
          icon={<Heart />}
          title="Nothing on your wishlist yet"
          description="Tap the heart on a mod to save it here."
          action={
            <Button asChild variant="outline">
              <Link to="/mods">Browse all mods</Link>
            </Button>
          }
        />
      )}
      {mods && mods.length > 0 && (
        <ul className="grid gap-3 lg:grid-cols-2">
          {mods.map((mod) => (
            // Removing a row removes its focused button, so the focus moves to the top of the list.
            <Wish key={mod.id} mod={mod} action={action?.(mod)} onRemoved={() => heading.current?.focus()} />
          ))}
        </ul>
      )}
    </section>
  )
}

interface WishProps {
  mod: ModCard
  action: ReactNode
  onRemoved: () => void
}

const Wish = ({ mod, action, onRemoved }: WishProps) => {
  const { isListed, change } = useWishlistEntry(mod)
  if (!isListed) return null

  const remove = () => {
    change(false)
    onRemoved()
    toast({
      title: 'Removed from your wishlist',
      description: mod.title,
      action: { label: 'Undo', onSelect: () => change(true) },
    })
  }
  return (
    <li className="surface cover-card flex items-center gap-4 rounded-xl p-3 pr-4">
      <div className="aspect-16/10 w-28 shrink-0 overflow-hidden rounded-lg bg-raised sm:w-40">
        {mod.picture ? (
          <Picture picture={mod.picture} sizes="160px" isDecoration className="size-full object-cover" />
        ) : (
          <span className="grid size-full place-items-center text-subtle">
            <CarFront className="size-8" aria-hidden="true" />
          </span>
        )}
      </div>
      <div className="min-w-0 flex-1">
        <p className="text-caption text-muted">{mod.categoryName}</p>
        <h3 className="line-clamp-2 text-ui font-semibold">
          <Link to={`/mods/${mod.id}`} className="cover-link">
            {mod.title}
          </Link>
        </h3>
        <div className="mt-1 flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
          <Price price={mod.price} discountPrice={mod.discountPrice} className="text-ui" />
          {action && <div className="relative z-10">{action}</div>}
        </div>
      </div>
      <IconButton label={`Remove ${mod.title} from your wishlist`} className="z-10" onClick={remove}>
        <X aria-hidden="true" />
      </IconButton>
    </li>
  )
}

const WishlistSkeleton = () => (
  <div className="grid gap-3 lg:grid-cols-2" role="status" aria-busy="true" aria-label="Loading your wishlist">
    {[1, 2, 3].map((key) => (
      <Skeleton key={key} className="h-24 rounded-xl sm:h-31" />
    ))}
  </div>
)

export default Wishlist
