import { eq } from 'drizzle-orm'
import type { Suppression } from '@slipstream/contract/newsletter'
import type { Db, Tx } from '@slipstream/db/client'
import { mailSuppressions } from '@slipstream/db/tables/newsletter'
import { recordChange } from '#features/audit/audit.service.ts'
import { keysOf, orderedBy, type PageOrder, readPage } from '#lib/lists/page-order.ts'
import type { MailEvent } from './mail-event.ts'

const PER_PAGE = 50
const NEWEST: PageOrder = { name: 'newest', direction: 'desc', keys: [{ of: mailSuppressions.id, type: 'integer' }] }

export const listSuppressions = (db: Db, after: string | undefined) =>
  readPage(
    NEWEST,
    { after, size: PER_PAGE },
    (place, size) =>
      db
        .select({ row: mailSuppressions, keys: keysOf(NEWEST) })
        .from(mailSuppressions)
        .where(place)
        .orderBy(orderedBy(NEWEST))
        .limit(size),
    ({ row }): Suppression => ({ ...row, createdAt: row.createdAt.toISOString() }),
  )

/** A hard bounce or one complaint is enough. A full mailbox is temporary and changes nothing. Idempotent. */
export const suppress = async (tx: Tx, events: readonly MailEvent[]) => {
  const final = events.filter(({ type, isPermanent }) => type === 'complaint' || isPermanent)
  if (final.length === 0) return
  await tx
    .insert(mailSuppressions)
    .values(final.map(({ address, type: reason, detail }) => ({ address, reason, detail })))
    .onConflictDoNothing()
}

/** Idempotent. The audit entry omits the address, because the log outlives the account. */
export const letBackIn = async (tx: Tx, actorId: number, id: number) => {
  const [removed] = await tx.delete(mailSuppressions).where(eq(mailSuppressions.id, id)).returning()
  if (!removed) return
  const { reason } = removed
  const subject = { subject: 'mail suppression', subjectId: id, subjectName: 'An address' } as const
  await recordChange(tx, { actorId, action: 'remove', ...subject, before: { reason } })
}
