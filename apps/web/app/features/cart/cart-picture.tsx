import { CarFront } from 'lucide-react'
import type { CartItem } from '@slipstream/contract/cart'
import { cx } from '#ui/cx.ts'
import { Picture } from '#ui/picture.tsx'

interface CartPictureProps {
  mod: CartItem['mod'] | undefined
  /** The `sizes` attribute of the image. */
  sizes: string
  className: string
}

export const CartPicture = ({ mod, sizes, className }: CartPictureProps) => (
  <span
    className={cx(
      'grid aspect-16/10 shrink-0 place-items-center overflow-hidden rounded-lg bg-raised text-subtle',
      className,
    )}
  >
    <Preview mod={mod} sizes={sizes} />
  </span>
)

const Preview = ({ mod, sizes }: Pick<CartPictureProps, 'mod' | 'sizes'>) => {
  const fill = 'size-full object-cover'
  if (mod?.picture) return <Picture picture={mod.picture} sizes={sizes} isDecoration className={fill} />
  if (mod?.previewImageUrl) return <img src={mod.previewImageUrl} alt="" loading="lazy" className={fill} />
  return <CarFront className="size-6" role="img" aria-label="No picture" />
}
