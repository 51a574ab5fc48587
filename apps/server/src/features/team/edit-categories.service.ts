import { asc, count, eq, max } from 'drizzle-orm'
import { type AdminTeamCategory, TEAM_LIMITS, type TeamCategoryForm } from '@slipstream/contract/team-admin'
import type { Db, Tx } from '@slipstream/db/client'
import { teamCategories, teamMembers } from '@slipstream/db/tables/team'
import { recordChange, recorderOf } from '#features/audit/audit.service.ts'
import { announceChange } from '#lib/cache/change-bus.ts'
import { DomainError } from '#lib/domain-error.ts'
import { lockTeam } from './team.service.ts'

type Category = typeof teamCategories.$inferSelect

export const listAdminCategories = (db: Db): Promise<AdminTeamCategory[]> =>
  selectCategories(db).orderBy(asc(teamCategories.sortOrder), asc(teamCategories.id))

export const createCategory = async (tx: Tx, actorId: number, form: TeamCategoryForm) => {
  await lockTeam(tx)
  const [known] = await tx.select({ number: count(), last: max(teamCategories.sortOrder) }).from(teamCategories)
  if ((known?.number ?? 0) >= TEAM_LIMITS.categories) throw new DomainError('team.too_many')
  const sortOrder = (known?.last ?? -1) + 1
  const [created] = await tx
    .insert(teamCategories)
    .values({ ...form, sortOrder })
    .returning()
  if (!created) throw new Error('the new group was not written')
  await note(tx, actorId, 'create', null, created)
  return readCategory(tx, created.id)
}

export const editCategory = async (tx: Tx, actorId: number, id: number, form: TeamCategoryForm) => {
  const before = await lockCategory(tx, id)
  if (!before) throw new DomainError('team.category_not_found')
  const [after] = await tx.update(teamCategories).set(form).where(eq(teamCategories.id, id)).returning()
  if (after) await note(tx, actorId, 'edit', before, after)
  return readCategory(tx, id)
}

export const orderCategories = async (tx: Tx, actorId: number, ids: readonly number[]) => {
  await lockTeam(tx)
  const rows = await listAdminCategories(tx)
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  const isWhole = ids.length === rows.length && new Set(ids).size === rows.length && ids.every((id) => names.has(id))
  if (!isWhole) throw new DomainError('order.changed')
  for (const [sortOrder, id] of ids.entries()) {
    await tx.update(teamCategories).set({ sortOrder }).where(eq(teamCategories.id, id))
  }
  await recordChange(tx, {
    actorId,
    action: 'order',
    subject: 'team category',
    subjectName: 'Groups of the team',
    before: { order: rows.map(({ name }) => name) },
    after: { order: ids.map((id) => names.get(id)) },
  })
  await announceChange(tx, 'team')
  return listAdminCategories(tx)
}

/** Idempotent. */
export const removeCategory = async (tx: Tx, actorId: number, id: number) => {
  // Locked, so that no member can be added to it meanwhile.
  const category = await lockCategory(tx, id)
  if (!category) return
  const [member] = await tx
    .select({ id: teamMembers.id })
    .from(teamMembers)
    .where(eq(teamMembers.categoryId, id))
    .limit(1)
  if (member) throw new DomainError('team.category_in_use')
  await tx.delete(teamCategories).where(eq(teamCategories.id, id))
  await note(tx, actorId, 'remove', category, null)
}

const selectCategories = (db: Db) =>
  db
    .select({
      id: teamCategories.id,
      name: teamCategories.name,
      description: teamCategories.description,
      members: count(teamMembers.id),
    })
    .from(teamCategories)
    .leftJoin(teamMembers, eq(teamMembers.categoryId, teamCategories.id))
    .groupBy(teamCategories.id)
    .$dynamic()

const readCategory = async (tx: Tx, id: number): Promise<AdminTeamCategory> => {
  const [category] = await selectCategories(tx).where(eq(teamCategories.id, id))
  if (!category) throw new DomainError('team.category_not_found')
  return category
}

const lockCategory = async (tx: Tx, id: number): Promise<Category | undefined> => {
  const [category] = await tx.select().from(teamCategories).where(eq(teamCategories.id, id)).for('update')
  return category
}

const note = recorderOf<Category>({
  subject: 'team category',
  nameOf: ({ name }) => name,
  written: ({ name, description }) => ({ name, description }),
  announce: (tx) => announceChange(tx, 'team'),
})
