import { eq } from 'drizzle-orm'
import type { ErrorBody } from '@slipstream/contract/errors'
import type { Tx } from '@slipstream/db/client'
import { modPictures } from '@slipstream/db/tables/mod-pictures'
import type { ModRow } from '#features/catalogue/lock-mod.service.ts'
import { findReleaseToShow } from '#features/releases/publish-release.service.ts'

export type Issue = NonNullable<ErrorBody['issues']>[number]

interface Chosen {
  description: string
  price: number | null
  categoryId: number | null
}

/** What the form of a published mod is missing. */
export const missingIn = ({ description, price, categoryId }: Chosen): Issue[] => [
  ...(description === '' ? [{ path: '/description', message: 'Describe the mod in one or two sentences.' }] : []),
  ...(price === null ? [{ path: '/price', message: 'Set a price.' }] : []),
  ...(categoryId === null ? [{ path: '/categoryId', message: 'Choose a category.' }] : []),
]

/** What a mod still needs before it can be published. */
export const missingFor = async (tx: Tx, mod: ModRow): Promise<Issue[]> => {
  const { id, description, hasPrice, priceCents, hasCategory, categoryId } = mod
  const pictures = await tx.select({ id: modPictures.id }).from(modPictures).where(eq(modPictures.modId, id)).limit(1)
  const release = await findReleaseToShow(tx, id)
  return [
    ...missingIn({
      description,
      price: hasPrice ? priceCents : null,
      categoryId: hasCategory ? categoryId : null,
    }),
    ...(pictures.length === 0 ? [{ path: '/pictures', message: 'Add a picture.' }] : []),
    ...(release ? [] : [{ path: '/releases', message: 'Add a release whose archive has been checked.' }]),
    ...(release?.gameVersions.length === 0
      ? [{ path: '/gameVersions', message: 'Enter a game version that the release was tested with.' }]
      : []),
  ]
}
