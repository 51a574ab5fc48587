import { asc, eq, inArray } from 'drizzle-orm'
import type { Tx } from '@slipstream/db/client'
import { mailConsents, mailSuppressions, newsletterRecipients, newsletters } from '@slipstream/db/tables/newsletter'
import { users } from '@slipstream/db/tables/users'
import type { PersonalData } from '#lib/personal-data.ts'

const addressOf = (tx: Tx, userId: number) => tx.select({ email: users.email }).from(users).where(eq(users.id, userId))

/** Must run before the account is erased, because it needs the account's address. */
export const newsletterPersonalData: PersonalData = {
  name: 'newsletter',
  tables: ['mail_consents', 'newsletter_recipients'],
  collect: async (tx, userId) => ({
    consents: await tx
      .select({
        to: mailConsents.promotion,
        isGiven: mailConsents.isGiven,
        wording: mailConsents.wording,
        source: mailConsents.source,
        at: mailConsents.at,
      })
      .from(mailConsents)
      .where(eq(mailConsents.userId, userId))
      .orderBy(asc(mailConsents.id)),
    sent: (
      await tx
        .select({ form: newsletters.form, state: newsletterRecipients.state, at: newsletterRecipients.claimedAt })
        .from(newsletterRecipients)
        .innerJoin(newsletters, eq(newsletters.id, newsletterRecipients.newsletterId))
        .where(eq(newsletterRecipients.userId, userId))
        .orderBy(asc(newsletters.id))
    ).map(({ form, state, at }) => ({ subject: form.subject, state, at })),
    suppressed: await tx
      .select({ reason: mailSuppressions.reason, detail: mailSuppressions.detail, at: mailSuppressions.createdAt })
      .from(mailSuppressions)
      .where(inArray(mailSuppressions.address, addressOf(tx, userId))),
  }),
  erase: async (tx, userId) => {
    await tx.delete(mailConsents).where(eq(mailConsents.userId, userId))
    await tx.delete(newsletterRecipients).where(eq(newsletterRecipients.userId, userId))
    await tx.delete(mailSuppressions).where(inArray(mailSuppressions.address, addressOf(tx, userId)))
  },
}
