/** What only the picture process may load; everybody else asks it (features/pictures/picture-turns.ts). */
import type { Metadata } from 'sharp'
import type { PICTURE_FORMATS } from '@slipstream/contract/picture'
import { heldBytes, MOST_HELD_BYTES, MOST_PIXELS } from './picture-cost.ts'
import { UnusablePicture } from './unusable-picture.ts'

const PLACEHOLDER_PIXELS = 16
/** High, because all smaller widths are made from the original. */
const ORIGINAL_QUALITY = 92
/** An original that has to be encoded again is at most this large: encoding 8K takes 600 MB, and pages show 1,600 pixels. */
const REMADE_PIXELS = 3_840

/** Detected by magic bytes: the decoder supports many more formats, and each one is attack surface. */
const READABLE = [
  { format: 'jpeg', extension: 'jpg', begins: /^\xff\xd8\xff/ },
  { format: 'png', extension: 'png', begins: /^\x89PNG\r\n/ },
  { format: 'webp', extension: 'webp', begins: /^RIFF[^]{4}WEBP/ },
  { format: 'avif', extension: 'avif', begins: /^[^]{4}ftypavif/ },
] as const

/** Visually equal on the demo's pictures; a higher AVIF effort takes four times as long to save 6 %. */
const ENCODING = {
  avif: { quality: 55, effort: 3, chromaSubsampling: '4:2:0' },
  webp: { quality: 80 },
}

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

/** One thread, because several processes share a machine. */
export const loadSharp = async () => {
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}

/** The public form of a picture that the store can show. Throws UnusablePicture for anything else. */
export const readPicture = (given: Buffer): Promise<ReadPicture> =>
  opened(given, async (facts, { format, extension }) => {
    const sharp = await loadSharp()
    const remade = hasNotes(facts)
      ? await sharp(given)
          .autoOrient()
          .resize(REMADE_PIXELS, REMADE_PIXELS, { fit: 'inside', withoutEnlargement: true })
          .toFormat(format, { quality: ORIGINAL_QUALITY })
          .toBuffer({ resolveWithObject: true })
      : null
    const { width, height } = remade?.info ?? facts.autoOrient
    const bytes = remade?.data ?? given
    const placeholder = await placeholderOf(bytes)
    return { bytes, extension, contentType: `image/${format}`, width, height, placeholder }
  })

/** A picture as WebP of at most this width, for one that is never shown in its own format. Decoded once. */
export const remakePicture = (given: Buffer, widest: number): Promise<ReadPicture> =>
  opened(given, async () => {
    const sharp = await loadSharp()
    const { data: bytes, info } = await sharp(given)
      .autoOrient()
      .resize({ width: widest, withoutEnlargement: true })
      .webp(ENCODING.webp)
      .toBuffer({ resolveWithObject: true })
    const { width, height } = info
    return {
      bytes,
      extension: 'webp',
      contentType: 'image/webp',
      width,
      height,
      placeholder: await placeholderOf(bytes),
    }
  })

const placeholderOf = async (bytes: Buffer) => {
  const sharp = await loadSharp()
  const small = await sharp(bytes)
    .resize(PLACEHOLDER_PIXELS, PLACEHOLDER_PIXELS, { fit: 'inside' })
    .webp({ quality: 40 })
    .toBuffer()
  return `data:image/webp;base64,${small.toString('base64')}`
}

/** Reads the header, refuses what would be too much, and only then lets anything decode the picture. */
export const opened = async <Result>(
  given: Buffer,
  work: (facts: Metadata, kind: (typeof READABLE)[number]) => Promise<Result>,
): Promise<Result> => {
  const head = given.toString('latin1', 0, 12)
  const kind = READABLE.find(({ begins }) => begins.test(head))
  if (!kind) throw new UnusablePicture('This is not a JPEG, PNG, WebP or AVIF picture. Choose another file.')
  const sharp = await loadSharp()
  try {
    const facts = await sharp(given, { limitInputPixels: false }).metadata()
    assertUsable(facts)
    return await work(facts, kind)
  } catch (error) {
    if (error instanceof UnusablePicture) throw error
    throw new UnusablePicture('This picture is damaged. Choose another file.', { cause: error })
  }
}

const assertUsable = (facts: Metadata) => {
  const { width, height, pages = 1 } = facts
  if (pages > 1) throw new UnusablePicture('This picture is animated. Choose a still one.')
  const is = `This picture has ${width} x ${height} pixels`
  if (width * height > MOST_PIXELS) throw new UnusablePicture(`${is}. Choose one with at most 50 million.`)
  if (heldBytes(facts) > MOST_HELD_BYTES) {
    throw new UnusablePicture(
      `${is} and is saved in a way that takes too much memory to open. Save it smaller, or as a plain JPEG or PNG with 8 bits per color.`,
    )
  }
}

const hasNotes = ({ orientation = 1, exif, xmp, iptc, comments }: Metadata) =>
  orientation !== 1 || [exif, xmp, iptc, comments].some((notes) => notes !== undefined)

/** In pixels. */
interface Area {
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
