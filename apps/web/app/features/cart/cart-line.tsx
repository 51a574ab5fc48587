import { Gem, X } from 'lucide-react'
import { Suspense } from 'react'
import type { CartItem } from '@slipstream/contract/cart'
import { NO_CATEGORY, UNKNOWN_MOD } from '@slipstream/contract/cart-totals'
import { Link } from '#lib/link.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Price } from '#ui/price.tsx'
import { CartPicture } from './cart-picture.tsx'
import { isIncludedFor, useCartMemory } from './cart-memory.ts'
import { useRemoveFromCart } from './cart.queries.ts'
import { LazyKeepButton } from './lazy-keep-button.tsx'

interface CartLineProps {
  item: CartItem
  /** On the cart page, where there is more room. */
  isLarge?: boolean
  onLeave: (() => void) | undefined
}

export const CartLine = ({ item, isLarge = false, onLeave }: CartLineProps) => {
  const { remove, isRemoving } = useRemoveFromCart()
  const { mod } = item
  const memory = useCartMemory()
  const isIncluded = mod !== null && isIncludedFor(memory, { id: item.modId, ...mod })
  const title = mod?.title ?? UNKNOWN_MOD
  return (
    <li
      className={cx('flex gap-4 py-4 transition-opacity first:pt-0 last:pb-0', isRemoving && 'opacity-60')}
      aria-busy={isRemoving || undefined}
    >
      <CartPicture mod={mod} sizes={isLarge ? '160px' : '96px'} className={cx('h-fit w-24', isLarge && 'md:w-40')} />
      <div className="min-w-0 flex-1">
        <div className="flex items-start gap-2">
          <p className="min-w-0 flex-1 text-ui font-semibold">
            {mod && item.modId > 0 ? (
              <Link to={`/mods/${item.modId}`} className="rounded-sm hover:underline" onClick={onLeave}>
                {title}
              </Link>
            ) : (
              title
            )}
          </p>
          <IconButton
            label={`Remove ${title} from cart`}
            size="icon-sm"
            className="-mt-2 -mr-2 max-md:-mt-3 max-md:size-11"
            isLoading={isRemoving}
            onClick={() => remove(item)}
          >
            <X aria-hidden="true" />
          </IconButton>
        </div>
        <About mod={mod} />
        {isIncluded && (
          <p className="mt-1 flex items-center gap-1.5 text-ui font-medium text-premium">
            <Gem className="size-4 shrink-0" aria-hidden="true" />
            Included with your Premium
          </p>
        )}
        <div className="mt-1 flex min-h-9 flex-wrap items-center justify-between gap-2">
          <Cost item={item} isIncluded={isIncluded} />
          <Button
            variant="ghost"
            size="sm"
            className="-mr-3.5 ml-auto max-md:-my-1"
            aria-label={`Remove ${title}`}
            isLoading={isRemoving}
            onClick={() => remove(item)}
          >
            Remove
          </Button>
        </div>
      </div>
    </li>
  )
}

/** The price, or for a member the button that buys a mod that Premium includes. */
const Cost = ({ item: { modId, mod }, isIncluded }: { item: CartItem; isIncluded: boolean }) => {
  if (!mod) return <span />
  const { title, price, discountPrice } = mod
  if (!isIncluded) return <Price price={price} discountPrice={discountPrice} className="text-ui" />
  return (
    <Suspense fallback={<span />}>
      <LazyKeepButton modId={modId} title={title} price={discountPrice ?? price} />
    </Suspense>
  )
}

const About = ({ mod }: Pick<CartItem, 'mod'>) => (
  <p className={cx('text-small text-muted', mod && 'flex')}>
    <span className="inline-block shrink-0 first-letter:uppercase">{mod?.category ?? NO_CATEGORY}</span>
    <span className="shrink-0 whitespace-pre" aria-hidden="true">
      {'\u00a0· '}
    </span>
    <span className={cx(mod && 'truncate')}>
      {mod ? mod.description : 'No longer for sale, so you won’t be charged for it.'}
    </span>
  </p>
)
