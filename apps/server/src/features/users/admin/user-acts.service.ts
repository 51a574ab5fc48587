import { and, count, eq } from 'drizzle-orm'
import type { UserNote } from '@slipstream/contract/users-detail'
import type { Tx } from '@slipstream/db/client'
import { userNotes, users } from '@slipstream/db/tables/users'
import { erasePerson, exportPersonalData } from '#features/account/personal-data.service.ts'
import { recordChange } from '#features/audit/audit.service.ts'
import type { UserRow } from '#features/auth/current-user.ts'
import { endSession, endSessions } from '#features/auth/sessions.service.ts'
import { announceChange } from '#lib/cache/change-bus.ts'
import { DomainError } from '#lib/domain-error.ts'
import { isBanned } from '#lib/is-banned.ts'
import { queueMessage } from '#lib/outbox/outbox.ts'
import type { PersonalData } from '#lib/personal-data.ts'
import { banUser, unbanUser } from '../ban.service.ts'
import { createInvited, isUnused } from '../invite.service.ts'
import { setAdmin } from '../role.service.ts'
import { findPerson, isDeveloper, MOST_NOTES } from './read-user.service.ts'

/** The administrator who acts. */
export interface Actor {
  id: number
  sessionId: number
  /** In lower case. The developer’s rights come from the configuration, so no administrator can take them away. */
  developerDiscordUsername: string
}

type Recorded = { action: string; before?: object | null; after?: object | null }

/** Records what an administrator did to an account. Erasing the account removes its name from these entries. */
export const recordOnUser = (
  tx: Tx,
  { id, username }: Pick<UserRow, 'id' | 'username'>,
  by: number,
  change: Recorded,
) => recordChange(tx, { actorId: by, subject: 'user', subjectId: id, subjectName: username, ...change })

/** Finds an account that this administrator may ban, demote or erase. */
const findSubject = async (tx: Tx, userId: number, actor: Actor): Promise<UserRow> => {
  const row = await findPerson(tx, userId)
  if (row.id === actor.id) throw new DomainError('users.yourself')
  if (await isDeveloper(tx, row, actor.developerDiscordUsername)) throw new DomainError('users.developer')
  return row
}

const banIn = ({ bannedAt, banEndsAt, banReason }: UserRow) =>
  bannedAt ? { endsAt: banEndsAt, reason: banReason } : null

export const ban = async (
  tx: Tx,
  userId: number,
  { reason, endsAt }: { reason: string; endsAt: string | null },
  actor: Actor,
) => {
  const row = await findSubject(tx, userId, actor)
  const end = endsAt === null ? null : new Date(endsAt)
  if (end && end <= new Date()) throw new DomainError('users.ban_is_over')
  await banUser(tx, userId, { reason, endsAt: end })
  await recordOnUser(tx, row, actor.id, { action: 'ban', before: banIn(row), after: { reason, endsAt } })
}

export const liftBan = async (tx: Tx, userId: number, actor: Actor) => {
  const row = await findPerson(tx, userId)
  if (!isBanned(row)) throw new DomainError('users.not_banned')
  await unbanUser(tx, userId)
  await recordOnUser(tx, row, actor.id, { action: 'lift ban', before: banIn(row) })
}

/** Idempotent: repeating it ends no session. */
export const changeRole = async (tx: Tx, userId: number, isAdmin: boolean, actor: Actor) => {
  const row = await findSubject(tx, userId, actor)
  if (row.isAdmin === isAdmin) return
  await setAdmin(tx, userId, isAdmin)
  const action = isAdmin ? 'make administrator' : 'revoke administrator'
  await recordOnUser(tx, row, actor.id, { action, before: { isAdmin: row.isAdmin }, after: { isAdmin } })
}

/** Ends one session or all of them; administrators who sign themselves out keep the session they use. */
export const signOut = async (tx: Tx, userId: number, sessionId: number | null, actor: Actor) => {
  const row = await findPerson(tx, userId)
  if (sessionId === null) await endSessions(tx, userId, userId === actor.id ? actor.sessionId : undefined)
  else if (!(await endSession(tx, userId, sessionId))) throw new DomainError('users.no_session')
  const after = { devices: sessionId === null ? 'all' : 'one' }
  await recordOnUser(tx, row, actor.id, { action: 'sign out', after })
}

export const create = async (tx: Tx, invited: Parameters<typeof createInvited>[1], actor: Actor) => {
  const id = await createInvited(tx, invited)
  await mailInvitation(tx, id, invited.email, actor)
  const after = { isAdmin: invited.isAdmin }
  await recordOnUser(tx, { id, username: invited.username }, actor.id, { action: 'invite', after })
  return { id }
}

export const inviteAgain = async (tx: Tx, userId: number, actor: Actor) => {
  const row = await findPerson(tx, userId)
  if (!isUnused(row) || row.email === null) throw new DomainError('users.not_invited')
  await mailInvitation(tx, userId, row.email, actor)
  await recordOnUser(tx, row, actor.id, { action: 'invite', after: { again: true } })
}

const mailInvitation = (tx: Tx, userId: number, email: string, { id: byId }: Actor) =>
  queueMessage(
    tx,
    'users.mail_invitation',
    { userId, email, byId },
    { kind: 'account', key: `users.mail_invitation ${userId}` },
  )

/** The note stays out of the audit log, which outlives the account. */
export const addNote = async (tx: Tx, userId: number, body: string, actor: Actor): Promise<UserNote> => {
  const row = await findPerson(tx, userId)
  // Locked, so that two notes at once are counted one after the other.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
  const [counted] = await tx.select({ count: count() }).from(userNotes).where(eq(userNotes.userId, userId))
  if ((counted?.count ?? 0) >= MOST_NOTES) throw new DomainError('users.too_many_notes')
  const [note] = await tx.insert(userNotes).values({ userId, authorId: actor.id, body }).returning()
  if (!note) throw new Error('the note was not written')
  await recordOnUser(tx, row, actor.id, { action: 'add note', after: { noteId: note.id } })
  const [author] = await tx.select({ username: users.username }).from(users).where(eq(users.id, actor.id))
  return { id: note.id, by: author?.username ?? '', body: note.body, at: note.createdAt.toISOString() }
}

export const removeNote = async (tx: Tx, { id: userId, noteId }: { id: number; noteId: number }, actor: Actor) => {
  const [removed] = await tx
    .delete(userNotes)
    .where(and(eq(userNotes.id, noteId), eq(userNotes.userId, userId)))
    .returning({ id: userNotes.id })
  if (!removed) return
  await recordOnUser(tx, await findPerson(tx, userId), actor.id, { action: 'remove note', before: { noteId } })
}

export const exportPerson = async (tx: Tx, parts: readonly PersonalData[], userId: number, actor: Actor) => {
  const row = await findPerson(tx, userId)
  await recordOnUser(tx, row, actor.id, { action: 'export data', after: { parts: parts.length } })
  return exportPersonalData(tx, parts, userId)
}

/** Erases an account at its owner's request, exactly as the owner could. */
export const erase = async (
  tx: Tx,
  parts: readonly PersonalData[],
  userId: number,
  { username, reason, actor }: { username: string; reason: string; actor: Actor },
) => {
  const row = await findSubject(tx, userId, actor)
  if (username !== row.username) throw new DomainError('users.name_differs')
  await erasePerson(tx, parts, userId)
  await announceChange(tx, 'user', userId)
  // Recorded after the erasure, which would remove the reason. The entry proves that somebody asked for it.
  const nameless = { id: userId, username: `deleted user ${userId}` }
  await recordOnUser(tx, nameless, actor.id, { action: 'erase', after: { reason } })
}
