import { and, eq, isNotNull } from 'drizzle-orm'
import { users } from '@slipstream/db/tables/users'

/** The condition for owning an address. An unverified address is only a claim and belongs to nobody. */
export const hasVerifiedEmail = (email: string) => and(eq(users.email, email), isNotNull(users.emailVerifiedAt))
