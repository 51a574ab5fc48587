import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { Db, Tx } from '@slipstream/db/client'
import { guaranteeUses, subscriptions } from '@slipstream/db/tables/subscriptions'
import { users } from '@slipstream/db/tables/users'
import type { Encryption } from '#features/auth/encryption.ts'

type Kind = typeof guaranteeUses.$inferSelect.kind
type Hashing = Pick<Encryption, 'hashes'>

interface Sign {
  kind: Kind
  text: string
}

/** The signs by which a person is recognized, and the kinds of earlier uses that each is compared with. */
const readSigns = async (db: Db, userId: number) => {
  const [user] = await db
    .select({ email: users.email, confirmedAt: users.emailVerifiedAt, discordId: users.discordId })
    .from(users)
    .where(eq(users.id, userId))
  const cards = await db
    .selectDistinct({ fingerprint: subscriptions.cardFingerprint })
    .from(subscriptions)
    .where(eq(subscriptions.userId, userId))
  const isConfirmed = user?.confirmedAt != null
  const signs: Sign[] = []
  if (user?.email) signs.push({ kind: isConfirmed ? 'address' : 'claimed_address', text: user.email })
  if (user?.discordId) signs.push({ kind: 'discord', text: user.discordId })
  for (const { fingerprint } of cards) if (fingerprint) signs.push({ kind: 'card', text: fingerprint })
  return signs
}

/**
 * The address of a use that nobody had confirmed counts against other unconfirmed ones only: a stranger who typed it must
 * not cost its owner the guarantee.
 */
const KINDS: Record<Kind, readonly Kind[]> = {
  address: ['address'],
  claimed_address: ['address', 'claimed_address'],
  discord: ['discord'],
  card: ['card'],
}

/** Whether this person has used the money-back guarantee, with this account or with another one, deleted or not. */
export const hasUsedGuarantee = async (db: Db, { hashes }: Hashing, userId: number): Promise<boolean> => {
  const [own] = await db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(and(eq(subscriptions.userId, userId), sql`${subscriptions.refundedAt} is not null`))
    .limit(1)
  if (own) return true
  const signs = await readSigns(db, userId)
  if (signs.length === 0) return false
  const [known] = await db
    .select({ kind: guaranteeUses.kind })
    .from(guaranteeUses)
    .where(
      or(
        ...signs.map(({ kind, text }) =>
          and(inArray(guaranteeUses.kind, [...KINDS[kind]]), inArray(guaranteeUses.hash, hashes(text))),
        ),
      ),
    )
    .limit(1)
  return known !== undefined
}

/** Call before `hasUsedGuarantee` where the guarantee is used: two accounts of one person take turns. */
export const lockGuarantee = (tx: Tx) => tx.execute(sql`select pg_advisory_xact_lock(hashtext('guarantee_uses'))`)

/** Remembers the use beyond the account. */
export const noteGuaranteeUse = async (tx: Tx, { hashes }: Hashing, userId: number) => {
  const uses = (await readSigns(tx, userId)).map(({ kind, text }) => ({ kind, hash: hashes(text)[0] ?? '' }))
  if (uses.length > 0) await tx.insert(guaranteeUses).values(uses).onConflictDoNothing()
}
