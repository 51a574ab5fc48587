import { eq } from 'drizzle-orm'
import type { Tx } from '@slipstream/db/client'
import { users } from '@slipstream/db/tables/users'
import { notify } from './notify.service.ts'

/**
 * Call when an account comes to own something. A forgotten password is reset by mail to a confirmed address only, so an
 * owner who has none is told, once per account.
 */
export const tellUnconfirmedOwner = async (tx: Tx, userId: number) => {
  const [user] = await tx.select().from(users).where(eq(users.id, userId))
  if (!user || user.passwordHash === null || user.emailVerifiedAt !== null) return
  await notify(tx, [userId], {
    kind: 'account',
    key: 'address:unconfirmed',
    title: 'Confirm your e-mail address',
    text: 'Without it, a forgotten password cannot be reset, and you would lose access to what you bought.',
    link: '/profile#email',
  })
}
