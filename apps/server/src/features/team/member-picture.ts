import { createHash } from 'node:crypto'
import {
  asUsable,
  type IncomingFolder,
  readIncoming,
  removeIncoming,
  unusable,
} from '#features/pictures/incoming-picture.ts'
import { inPictureTurn } from '#features/pictures/picture-turns.ts'
import type { Storage } from '#gateways/storage.ts'
import { DomainError } from '#lib/domain-error.ts'
import { fromStorage } from '#lib/from-storage.ts'

export const TEAM_INCOMING: IncomingFolder = 'incoming/team/'

/** Four times the size on the page, for sharp screens. */
const PIXELS = 224
const LEAST_PIXELS = 96

/**
 * Re-encodes an uploaded portrait as a square into the public bucket, named by its content. No page shows it until a
 * member names its key, and the sweep removes it if none ever does.
 */
export const storeMemberPicture = async (storage: Storage, account: number, incoming: string) => {
  if (!incoming.startsWith(TEAM_INCOMING)) throw new DomainError('picture.not_found')
  const painted = await asUsable(
    inPictureTurn({ account }, async (pictures) => {
      const { bytes, width, height } = await pictures.read(await readIncoming(storage, incoming))
      assertLarge(width, height)
      return pictures.paintPortrait(bytes, PIXELS)
    }),
  )
  const key = `team/${createHash('sha256').update(painted).digest('hex')}.webp`
  await fromStorage(storage.putPublic(key, painted, 'image/webp'))
  await removeIncoming(storage, incoming)
  return { key, url: storage.publicUrl(key) }
}

const assertLarge = (width: number, height: number) => {
  if (Math.min(width, height) >= LEAST_PIXELS) return
  const needed = `${LEAST_PIXELS} x ${LEAST_PIXELS}`
  throw unusable(`This picture has ${width} x ${height} pixels. Choose one with at least ${needed}.`)
}

/** A form that stayed open for days may name a picture that the sweep has removed. */
export const assertPictureStored = async (storage: Storage, key: string | null) => {
  if (key !== null && !(await fromStorage(storage.hasPublic(key)))) throw new DomainError('picture.not_found')
}
