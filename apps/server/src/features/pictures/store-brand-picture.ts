import { createHash } from 'node:crypto'
import type { BrandPicture } from '@slipstream/contract/settings-admin'
import type { Storage } from '#gateways/storage.ts'
import { DomainError } from '#lib/domain-error.ts'
import { fromStorage } from '#lib/from-storage.ts'
import { asUsable, type IncomingFolder, readIncoming, removeIncoming, unusable } from './incoming-picture.ts'
import { inPictureTurn } from './picture-turns.ts'

export const BRAND_INCOMING: IncomingFolder = 'incoming/brand/'

/** Smaller ones would be blurred on sharp screens and in chats. */
const LEAST = { logo: { width: 128, height: 128 }, share: { width: 600, height: 315 } }
/** How far the sides of a logo may differ, as a ratio. The logo is then padded to a square. */
const MOST_UNEVEN = 1.05

/**
 * Re-encodes an uploaded logo or share picture into the public bucket, named by its content. No page shows it until the
 * settings name its key, and the sweep removes it if they never do.
 */
export const storeBrandPicture = async (
  storage: Storage,
  account: number,
  { key: incoming, use }: { key: string; use: BrandPicture },
) => {
  if (!incoming.startsWith(BRAND_INCOMING)) throw new DomainError('picture.not_found')
  const painted = await asUsable(
    inPictureTurn({ account }, async (pictures) => {
      const { bytes, width, height } = await pictures.read(await readIncoming(storage, incoming))
      assertFits(use, width, height)
      return use === 'logo' ? pictures.paintLogo(bytes) : pictures.paintBrandShare(bytes)
    }),
  )
  const key = `brand/${createHash('sha256').update(painted).digest('hex')}.${use === 'logo' ? 'png' : 'jpg'}`
  await fromStorage(storage.putPublic(key, painted, use === 'logo' ? 'image/png' : 'image/jpeg'))
  await removeIncoming(storage, incoming)
  return { key }
}

const assertFits = (use: BrandPicture, width: number, height: number) => {
  const least = LEAST[use]
  const is = `This picture has ${width} x ${height} pixels.`
  if (width < least.width || height < least.height) {
    throw unusable(`${is} Choose one with at least ${least.width} x ${least.height}.`)
  }
  if (use === 'logo' && Math.max(width, height) / Math.min(width, height) > MOST_UNEVEN) {
    throw unusable(`${is} Choose a square one: the logo stands next to the store’s name.`)
  }
}
