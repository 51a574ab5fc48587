import { asc, inArray } from 'drizzle-orm'
import type { PICTURE_WIDTHS } from '@slipstream/contract/picture'
import type { Tx } from '@slipstream/db/client'
import { modPictures } from '@slipstream/db/tables/mod-pictures'
import type { PublicObjects } from '#features/catalogue/mod-cards.service.ts'

interface Wanted {
  modIds: readonly number[]
  width: (typeof PICTURE_WIDTHS)[number]
}

/**
 * Mail-sized covers by mod id. WebP, because few mail programs show AVIF. A mod whose pictures are not scaled yet has
 * none.
 */
export const readMailPictures = async (tx: Tx, objects: PublicObjects, { modIds, width }: Wanted) => {
  const covers = await tx
    .selectDistinctOn([modPictures.modId], {
      modId: modPictures.modId,
      hash: modPictures.hash,
      alt: modPictures.alt,
      widths: modPictures.widths,
    })
    .from(modPictures)
    .where(inArray(modPictures.modId, [...modIds]))
    .orderBy(asc(modPictures.modId), asc(modPictures.sortOrder))
  return new Map(
    covers
      .filter(({ widths }) => widths.includes(width))
      .map(({ modId, hash, alt }) => [modId, { src: objects.publicUrl(`pictures/${hash}-${width}.webp`), alt }]),
  )
}
