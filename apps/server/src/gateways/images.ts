import type { Metadata } from 'sharp'
import type { PICTURE_FORMATS } from '@slipstream/contract/picture'

/** More would need too much memory in a worker. An 8K photograph has 33 million. */
const MAX_PIXELS = 50_000_000
const PLACEHOLDER_PIXELS = 16
/** High, because all smaller widths are made from the original. */
const ORIGINAL_QUALITY = 92

/** Detected by magic bytes: the decoder supports many more formats, and each one is attack surface. */
const READABLE = [
  { format: 'jpeg', extension: 'jpg', begins: /^\xff\xd8\xff/ },
  { format: 'png', extension: 'png', begins: /^\x89PNG\r\n/ },
  { format: 'webp', extension: 'webp', begins: /^RIFF[^]{4}WEBP/ },
  { format: 'avif', extension: 'avif', begins: /^[^]{4}ftypavif/ },
] as const

/** Visually equal on the demo's pictures; a higher AVIF effort takes four times as long to save 6 % (ADR 33). */
const ENCODING = {
  avif: { quality: 55, effort: 3, chromaSubsampling: '4:2:0' },
  webp: { quality: 80 },
}

/** The store cannot show this file. The message is for the person who uploaded it. */
export class UnusablePicture extends Error {}

interface ReadPicture {
  /** The public form: upright and without metadata such as the location. */
  bytes: Buffer
  extension: string
  contentType: string
  width: number
  height: number
  /** A few blurred pixels as a data URL. */
  placeholder: string
}

/**
 * Loaded on demand, because most servers never process pictures. One thread, because several processes share a machine.
 */
export const loadSharp = async () => {
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}

export const readPicture = async (given: Buffer): Promise<ReadPicture> => {
  const head = given.toString('latin1', 0, 12)
  const kind = READABLE.find(({ begins }) => begins.test(head))
  if (!kind) throw new UnusablePicture('This is not a JPEG, PNG, WebP or AVIF picture. Choose another file.')
  const { format, extension } = kind
  const sharp = await loadSharp()
  try {
    const facts = await sharp(given, { limitInputPixels: false }).metadata()
    assertUsable(facts)
    const bytes = hasNotes(facts)
      ? await sharp(given).autoOrient().toFormat(format, { quality: ORIGINAL_QUALITY }).toBuffer()
      : given
    const small = await sharp(bytes)
      .resize(PLACEHOLDER_PIXELS, PLACEHOLDER_PIXELS, { fit: 'inside' })
      .webp({ quality: 40 })
      .toBuffer()
    return {
      bytes,
      extension,
      contentType: `image/${format}`,
      ...facts.autoOrient,
      placeholder: `data:image/webp;base64,${small.toString('base64')}`,
    }
  } catch (error) {
    if (error instanceof UnusablePicture) throw error
    throw new UnusablePicture('This picture is damaged. Choose another file.', { cause: error })
  }
}

const assertUsable = ({ width, height, pages = 1 }: Metadata) => {
  if (pages > 1) throw new UnusablePicture('This picture is animated. Choose a still one.')
  if (width * height > MAX_PIXELS) {
    throw new UnusablePicture(`This picture has ${width} x ${height} pixels. Choose one with at most 50 million.`)
  }
}

const hasNotes = ({ orientation = 1, exif, xmp, iptc, comments }: Metadata) =>
  orientation !== 1 || [exif, xmp, iptc, comments].some((notes) => notes !== undefined)

/** In pixels. */
export interface Area {
  left: number
  top: number
  width: number
  height: number
}

/** A crop of a picture, in the same format. */
export const cutPicture = async (bytes: Buffer, area: Area) => {
  const sharp = await loadSharp()
  const { format } = await sharp(bytes).metadata()
  const cut = sharp(bytes).extract(area)
  if (format === 'png') return cut.png().toBuffer()
  return cut.toFormat(format === 'heif' ? 'avif' : format, { quality: ORIGINAL_QUALITY }).toBuffer()
}

export const encodePicture = async (bytes: Buffer, width: number, format: (typeof PICTURE_FORMATS)[number]) => {
  const sharp = await loadSharp()
  return sharp(bytes).resize({ width }).toFormat(format, ENCODING[format]).toBuffer()
}
