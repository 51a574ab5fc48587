import type { SettingsChange } from '@slipstream/contract/settings-admin'
import type { Storage } from '#gateways/storage.ts'
import { DomainError } from '#lib/domain-error.ts'
import { fromStorage } from '#lib/from-storage.ts'

/** A form that stayed open for days may name a picture that the sweep has removed. */
export const assertPicturesStored = async (storage: Storage, { logo, sharePicture }: SettingsChange) => {
  for (const key of [logo, sharePicture]) {
    if (key && !(await fromStorage(storage.hasPublic(key)))) throw new DomainError('picture.not_found')
  }
}
