import type { Picture as PictureFacts } from '@slipstream/contract/picture'
import { cx } from '#ui/cx.ts'

interface PictureProps {
  picture: PictureFacts
  /** How wide it is shown, as in `sizes` of an image. */
  sizes: string
  /** Where the same words stand beside it already. */
  isDecoration?: boolean
  /** The picture that a page opens with: fetched first, never lazily. */
  isFirst?: boolean
  className?: string
}

/** Every width there is in one format, as in `srcset`. */
export const sourcesOf = ({ stem, widths }: PictureFacts, format: 'avif' | 'webp') =>
  widths.map((width) => `${stem}-${width}.${format} ${width}w`).join(', ')

/** The smallest file that looks sharp; the original as long as no others are made. */
export const Picture = ({ picture, sizes, isDecoration, isFirst, className }: PictureProps) => (
  <picture>
    {picture.widths.length > 0 && (
      <>
        <source type="image/avif" srcSet={sourcesOf(picture, 'avif')} sizes={sizes} />
        <source type="image/webp" srcSet={sourcesOf(picture, 'webp')} sizes={sizes} />
      </>
    )}
    <img
      src={picture.src}
      alt={isDecoration ? '' : picture.alt}
      width={picture.width}
      height={picture.height}
      loading={isFirst ? 'eager' : 'lazy'}
      fetchPriority={isFirst ? 'high' : 'auto'}
      decoding="async"
      style={{ backgroundImage: `url("${picture.placeholder}")` }}
      className={cx('bg-cover bg-center', className)}
    />
  </picture>
)
