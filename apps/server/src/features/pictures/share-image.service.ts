import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { asc, eq, isNotNull } from 'drizzle-orm'
import { cents } from '@slipstream/contract/money'
import { type Db, inTransaction, type Tx } from '@slipstream/db/client'
import { modPictures } from '@slipstream/db/tables/mod-pictures'
import { mods } from '@slipstream/db/tables/mods'
import { readSettings } from '#features/settings/settings.service.ts'
import type { Storage } from '#gateways/storage.ts'
import { announceChange } from '#lib/cache/change-bus.ts'
import { enqueue } from '#lib/jobs/jobs.ts'
import { salePriceAt } from '#features/catalogue/sale-price.service.ts'
import { inPictureTurn } from './picture-turns.ts'

/** After mail, before the picture widths, which take longer. */
const PRIORITY = 10

/**
 * Call after changing the title, price, rating or cover of a mod. Changes made before the job runs share one drawing.
 */
export const queueShareImage = (tx: Tx, modId: number) =>
  enqueue(tx, 'mods.draw_share', { modId }, { jobKey: `mods.draw_share ${modId}`, priority: PRIORITY })

/** After a change of the store's name or accent, which every image shows. */
export const queueAllShareImages = async (tx: Tx) => {
  const drawn = await tx.select({ id: mods.id }).from(mods).where(isNotNull(mods.shareImageKey))
  for (const { id } of drawn) await queueShareImage(tx, id)
}

/** Draws the image that chats and search engines show for a mod. An unchanged image keeps its name. */
export const drawShareImage = async (db: Db, storage: Storage, modId: number) => {
  const facts = await readFacts(db, modId)
  if (!facts) return
  const { coverKey, ...words } = facts
  const bytes = await inPictureTurn({ account: null }, async (pictures) =>
    pictures.paintShareImage({ ...words, cover: coverKey ? await storage.getPublic(coverKey) : null }),
  )
  const key = `share/${createHash('sha256').update(bytes).digest('hex')}.jpg`
  await storage.putPublic(key, bytes, 'image/jpeg')

  await inTransaction(db, async (tx) => {
    const [mod] = await tx.select({ key: mods.shareImageKey }).from(mods).where(eq(mods.id, modId)).for('update')
    if (!mod || mod.key === key) return
    // Another worker may have drawn a later change, which must stay.
    if (!isDeepStrictEqual(await readFacts(tx, modId), facts)) return queueShareImage(tx, modId)
    await tx.update(mods).set({ shareImageKey: key }).where(eq(mods.id, modId))
    await announceChange(tx, 'mods', modId)
  })
}

/** Everything that appears in the image. */
const readFacts = async (db: Db, modId: number) => {
  const [mod] = await db.select().from(mods).where(eq(mods.id, modId))
  if (!mod) return null
  const [cover] = await db
    .select({ key: modPictures.originalKey })
    .from(modPictures)
    .where(eq(modPictures.modId, modId))
    .orderBy(asc(modPictures.sortOrder))
    .limit(1)
  const { storeName, accentDark } = await readSettings(db)
  return {
    storeName,
    accent: accentDark,
    title: mod.title,
    price: cents(mod.priceCents),
    discountPrice: salePriceAt(mod, new Date()),
    rating: mod.ratingCount === 0 ? null : { average: mod.ratingSum / mod.ratingCount, count: mod.ratingCount },
    coverKey: cover?.key ?? null,
  }
}
