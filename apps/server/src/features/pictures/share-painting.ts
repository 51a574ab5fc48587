import path from 'node:path'
import type { OverlayOptions } from 'sharp'
import { THEME_COLORS } from '@slipstream/contract/accent'
import { type Cents, formatUsd } from '@slipstream/contract/money'
import { loadSharp } from '#gateways/images.ts'
import { escapeXml } from '#lib/xml.ts'

/** The size chats and search engines expect. */
const WIDTH = 1_200
const HEIGHT = 630
const MARGIN = 52
const BADGE_HEIGHT = 66
const ROW_TOP = HEIGHT - MARGIN - BADGE_HEIGHT
const ROW_MIDDLE = ROW_TOP + BADGE_HEIGHT / 2
const LOGO_SIZE = 44

const GROUND = '#090a0e'
const TEXT = '#f2f3f6'
const MUTED = '#a5a9b2'
const ON_ACCENT = THEME_COLORS.dark.accentForeground
const STAR = '#f3c443'

const FONTS = path.resolve(import.meta.dirname, '../../assets/fonts')
/** Our own names, so that no installed font is used instead. */
const FACES = {
  text: { font: 'Slipstream Text', fontfile: path.join(FONTS, 'share-text.ttf') },
  // Characters missing from the display font fall back to the text font.
  display: { font: 'Slipstream Display, Slipstream Text', fontfile: path.join(FONTS, 'share-display.ttf') },
}

/** The first size at which the title fits is used. */
const TITLE_FITS = [
  { size: 70, lines: 1 },
  { size: 60, lines: 1 },
  { size: 56, lines: 2 },
  { size: 48, lines: 2 },
]
const SMALLEST_TITLE = 40
const TITLE_LENGTH = 90

const average = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const whole = new Intl.NumberFormat('en-US')

interface SharedMod {
  storeName: string
  /** The store's accent on a dark ground; empty for the usual one. */
  accent: string
  title: string
  price: Cents
  /** Null unless a sale is running. */
  discountPrice: Cents | null
  rating: { average: number; count: number } | null
  cover: Buffer | null
}

/** A 1200x630 image of a mod: its cover with title, price and rating. The same facts give the same bytes. */
export const paintShareImage = async (mod: SharedMod): Promise<Buffer> => {
  const sharp = await loadSharp()
  // Sharp loads the font of the text it writes, and the display font falls back only to a font that is loaded.
  await write('0', 'text', 10)
  const rating = mod.rating && (await write(ratingText(mod.rating), 'text', 34))
  const before = mod.discountPrice === null ? null : await write(`<s>${formatUsd(mod.price)}</s>`, 'text', 34, MUTED)
  const price = await write(formatUsd(mod.discountPrice ?? mod.price), 'display', 46, ON_ACCENT)
  const name = await write(escapeXml(mod.storeName), 'display', 30)
  const title = await writeTitle(mod.title)

  const accent = mod.accent || THEME_COLORS.dark.accent
  const badgeWidth = price.width + 52
  const ratingLeft = WIDTH - MARGIN - (rating?.width ?? 0)
  const scene = `<svg width="${WIDTH}" height="${HEIGHT}" xmlns="http://www.w3.org/2000/svg">
    ${SHADE}
    <g transform="translate(${MARGIN} ${MARGIN}) scale(${LOGO_SIZE / 32})">${logo(accent)}</g>
    <rect x="${MARGIN}" y="${ROW_TOP}" width="${badgeWidth}" height="${BADGE_HEIGHT}" rx="16" fill="${accent}"/>
    ${rating ? star(ratingLeft - 34, ROW_MIDDLE) : ''}
  </svg>`

  return sharp(await backdrop(mod.cover))
    .composite([
      { input: Buffer.from(scene), left: 0, top: 0 },
      middle(name, MARGIN + LOGO_SIZE + 16, MARGIN + LOGO_SIZE / 2),
      { input: title.input, left: MARGIN, top: ROW_TOP - 28 - title.height },
      middle(price, MARGIN + 26, ROW_MIDDLE),
      ...(before ? [middle(before, MARGIN + badgeWidth + 22, ROW_MIDDLE)] : []),
      ...(rating ? [middle(rating, ratingLeft, ROW_MIDDLE)] : []),
    ])
    .jpeg({ quality: 86, mozjpeg: true })
    .toBuffer()
}

