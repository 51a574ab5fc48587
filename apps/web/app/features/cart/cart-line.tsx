import { CarFront, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { CartItem } from '@slipstream/contract/cart'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Picture } from '#ui/picture.tsx'
import { Price } from '#ui/price.tsx'
import { useRemoveFromCart } from './cart.queries.ts'

interface CartLineProps {
  item: CartItem
  onLeave: (() => void) | undefined
}

export const CartLine = ({ item, onLeave }: CartLineProps) => {
  const { remove, isRemoving } = useRemoveFromCart()
  const { mod } = item
  const title = mod?.title ?? 'Unknown Mod'
  return (
    <li className="flex gap-4 py-4 first:pt-0 last:pb-0" aria-busy={isRemoving || undefined}>
      <div className="grid h-[60px] w-24 shrink-0 place-items-center overflow-hidden rounded-lg bg-raised text-subtle">
        <Preview mod={mod} />
      </div>
      <div className="min-w-0 flex-1">
        <div className="flex items-start gap-2">
          <p className="min-w-0 flex-1 text-ui font-semibold">
            {mod ? (
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
            className="-mt-2 -mr-2"
            isLoading={isRemoving}
            onClick={() => remove(item)}
          >
            <X aria-hidden="true" />
          </IconButton>
        </div>
        <p className="flex text-small text-muted">
          <span className="shrink-0 first-letter:uppercase">{mod?.category ?? 'misc'}</span>
          <span className="shrink-0 whitespace-pre" aria-hidden="true">
            {' · '}
          </span>
          <span className="truncate">{mod ? mod.description : 'Not for sale any more, and not charged.'}</span>
        </p>
        <div className="mt-1 flex min-h-9 items-center justify-between gap-2">
          {mod ? <Price price={mod.price} discountPrice={mod.discountPrice} className="text-ui" /> : <span />}
          <Button
            variant="ghost"
            size="sm"
            className="-mr-3"
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

const Preview = ({ mod }: Pick<CartItem, 'mod'>): ReactNode => {
  const className = 'size-full object-cover'
  if (mod?.picture) return <Picture picture={mod.picture} sizes="96px" isDecoration className={className} />
  if (mod?.previewImageUrl) return <img src={mod.previewImageUrl} alt="" loading="lazy" className={className} />
  return <CarFront className="size-6" role="img" aria-label="No picture" />
}
