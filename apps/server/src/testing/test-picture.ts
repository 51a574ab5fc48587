import { randomBytes } from 'node:crypto'
import { loadSharp } from '#gateways/images.ts'

interface TestPicture {
  width?: number
  height?: number
  format?: 'jpeg' | 'png' | 'webp' | 'avif'
}

/** Unique soft colors, so that its content hash is new. */
export const testPicture = async ({ width = 400, height = 250, format = 'webp' }: TestPicture = {}) => {
  const sharp = await loadSharp()
  return sharp(randomBytes(4 * 3 * 3), { raw: { width: 4, height: 3, channels: 3 } })
    .resize(width, height, { fit: 'fill' })
    .toFormat(format)
    .toBuffer()
}
