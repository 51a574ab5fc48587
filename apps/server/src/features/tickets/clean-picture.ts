import { loadSharp, readPicture, UnusablePicture } from '#gateways/images.ts'

/** Enough to read small print in a screenshot. */
const MAX_SIDE = 2_560

/**
 * Decodes a picture and re-encodes it, so that neither metadata nor anything hidden in the file survives. Throws
 * UnusablePicture for everything that is no picture.
 */
export const cleanPicture = async (given: Buffer): Promise<Buffer> => {
  const { bytes } = await readPicture(given)
  const sharp = await loadSharp()
  try {
    return await sharp(bytes)
      .autoOrient()
      .resize(MAX_SIDE, MAX_SIDE, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 85 })
      .toBuffer()
  } catch (cause) {
    throw new UnusablePicture('This picture is damaged. Choose another file.', { cause })
  }
}
