import type { Picture as PictureFacts } from '@slipstream/contract/picture'
import { cx } from '#ui/cx.ts'

interface PictureProps {
  picture: PictureFacts
  /** The rendered width, for the `sizes` attribute. */
  sizes: string
  /** For a picture whose text is already beside it. */
  isDecoration?: boolean
  /** The page's LCP picture: fetched first, never lazily. */
  isFirst?: boolean
  className?: string
}

/** The `srcset` of one format. */
export const sourcesOf = ({ stem, widths }: PictureFacts, format: 'avif' | 'webp') =>
  widths.map((width) => `${stem}-${width}.${format} ${width}w`).join(', ')

/** The smallest file that looks sharp; the original until the derivatives exist. */
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
