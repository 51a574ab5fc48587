import { loadSharp, opened } from '#gateways/images.ts'
import { UnusablePicture } from '#gateways/unusable-picture.ts'

interface Wish {
  /** The longest side of the result. */
  mostPixels: number
  /** How many pixels its first bytes promised when its turn was chosen. */
  promised: number
}

/**
 * Decodes a customer's picture, once, and re-encodes it within this size, so that neither metadata nor anything hidden in
 * the file survives. Throws UnusablePicture for anything that is not a picture.
 */
export const cleanPicture = (given: Buffer, { mostPixels, promised }: Wish) =>
  opened(given, async ({ width, height }) => {
    if (width * height > promised) throw new UnusablePicture('This picture is damaged. Choose another file.')
    const sharp = await loadSharp()
    const { data, info } = await sharp(given)
      .autoOrient()
      .resize(mostPixels, mostPixels, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 85 })
      .toBuffer({ resolveWithObject: true })
    return { bytes: data, width: info.width, height: info.height }
  })
