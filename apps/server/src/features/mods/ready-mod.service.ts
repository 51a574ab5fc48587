import { eq } from 'drizzle-orm'
import type { ErrorBody } from '@slipstream/contract/errors'
import type { Tx } from '@slipstream/db/client'
import { modPictures } from '@slipstream/db/tables/mod-pictures'
import type { ModRow } from '#features/catalogue/lock-mod.service.ts'
import { findReleaseToShow } from '#features/releases/publish-release.service.ts'

export type Issue = NonNullable<ErrorBody['issues']>[number]

export const NEEDS_DESCRIPTION: Issue = { path: '/description', message: 'Describe the mod in one or two sentences.' }

/** What a mod still needs before it can be published. */
export const missingFor = async (tx: Tx, { id, description }: ModRow): Promise<Issue[]> => {
  const pictures = await tx.select({ id: modPictures.id }).from(modPictures).where(eq(modPictures.modId, id)).limit(1)
  const release = await findReleaseToShow(tx, id)
  return [
    ...(description === '' ? [NEEDS_DESCRIPTION] : []),
    ...(pictures.length === 0 ? [{ path: '/pictures', message: 'Add a picture.' }] : []),
    ...(release ? [] : [{ path: '/releases', message: 'Add a release whose archive has been checked.' }]),
  ]
}
