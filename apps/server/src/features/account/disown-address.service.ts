import { and, eq, isNull, ne } from 'drizzle-orm'
import type { Tx } from '@slipstream/db/client'
import { orders } from '@slipstream/db/tables/orders'
import { subscriptions } from '@slipstream/db/tables/subscriptions'
import { users } from '@slipstream/db/tables/users'
import { endSecrets } from '#features/auth/one-time-secrets.service.ts'
import { announceChange } from '#lib/cache/change-bus.ts'

interface Claimed {
  userId: number
  email: string
}

/**
 * The reader of a mailbox says that an account, its orders and its subscription belong to another person: the address
 * leaves all of them. A confirmed address stays, because its owner has said the opposite. Idempotent.
 */
export const disownAddress = async (tx: Tx, { userId, email }: Claimed) => {
  const [disowned] = await tx
    .update(users)
    .set({ email: null })
    .where(and(eq(users.id, userId), eq(users.email, email), isNull(users.emailVerifiedAt)))
    .returning({ id: users.id })
  if (!disowned) return
  await endSecrets(tx, userId, 'verify_email')
  // The payment page of a pending order needs it until somebody pays or the page closes.
  await tx
    .update(orders)
    .set({ email: null })
    .where(and(eq(orders.userId, userId), eq(orders.email, email), ne(orders.status, 'pending')))
  await tx
    .update(subscriptions)
    .set({ email: null })
    .where(and(eq(subscriptions.userId, userId), eq(subscriptions.email, email), ne(subscriptions.status, 'pending')))
  await announceChange(tx, 'user', userId)
}
