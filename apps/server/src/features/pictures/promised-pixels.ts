import { MOST_PIXELS } from '#gateways/picture-cost.ts'

/** Enough for the header behind a color profile and a preview. */
export const HEAD_BYTES = 64 * 1_024

/**
 * How many pixels the first bytes of a picture promise, counting AVIF by what it costs to decode. It only decides whose
 * turn comes first; the decoder checks it. What promises nothing readable counts as the largest.
 */
export const promisedPixels = (head: Buffer): number => {
  const size = sizeOf(head)
  return size === null ? MOST_PIXELS : Math.min(MOST_PIXELS, size.width * size.height * (size.weight ?? 1))
}

interface Size {
  width: number
  height: number
  weight?: number
}

const sizeOf = (head: Buffer): Size | null => {
  try {
    if (head.readUInt16BE(0) === 0xff_d8) return sizeOfJpeg(head)
    const kind = head.toString('latin1', 0, 16)
    if (kind.startsWith('\x89PNG')) return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) }
    if (kind.startsWith('RIFF')) return sizeOfWebp(head)
    if (kind.slice(4, 8) === 'ftyp') return sizeOfAvif(head)
    return null
  } catch {
    // It ends before its header does.
    return null
  }
}

/** Skips segments up to the first that begins a frame. */
const sizeOfJpeg = (head: Buffer): Size => {
  let at = 2
  for (;;) {
    const marker = head.readUInt16BE(at)
    const isFrame = marker >= 0xff_c0 && marker <= 0xff_cf && ![0xff_c4, 0xff_c8, 0xff_cc].includes(marker)
    if (isFrame) return { height: head.readUInt16BE(at + 5), width: head.readUInt16BE(at + 7) }
    at += 2 + head.readUInt16BE(at + 2)
  }
}

const sizeOfWebp = (head: Buffer): Size | null => {
  const form = head.toString('latin1', 12, 16)
  if (form === 'VP8X') return { width: 1 + head.readUIntLE(24, 3), height: 1 + head.readUIntLE(27, 3) }
  if (form === 'VP8 ') return { width: head.readUInt16LE(26) & 0x3f_ff, height: head.readUInt16LE(28) & 0x3f_ff }
  if (form !== 'VP8L') return null
  const packed = head.readUInt32LE(21)
  return { width: 1 + (packed & 0x3f_ff), height: 1 + ((packed >>> 14) & 0x3f_ff) }
}

const AVIF_WEIGHT = 6

/** The largest of its images: an AVIF also has previews and tiles. */
const sizeOfAvif = (head: Buffer): Size | null => {
  let largest: Size | null = null
  for (let at = head.indexOf('ispe'); at !== -1; at = head.indexOf('ispe', at + 4)) {
    const size = { width: head.readUInt32BE(at + 8), height: head.readUInt32BE(at + 12), weight: AVIF_WEIGHT }
    if (!largest || size.width * size.height > largest.width * largest.height) largest = size
  }
  return largest
}
