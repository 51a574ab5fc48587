import { and, eq, sql } from 'drizzle-orm'
import { type Db, inTransaction, type Tx } from '@slipstream/db/client'
import { users } from '@slipstream/db/tables/users'
import { wishlistNews } from '@slipstream/db/tables/wishlist'
import { mayGet } from '#features/newsletter/audience.service.ts'
import { outcomeOf } from '#features/newsletter/send-batch.ts'
import { readSender } from '#features/settings/mail-sender.service.ts'
import type { Mailer } from '#gateways/mailer.ts'
import type { Storage } from '#gateways/storage.ts'
import type { Letter } from '#lib/mail/letter.ts'
import { sendLetter } from '#lib/mail/send-letter.ts'

export interface QueuedNews {
  to: string
  userId: number
  letter: Letter
  /** Names the rows of wishlist_news that this mail covers. */
  mail: string
}

interface Parts {
  db: Db
  mailer: Mailer
  storage: Storage
  publicUrl: string
}

/** At most once, like a newsletter: claimed before it is sent, so a killed worker loses it and never repeats it. */
export const sendNews = async (parts: Parts, { to, userId, letter, mail }: QueuedNews) => {
  if (!(await inTransaction(parts.db, (tx) => claim(tx, { to, userId, mail })))) return
  try {
    await sendLetter(parts.mailer, await readSender(parts), { to, letter, messageId: `wishlist-${mail}` })
  } catch (error) {
    // Release the claim only if the mail server says that it has not accepted the mail.
    if (outcomeOf(error).state !== 'waiting') return
    await inTransaction(parts.db, (tx) => setClaim(tx, { userId, mail }, null))
    throw error
  }
}

const rowsOf = ({ userId, mail }: Pick<QueuedNews, 'userId' | 'mail'>) =>
  and(eq(wishlistNews.userId, userId), eq(wishlistNews.mail, mail))

const setClaim = (tx: Tx, news: Pick<QueuedNews, 'userId' | 'mail'>, claimedAt: Date | null) =>
  tx.update(wishlistNews).set({ claimedAt }).where(rowsOf(news))

/**
 * False if it was already claimed, or if its owner has deleted the account, has another address or wants no more of
 * these mails.
 */
const claim = async (tx: Tx, { to, userId, mail }: Omit<QueuedNews, 'letter'>) => {
  const rows = await tx
    .select({ claimedAt: wishlistNews.claimedAt })
    .from(wishlistNews)
    .where(rowsOf({ userId, mail }))
    .for('update')
  if (rows.length === 0 || rows.some(({ claimedAt }) => claimedAt !== null)) return false
  const { rows: wanted } = await tx.execute(
    sql`select from ${users} u where u.id = ${userId} and u.email = ${to} and ${mayGet('wishlistNews')}`,
  )
  if (wanted.length === 0) return false
  await setClaim(tx, { userId, mail }, new Date())
  return true
}
