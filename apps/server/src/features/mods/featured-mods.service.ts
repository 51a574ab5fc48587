import { asc, inArray, isNotNull, or, sql } from 'drizzle-orm'
import type { Tx } from '@slipstream/db/client'
import { mods } from '@slipstream/db/tables/mods'
import { recordChange } from '#features/audit/audit.service.ts'
import { announceChange } from '#lib/cache/change-bus.ts'
import { DomainError } from '#lib/domain-error.ts'

/** Sets the featured mods to exactly these, in this order. */
export const setFeatured = async (tx: Tx, actorId: number, ids: readonly number[]) => {
  if (new Set(ids).size < ids.length) throw new DomainError('request.invalid')
  const concerned = await tx
    .select({ id: mods.id, title: mods.title, place: mods.featuredOrder })
    .from(mods)
    .where(or(isNotNull(mods.featuredOrder), inArray(mods.id, [...ids])))
    .orderBy(asc(mods.id))
    .for('update')
  const titles = new Map(concerned.map(({ id, title }) => [id, title]))
  if (!ids.every((id) => titles.has(id))) throw new DomainError('mod.not_found')

  const before = concerned
    .filter(({ place }) => place !== null)
    .sort((one, other) => Number(one.place) - Number(other.place) || one.id - other.id)
    .map(({ id }) => id)
  if (before.join() === ids.join()) return

  await tx.update(mods).set({ featuredOrder: null }).where(isNotNull(mods.featuredOrder))
  if (ids.length > 0) {
    const place = sql`array_position(${sql.param([...ids])}::integer[], ${mods.id})`
    await tx
      .update(mods)
      .set({ featuredOrder: place })
      .where(inArray(mods.id, [...ids]))
  }
  const named = (list: readonly number[]) => ({ mods: list.map((id) => titles.get(id)) })
  await recordChange(tx, {
    actorId,
    action: 'order',
    subject: 'featured',
    subjectName: 'Featured mods',
    before: named(before),
    after: named(ids),
  })
  await announceChange(tx, 'mods')
}
