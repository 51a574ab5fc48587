import { and, count, eq, gt, lt, ne, sql } from 'drizzle-orm'
import { DAY_MS } from '@slipstream/contract/durations'
import { TICKET_LINK_DAYS } from '@slipstream/contract/ticket-terms'
import type { Db, Tx } from '@slipstream/db/client'
import { ticketLinks } from '@slipstream/db/tables/tickets'
import { hashOf, newSecret } from '#features/auth/secret.ts'
import { DomainError } from '#lib/domain-error.ts'

interface LinkedMail {
  ticketId: number
  email: string
  mail: 'received' | 'answer'
}

/** A link for one recipient to one thread. Only its hash is stored. */
export const issueLink = async (tx: Tx, { ticketId, email, mail }: LinkedMail) => {
  const secret = newSecret()
  const expiresAt = new Date(Date.now() + TICKET_LINK_DAYS * DAY_MS)
  await tx.insert(ticketLinks).values({ hash: hashOf(secret), ticketId, email, mail, expiresAt })
  return secret
}

/** The ticket that a link opens, and the address it was mailed to. */
export const readLink = async (db: Db, secret: string) => {
  const [link] = await db
    .select({ ticketId: ticketLinks.ticketId, email: ticketLinks.email })
    .from(ticketLinks)
    .where(and(eq(ticketLinks.hash, hashOf(secret)), gt(ticketLinks.expiresAt, sql`now()`)))
  if (!link) throw new DomainError('tickets.link_over')
  return link
}

/** Limits on acknowledgments to one address from all senders together: the form must not flood a stranger's mailbox. */
const MOST_PER_HOUR = 1
const MOST_PER_DAY = 3

/** Whether this ticket may be acknowledged. A retry of the same mail does not count as another one. */
export const mayAcknowledge = async (tx: Tx, { ticketId, email }: { ticketId: number; email: string }) => {
  // Two jobs for one address must not both count before either has written.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`ticket mail ${email}`}))`)
  const [sent = { hour: 0, day: 0 }] = await tx
    .select({
      hour: sql<number>`count(*) filter (where ${gt(ticketLinks.createdAt, sql`now() - interval '1 hour'`)})::int`,
      day: count(),
    })
    .from(ticketLinks)
    .where(
      and(
        eq(ticketLinks.email, email),
        eq(ticketLinks.mail, 'received'),
        ne(ticketLinks.ticketId, ticketId),
        gt(ticketLinks.createdAt, sql`now() - interval '1 day'`),
      ),
    )
  return sent.hour < MOST_PER_HOUR && sent.day < MOST_PER_DAY
}

export const removeOldLinks = async (tx: Tx) => {
  await tx.delete(ticketLinks).where(lt(ticketLinks.expiresAt, sql`now()`))
}
