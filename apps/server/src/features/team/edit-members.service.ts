import { and, asc, count, eq, max } from 'drizzle-orm'
import { type AdminTeamMember, TEAM_LIMITS, type TeamMemberForm } from '@slipstream/contract/team-admin'
import type { Db, Tx } from '@slipstream/db/client'
import { teamCategories, teamMembers } from '@slipstream/db/tables/team'
import { recordChange, recorderOf } from '#features/audit/audit.service.ts'
import { announceChange } from '#lib/cache/change-bus.ts'
import { DomainError } from '#lib/domain-error.ts'
import { lockTeam, type PictureAddresses, teamMembersInOrder } from './team.service.ts'

type Member = typeof teamMembers.$inferSelect

interface Change {
  actorId: number
  addresses: PictureAddresses
}

export const listAdminMembers = async (db: Db, addresses: PictureAddresses): Promise<AdminTeamMember[]> =>
  (await teamMembersInOrder(db)).map((row) => toAdmin(addresses, row))

export const createMember = async (tx: Tx, { actorId, addresses }: Change, form: TeamMemberForm) => {
  await lockTeam(tx)
  await assertCategory(tx, form.categoryId)
  const [known] = await tx.select({ number: count() }).from(teamMembers)
  if ((known?.number ?? 0) >= TEAM_LIMITS.members) throw new DomainError('team.too_many')
  const sortOrder = await nextPlace(tx, form.categoryId)
  const [created] = await tx
    .insert(teamMembers)
    .values({ ...form, sortOrder })
    .returning()
  if (!created) throw new Error('the new member was not written')
  await note(tx, actorId, 'create', null, created)
  return toAdmin(addresses, created)
}

/** A member who moves to another group goes to its end. */
export const editMember = async (tx: Tx, { actorId, addresses }: Change, id: number, form: TeamMemberForm) => {
  await lockTeam(tx)
  const [before] = await tx.select().from(teamMembers).where(eq(teamMembers.id, id))
  if (!before) throw new DomainError('team.member_not_found')
  await assertCategory(tx, form.categoryId)
  const sortOrder = form.categoryId === before.categoryId ? before.sortOrder : await nextPlace(tx, form.categoryId)
  const [after] = await tx
    .update(teamMembers)
    .set({ ...form, sortOrder })
    .where(eq(teamMembers.id, id))
    .returning()
  if (!after) throw new DomainError('team.member_not_found')
  await note(tx, actorId, 'edit', before, after)
  return toAdmin(addresses, after)
}

export const orderMembers = async (
  tx: Tx,
  { actorId, addresses }: Change,
  { categoryId, ids }: { categoryId: number; ids: readonly number[] },
) => {
  await lockTeam(tx)
  const rows = await tx
    .select({ id: teamMembers.id, name: teamMembers.name })
    .from(teamMembers)
    .where(eq(teamMembers.categoryId, categoryId))
    .orderBy(asc(teamMembers.sortOrder), asc(teamMembers.id))
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  const isWhole = ids.length === rows.length && new Set(ids).size === rows.length && ids.every((id) => names.has(id))
  if (!isWhole) throw new DomainError('order.changed')
  for (const [sortOrder, id] of ids.entries()) {
    const member = and(eq(teamMembers.id, id), eq(teamMembers.categoryId, categoryId))
    await tx.update(teamMembers).set({ sortOrder }).where(member)
  }
  await recordChange(tx, {
    actorId,
    action: 'order',
    subject: 'team category',
    subjectId: categoryId,
    subjectName: 'Members of a group',
    before: { order: rows.map(({ name }) => name) },
    after: { order: ids.map((id) => names.get(id)) },
  })
  await announceChange(tx, 'team')
  return listAdminMembers(tx, addresses)
}

/** Idempotent. */
export const removeMember = async (tx: Tx, actorId: number, id: number) => {
  const [removed] = await tx.delete(teamMembers).where(eq(teamMembers.id, id)).returning()
  if (removed) await note(tx, actorId, 'remove', removed, null)
}

const assertCategory = async (tx: Tx, id: number) => {
  const [category] = await tx
    .select({ id: teamCategories.id })
    .from(teamCategories)
    .where(eq(teamCategories.id, id))
    .for('share')
  if (!category) throw new DomainError('team.category_not_found')
}

const nextPlace = async (tx: Tx, categoryId: number) => {
  const [last] = await tx
    .select({ place: max(teamMembers.sortOrder) })
    .from(teamMembers)
    .where(eq(teamMembers.categoryId, categoryId))
  return (last?.place ?? -1) + 1
}

const toAdmin = (
  addresses: PictureAddresses,
  { id, categoryId, name, role, bio, avatarKey }: Omit<Member, 'sortOrder' | 'createdAt'>,
): AdminTeamMember => ({
  id,
  categoryId,
  name,
  role,
  bio,
  avatarKey,
  avatarUrl: avatarKey === null ? null : addresses.publicUrl(avatarKey),
})

const note = recorderOf<Member>({
  subject: 'team member',
  nameOf: ({ name }) => name,
  written: ({ categoryId, name, role, bio, avatarKey }) => ({ categoryId, name, role, bio, avatarKey }),
  announce: (tx) => announceChange(tx, 'team'),
})
