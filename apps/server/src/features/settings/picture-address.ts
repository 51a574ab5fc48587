import type { Storage } from '#gateways/storage.ts'

export type PictureStorage = Pick<Storage, 'publicUrl'>

/** The address of the logo or the share picture, from its setting; empty for the design's own. */
export const pictureAddress = (storage: PictureStorage, key: string) => (key === '' ? '' : storage.publicUrl(key))
