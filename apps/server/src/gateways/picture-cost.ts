import type { Metadata } from 'sharp'

/** An 8K photograph has 33 million. */
export const MOST_PIXELS = 50_000_000
/** With 80 MB for the process itself and what encoding needs, the picture process stays below its limit. */
export const MOST_HELD_BYTES = 200_000_000

type Header = Pick<Metadata, 'width' | 'height' | 'channels' | 'depth' | 'format' | 'isProgressive'>

/**
 * What opening a picture takes, from its header alone: its decoded bytes, times a factor measured for the decoders that
 * keep more than a few rows at once. 16 bits per color count more because their conversion takes the processor longest.
 */
export const heldBytes = ({ width, height, channels, depth, format, isProgressive }: Header): number => {
  const isDeep = depth !== 'uchar'
  const decoded = width * height * channels * (isDeep ? 2 : 1)
  if (format === 'heif') return decoded * (isDeep ? 4 : 6)
  const whole = isProgressive ? (format === 'jpeg' ? 2 : 1.5) : 1
  return decoded * whole * (isDeep ? 1.5 : 1)
}
