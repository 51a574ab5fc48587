import { and, eq, gt, inArray, isNull, notInArray, sql } from 'drizzle-orm'
import { DAY_MS } from '@slipstream/contract/durations'
import type { Tx } from '@slipstream/db/client'
import { entitlements } from '@slipstream/db/tables/entitlements'
import { mods } from '@slipstream/db/tables/mods'
import { users } from '@slipstream/db/tables/users'
import { recordChange } from '#features/audit/audit.service.ts'
import { readSettings } from '#features/settings/settings.service.ts'
import { DomainError } from '#lib/domain-error.ts'
import { enqueueAll } from '#lib/jobs/jobs.ts'
import { ownsMod } from './ownership.service.ts'

/** Until when a mod can be downloaded without a renewal; null if the creator sets no limit. */
const windowFrom = async (tx: Tx, start: Date) => {
  const { downloadWindowDays } = await readSettings(tx)
  return downloadWindowDays === 0 ? null : new Date(start.getTime() + downloadWindowDays * DAY_MS)
}

interface Purchase {
  userId: number
  paidAt: Date
  items: readonly { id: number; modId: number }[]
}

/** Grants purchased items. Returns those bought a second time, which have to be refunded. */
export const grantItems = async (tx: Tx, { userId, paidAt, items }: Purchase): Promise<number[]> => {
  const windowEndsAt = await windowFrom(tx, paidAt)
  const granted = await tx
    .insert(entitlements)
    .values(
      items.map(({ id, modId }) => ({
        userId,
        modId,
        orderItemId: id,
        source: 'purchase' as const,
        windowEndsAt,
      })),
    )
    .onConflictDoNothing()
    .returning({ id: entitlements.id, orderItemId: entitlements.orderItemId })
  const given = new Set(granted.map(({ orderItemId }) => orderItemId))
  await queueCopies(
    tx,
    granted.map(({ id }) => id),
  )
  return items.filter(({ id }) => !given.has(id)).map(({ id }) => id)
}

/** Queues the owners' copies ahead of the first download. The jobs belong to the copies feature. */
const queueCopies = (tx: Tx, entitlementIds: readonly number[]) =>
  enqueueAll(
    tx,
    'copies.prepare',
    entitlementIds.map((entitlementId) => ({ jobKey: `copies.prepare:${entitlementId}`, payload: { entitlementId } })),
  )

/** Why the store itself removed a mod from a locker; any other reason was written by staff. */
export const STORE_REASONS = ['refund', 'dispute', 'withdrawal', 'account deleted'] as const
export type StoreReason = (typeof STORE_REASONS)[number]

/** Removes items from the locker and returns those that were in it. */
export const revokeItems = async (tx: Tx, itemIds: readonly number[], reason: StoreReason): Promise<number[]> => {
  if (itemIds.length === 0) return []
  const revoked = await tx
    .update(entitlements)
    .set({ revokedAt: sql`now()`, revokeReason: reason })
    .where(and(inArray(entitlements.orderItemId, [...itemIds]), isNull(entitlements.revokedAt)))
    .returning({ itemId: entitlements.orderItemId })
  return revoked.flatMap(({ itemId }) => itemId ?? [])
}

interface Claim {
  userId: number
  /** When the mod was ordered. */
  createdAt: Date
}

/** Whether staff have revoked this mod since the order was made. Then no other claim restores it. */
export const isTakenByStaff = async (tx: Tx, { userId, createdAt }: Claim, modId: number): Promise<boolean> => {
  const [taken] = await tx
    .select({ id: entitlements.id })
    .from(entitlements)
    .where(
      and(
        eq(entitlements.userId, userId),
        eq(entitlements.modId, modId),
        gt(entitlements.revokedAt, createdAt),
        notInArray(entitlements.revokeReason, [...STORE_REASONS]),
      ),
    )
    .limit(1)
  return taken !== undefined
}

interface Gift {
  username: string
  modId: number
  reason: string
  by: number
}

/** Gives a customer a mod for free on a staff decision. */
export const grantMod = async (tx: Tx, { username, modId, reason, by }: Gift): Promise<{ id: number }> => {
  const [customer] = await tx
    .select({ id: users.id, username: users.username })
    .from(users)
    .where(and(eq(users.usernameKey, username.toLowerCase()), isNull(users.erasedAt)))
    .for('no key update')
  if (!customer) throw new DomainError('entitlement.no_customer')
  const [mod] = await tx.select({ title: mods.title }).from(mods).where(eq(mods.id, modId))
  if (!mod) throw new DomainError('mod.not_found')
  if (await ownsMod(tx, customer.id, modId)) throw new DomainError('entitlement.owned')
  const [granted] = await tx
    .insert(entitlements)
    .values({ userId: customer.id, modId, source: 'grant', windowEndsAt: await windowFrom(tx, new Date()) })
    .returning({ id: entitlements.id })
  if (!granted) throw new Error('the mod was not granted')
  await queueCopies(tx, [granted.id])
  await recordChange(tx, {
    actorId: by,
    action: 'grant',
    subject: 'entitlement',
    subjectId: granted.id,
    subjectName: `${mod.title} for ${customer.username}`,
    after: { reason },
  })
  return granted
}

export interface Revocation {
  reason: string
  by: number
}

/** Revokes a mod. Returns the order item it was bought with, or null. */
export const revokeMod = async (tx: Tx, entitlementId: number, { reason, by }: Revocation): Promise<number | null> => {
  const [revoked] = await tx
    .update(entitlements)
    .set({ revokedAt: sql`now()`, revokeReason: reason })
    .where(and(eq(entitlements.id, entitlementId), isNull(entitlements.revokedAt)))
    .returning()
  if (!revoked) throw new DomainError('entitlement.not_found')
  const [owned] = await tx
    .select({ title: mods.title, username: users.username })
    .from(mods)
    .innerJoin(users, eq(users.id, revoked.userId))
    .where(eq(mods.id, revoked.modId))
  await recordChange(tx, {
    actorId: by,
    action: 'revoke',
    subject: 'entitlement',
    subjectId: entitlementId,
    subjectName: `${owned?.title} for ${owned?.username}`,
    after: { reason },
  })
  return revoked.orderItemId
}
