import { and, asc, desc, eq, notInArray } from 'drizzle-orm'
import type { ModCard } from '@slipstream/contract/mods'
import type { Db } from '@slipstream/db/client'
import { mods, relatedMods } from '@slipstream/db/tables/mods'
import { isPublished, modCardsByIds, type PublicObjects } from './mod-cards.service.ts'
import { requirePublished } from './mod-details.service.ts'

const RELATED_MODS = 4

/** Related mods: the creator's choice, then the most popular others of its category. */
export const listRelatedMods = async (db: Db, objects: PublicObjects, id: number): Promise<ModCard[]> => {
  const { categoryId } = await requirePublished(db, id)
  const chosen = await db
    .select({ id: mods.id })
    .from(relatedMods)
    .innerJoin(mods, eq(mods.id, relatedMods.relatedId))
    .where(and(eq(relatedMods.modId, id), isPublished))
    .orderBy(asc(relatedMods.sortOrder), asc(relatedMods.relatedId))
    .limit(RELATED_MODS)
  const known = [id, ...chosen.map((mod) => mod.id)]
  const others = await db
    .select({ id: mods.id })
    .from(mods)
    .where(and(eq(mods.categoryId, categoryId), isPublished, notInArray(mods.id, known)))
    .orderBy(desc(mods.ratingCount), desc(mods.id))
    .limit(RELATED_MODS)
  const ids = [...chosen, ...others].slice(0, RELATED_MODS).map((mod) => mod.id)
  return modCardsByIds(db, objects, ids)
}
