import { loadSharp, readPicture, UnusablePicture } from '#gateways/images.ts'

/**
 * Decodes a customer's picture and re-encodes it within this size, so that neither metadata nor anything hidden in the
 * file survives. Throws UnusablePicture for anything that is not a picture.
 */
export const cleanPicture = async (given: Buffer, mostPixels: number) => {
  const { bytes } = await readPicture(given)
  const sharp = await loadSharp()
  try {
    const { data, info } = await sharp(bytes)
      .autoOrient()
      .resize(mostPixels, mostPixels, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 85 })
      .toBuffer({ resolveWithObject: true })
    return { bytes: data, width: info.width, height: info.height }
  } catch (cause) {
    throw new UnusablePicture('This picture is damaged. Choose another file.', { cause })
  }
}
