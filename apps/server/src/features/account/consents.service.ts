import { and, desc, eq, sql } from 'drizzle-orm'
import type { NotificationChoices } from '@slipstream/contract/account'
import { isPromotion, PROMOTIONS, type Promotion } from '@slipstream/contract/mail-consents'
import type { Tx } from '@slipstream/db/client'
import { mailConsents } from '@slipstream/db/tables/newsletter'
import { users } from '@slipstream/db/tables/users'
import { announceChange } from '#lib/cache/change-bus.ts'

type Choices = { [Choice in keyof NotificationChoices]?: boolean | undefined }
type Source = (typeof mailConsents.$inferInsert)['source']

/** Records each change of consent to promotional mail, with its wording. An unchanged choice adds no row. */
export const recordConsents = async (tx: Tx, userId: number, choices: Choices, source: Source) => {
  for (const [promotion, isGiven] of Object.entries(choices)) {
    if (!isPromotion(promotion) || isGiven === undefined) continue
    const [last] = await tx
      .select({ isGiven: mailConsents.isGiven })
      .from(mailConsents)
      .where(and(eq(mailConsents.userId, userId), eq(mailConsents.promotion, promotion)))
      .orderBy(desc(mailConsents.id))
      .limit(1)
    if ((last?.isGiven ?? false) === isGiven) continue
    const wording = isGiven ? PROMOTIONS[promotion].consent : ''
    await tx.insert(mailConsents).values({ userId, promotion, isGiven, wording, source })
  }
}

/** For the unsubscribe link in a mail. Idempotent, and no other kind of mail is affected. */
export const withdrawConsent = async (tx: Tx, userId: number, promotion: Promotion) => {
  const [changed] = await tx
    .update(users)
    .set({ notificationChoices: sql`${users.notificationChoices} || ${JSON.stringify({ [promotion]: false })}::jsonb` })
    .where(and(eq(users.id, userId), sql`${users.erasedAt} is null`))
    .returning({ id: users.id })
  if (!changed) return
  await recordConsents(tx, userId, { [promotion]: false }, 'mail')
  await announceChange(tx, 'user', userId)
}
