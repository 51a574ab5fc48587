import { and, eq, isNull, or, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db } from '@slipstream/db/client'
import { users } from '@slipstream/db/tables/users'

interface Payer {
  /** The account that Stripe's metadata names. */
  accountId: number
  /** The address on the payment page. */
  email: string | null
  paidAt: Date
}

/** Stripe's times are whole seconds of its own clock. */
const CLOCKS_DIFFER = sql`interval '5 minutes'`

/** Whether an account is old enough to have paid then. After a restore its id may be another person's. */
export const existedAt = (paidAt: SQLWrapper) => sql`${users.createdAt} < ${paidAt} + ${CLOCKS_DIFFER}`

/**
 * The account of a person whose payment we do not know: the one in the metadata, unless it was created after the
 * payment and is somebody else's; otherwise the one that has confirmed the address of the payment. Null if both are lost.
 */
export const findPayer = async (db: Db, { accountId, email, paidAt }: Payer) => {
  const isNamed = and(eq(users.id, accountId), existedAt(sql`${paidAt.toISOString()}::timestamptz`))
  const hasAddress = and(
    sql`lower(${users.email}) = ${(email ?? '').toLowerCase()}`,
    sql`${users.emailVerifiedAt} is not null`,
  )
  const found = await db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(and(or(isNamed, hasAddress), isNull(users.erasedAt)))
  return found.find(({ id }) => id === accountId) ?? found[0] ?? null
}

/** What Stripe was paid for cannot become a row of this database; refunding it is the other choice. */
export class CannotAdopt extends Error {}
