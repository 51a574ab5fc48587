import { randomUUID } from 'node:crypto'
import type { PictureType } from '@slipstream/contract/picture-types'
import { UnusablePicture } from '#gateways/unusable-picture.ts'
import type { Storage } from '#gateways/storage.ts'
import { DomainError } from '#lib/domain-error.ts'
import { fromStorage } from '#lib/from-storage.ts'
import { HEAD_BYTES, promisedPixels } from './promised-pixels.ts'

const MAX_BYTES = 32 * 2 ** 20
const SECONDS_TO_SEND = 15 * 60

/** Where the browser uploads pictures, one folder per owner. The sweep removes what is left behind. */
export type IncomingFolder = `incoming/${string}/`

/** A signed address for uploading one picture. */
export const offerIncoming = async (storage: Storage, folder: IncomingFolder, contentType: PictureType) => {
  const key = `${folder}${randomUUID()}`
  return { key, url: await storage.presignUpload(key, { contentType, expiresInSeconds: SECONDS_TO_SEND }) }
}

export const readIncoming = async (storage: Storage, key: string) => {
  const bytes = await fromStorage(storage.sizeOfPrivate(key))
  if (bytes === null) throw new DomainError('picture.not_found')
  if (bytes === 0) throw unusable('This file is empty. Choose another one.')
  if (bytes > MAX_BYTES) throw unusable('This picture is larger than 32 MiB. Choose a smaller one.')
  return fromStorage(storage.readPrivate(key, 0, bytes))
}

/** What the first bytes promise, to choose the picture's turn. Reading it within the turn finds out what is missing. */
export const pixelsOfIncoming = async (storage: Storage, key: string) => {
  const bytes = await fromStorage(storage.sizeOfPrivate(key))
  return bytes ? promisedPixels(await fromStorage(storage.readPrivate(key, 0, Math.min(bytes, HEAD_BYTES)))) : 0
}

/** The store has its own copy now. If the removal fails, the sweep does it later. */
export const removeIncoming = (storage: Storage, key: string) => storage.remove('private', key).catch(() => undefined)

/** Work on an uploaded picture. One that the store cannot show is refused with the reason. */
export const asUsable = <Result>(work: Promise<Result>) =>
  work.catch((cause: unknown) => {
    if (cause instanceof UnusablePicture) throw unusable(cause.message, cause)
    throw cause
  })

export const unusable = (message: string, cause?: unknown) => new DomainError('picture.unusable', { message, cause })
