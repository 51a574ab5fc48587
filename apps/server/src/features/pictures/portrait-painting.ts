import { loadSharp } from '#gateways/images.ts'

/** A square around what draws the eye, as WebP. */
export const paintPortrait = async (bytes: Buffer, pixels: number) => {
  const sharp = await loadSharp()
  const square = { width: pixels, height: pixels, fit: 'cover', position: 'attention' } as const
  return sharp(bytes).resize(square).webp({ quality: 84 }).toBuffer()
}
