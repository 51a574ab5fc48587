import type { Storage } from '#gateways/storage.ts'

export type PictureStorage = Pick<Storage, 'publicUrl'>

/** The address of the logo or share picture that a setting names; empty for the built-in one. */
export const pictureAddress = (storage: PictureStorage, key: string) => (key === '' ? '' : storage.publicUrl(key))
