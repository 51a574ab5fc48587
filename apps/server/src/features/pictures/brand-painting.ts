import { contrastOf, THEME_COLORS, THEMES } from '@slipstream/contract/accent'
import { loadSharp } from '#gateways/images.ts'

/** More than four times the size in the header, for sharp screens. */
const LOGO_PIXELS = 128
/** Padding in pixels on each side of a logo on a tile. */
const TILE_EDGE = 14
const SHARE = { width: 1_200, height: 630 }

/** A logo that covers this share of its square has its own background and needs no tile. */
const COVERED = 0.8
/** This share of the visible pixels must reach WCAG's contrast ratio for graphics against the page. */
const STANDS_OUT = 0.75
const NEEDED_RATIO = 3
const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 }

/** PNG, because many mail programs show neither WebP nor AVIF. */
const PNG = { palette: true, quality: 90, effort: 7 } as const

/**
 * Paints a square logo that is visible in both themes. A transparent logo that would vanish in one theme gets a tile in
 * the background color of the theme in which it stands out more.
 */
export const paintLogo = async (bytes: Buffer) => {
  const sharp = await loadSharp()
  const square = { width: LOGO_PIXELS, height: LOGO_PIXELS, fit: 'contain', background: CLEAR } as const
  const { data } = await sharp(bytes)
    .toColorspace('srgb')
    .ensureAlpha()
    .resize(square)
    .raw()
    .toBuffer({ resolveWithObject: true })
  const raw = { width: LOGO_PIXELS, height: LOGO_PIXELS, channels: 4 } as const
  const tile = tileFor(data)
  if (tile === null) return sharp(data, { raw }).png(PNG).toBuffer()
  const inner = await sharp(data, { raw })
    .resize(LOGO_PIXELS - 2 * TILE_EDGE)
    .png()
    .toBuffer()
  return sharp({ create: { ...raw, background: tile } })
    .composite([{ input: inner }])
    .png(PNG)
    .toBuffer()
}

/** The color of the tile, or null if the logo needs none. */
const tileFor = (pixels: Buffer) => {
  const visible: string[] = []
  for (let at = 0; at < pixels.length; at += 4) {
    if ((pixels[at + 3] ?? 0) >= 128) visible.push(`#${pixels.toString('hex', at, at + 3)}`)
  }
  if (visible.length >= COVERED * (pixels.length / 4)) return null
  const [best, worst] = THEMES.map((theme) => {
    const ground = THEME_COLORS[theme].surfaces.background
    const outstanding = visible.filter((color) => contrastOf(color, ground) >= NEEDED_RATIO)
    return { ground, share: outstanding.length / Math.max(1, visible.length) }
  }).sort((one, other) => other.share - one.share)
  return !best || !worst || worst.share >= STANDS_OUT ? null : best.ground
}

/** Resizes a share picture to the size that chats and search engines expect, cropping around its center. */
export const paintBrandShare = async (bytes: Buffer) => {
  const sharp = await loadSharp()
  return sharp(bytes)
    .resize({ ...SHARE, fit: 'cover' })
    .flatten({ background: THEME_COLORS.dark.surfaces.background })
    .jpeg({ quality: 86, mozjpeg: true })
    .toBuffer()
}