/** The cover, shifted up a little so that the text does not cover the vehicle. */
const backdrop = async (cover: Buffer | null) => {
  const sharp = await loadSharp()
  const ground = { width: WIDTH, height: HEIGHT, channels: 3, background: GROUND } as const
  if (!cover) return sharp({ create: ground }).png().toBuffer()
  const wide = await sharp(cover)
    .resize({ width: WIDTH, height: HEIGHT, fit: 'outside' })
    .flatten({ background: GROUND })
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true })
  const left = Math.round((wide.info.width - WIDTH) / 2)
  const top = Math.round((wide.info.height - HEIGHT) * 0.7)
  return sharp(wide.data).extract({ left, top, width: WIDTH, height: HEIGHT }).png({ compressionLevel: 1 }).toBuffer()
}

interface Writing {
  input: Buffer
  width: number
  height: number
}

/** Text on a transparent background, cropped to its ink. `markup` is Pango's. */
const write = async (
  markup: string,
  face: keyof typeof FACES,
  size: number,
  color = TEXT,
  wrapAt = 0,
): Promise<Writing> => {
  const sharp = await loadSharp()
  const { font, fontfile } = FACES[face]
  const text = `<span foreground="${color}" line_height="0.92">${markup}</span>`
  const { data, info } = await sharp({
    text: {
      text,
      font: `${font} ${size}`,
      fontfile,
      rgba: true,
      ...(wrapAt > 0 && { width: wrapAt, wrap: 'word-char' }),
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true })
  return { input: data, width: info.width, height: info.height }
}

const writeTitle = async (title: string): Promise<Writing> => {
  const short = title.length > TITLE_LENGTH ? `${title.slice(0, TITLE_LENGTH).trimEnd()}…` : title
  const inSize = (size: number) => write(escapeXml(short), 'display', size, TEXT, WIDTH - 2 * MARGIN)
  for (const { size, lines } of TITLE_FITS) {
    const written = await inSize(size)
    if (written.height <= lines * size * 1.05) return written
  }
  return inSize(SMALLEST_TITLE)
}

const ratingText = (rating: { average: number; count: number }) =>
  `${average.format(rating.average)} <span foreground="${MUTED}">(${whole.format(rating.count)})</span>`

const middle = ({ input, height }: Writing, left: number, y: number): OverlayOptions => ({
  input,
  left,
  top: Math.round(y - height / 2),
})

/** A dark gradient behind the text. */
const SHADE = `
  <linearGradient id="shade" x1="0" y1="0" x2="0" y2="1">
    <stop offset="0" stop-color="${GROUND}" stop-opacity="0.72"/>
    <stop offset="0.24" stop-color="${GROUND}" stop-opacity="0"/>
    <stop offset="0.52" stop-color="${GROUND}" stop-opacity="0"/>
    <stop offset="0.74" stop-color="${GROUND}" stop-opacity="0.78"/>
    <stop offset="1" stop-color="${GROUND}" stop-opacity="0.96"/>
  </linearGradient>
  <rect width="${WIDTH}" height="${HEIGHT}" fill="url(#shade)"/>`

const logo = (accent: string) => `<rect width="32" height="32" rx="8" fill="${accent}"/>
  <path d="M7 22.5 14.2 9h4.1l-7.2 13.5zM15.6 22.5 22.8 9H27l-7.3 13.5z" fill="${ON_ACCENT}"/>`

const star = (x: number, y: number) => {
  const points = Array.from({ length: 10 }, (_, corner) => {
    const radius = corner % 2 === 0 ? 19 : 8.2
    const angle = (corner * Math.PI) / 5 - Math.PI / 2
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)].join(',')
  })
  return `<polygon points="${points.join(' ')}" fill="${STAR}" stroke="${STAR}" stroke-width="3" stroke-linejoin="round"/>`
}
