import { and, eq, isNotNull } from 'drizzle-orm'
import type { Tx } from '@slipstream/db/client'
import { users } from '@slipstream/db/tables/users'
import { DomainError } from '#lib/domain-error.ts'
import { enqueue } from '#lib/jobs/jobs.ts'
import type { Letter } from '#lib/mail/letter.ts'

/** Sends only to the administrator's own verified address, so that nobody can mail strangers this way. */
export const sendTest = async (tx: Tx, userId: number, letter: Letter) => {
  const [user] = await tx
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.id, userId), isNotNull(users.emailVerifiedAt)))
  const to = user?.email
  if (!to) throw new DomainError('newsletter.no_address')
  await enqueue(tx, 'mail.send', { to, userId, letter: { ...letter, subject: `[Test] ${letter.subject}` } })
  return { to }
}
