import { and, asc, or, sql } from 'drizzle-orm'
import { outbox } from '@slipstream/db/tables/outbox'
import { users } from '@slipstream/db/tables/users'
import { staffAddress } from '#features/notifications/staff-address.ts'
import { readSettings } from '#features/settings/settings.service.ts'
import type { PersonalData } from '#lib/personal-data.ts'

/**
 * Matches by user id, and by verified address because a password reset names only the address. An unverified address
 * may belong to another person.
 */
const isAbout = (userId: number) =>
  or(
    sql`${outbox.userId} = ${userId}`,
    sql`lower(${outbox.address}) = (
      select lower(email) from ${users} where id = ${userId} and email_verified_at is not null)`,
  )

/** Must run before the account is erased, because it needs the account's address. */
export const outboxPersonalData: PersonalData = {
  name: 'mails',
  tables: ['outbox'],
  collect: async (tx, userId) => {
    const staff = staffAddress(await readSettings(tx))
    // Staff mails are left out: what they say is exported with the orders.
    const isTheirs = sql`${outbox.address} is not null and ${outbox.address} <> ${staff}`
    return tx
      .select({
        to: outbox.address,
        about: outbox.kind,
        // Null for a mail that is rendered only when it is sent, and once it was sent.
        subject: sql<string | null>`${outbox.payload} -> 'letter' ->> 'subject'`,
        state: outbox.state,
        createdAt: outbox.createdAt,
        settledAt: outbox.settledAt,
      })
      .from(outbox)
      .where(and(isAbout(userId), isTheirs))
      .orderBy(asc(outbox.id))
  },
  erase: async (tx, userId) => {
    await tx.delete(outbox).where(isAbout(userId))
  },
}
