import { eq } from 'drizzle-orm'
import type { MessageKind } from '@slipstream/contract/outbox-kinds'
import type { Tx } from '@slipstream/db/client'
import { users } from '@slipstream/db/tables/users'
import type { Letter } from '#lib/mail/letter.ts'
import { queueMail } from '#lib/outbox/outbox.ts'

type Addressed = Pick<typeof users.$inferSelect, 'email' | 'emailVerifiedAt'>

/**
 * The rule for all mails to customers: an address that its owner has not confirmed may be somebody else's, so only mails
 * about money go to it. Those have a link that stops them.
 */
export const addressFor = ({ isAboutMoney = false }: Letter, { email, emailVerifiedAt }: Addressed): string | null =>
  emailVerifiedAt !== null || isAboutMoney ? email : null

interface UserMail {
  userId: number
  letter: Letter
  /** The address that a purchase keeps until the last mail about its money, when its account is deleted. */
  kept?: string | null
  kind: MessageKind
  isBulk?: boolean
  /** When what it reports came about, if a job writes it later. */
  since?: Date | undefined
  /** Identifies the mail: a job that runs twice neither queues nor sends it twice. */
  key?: string
}

/** Queues a mail to a customer. Returns the address, or null if the rule allows none. */
export const mailUser = async (
  tx: Tx,
  { userId, letter, kept = null, kind, isBulk = false, since, key }: UserMail,
): Promise<string | null> => {
  const [user] = await tx
    .select({ email: users.email, emailVerifiedAt: users.emailVerifiedAt, erasedAt: users.erasedAt })
    .from(users)
    .where(eq(users.id, userId))
  if (!user) return null
  const to = user.erasedAt === null ? addressFor(letter, user) : letter.isAboutMoney ? kept : null
  if (to === null) return null
  const mail = { to, userId, letter: { ...letter, isToUnconfirmed: user.emailVerifiedAt === null } }
  await queueMail(tx, mail, { kind, isBulk, since, ...(key !== undefined && { key, isOnce: true }) })
  return to
}
