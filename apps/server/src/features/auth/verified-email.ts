import { and, eq, isNotNull } from 'drizzle-orm'
import { users } from '@slipstream/db/tables/users'

/** Whose address this is. One that nobody has opened a mailed link of is a claim, and a claim is nobody's. */
export const hasVerifiedEmail = (email: string) => and(eq(users.email, email), isNotNull(users.emailVerifiedAt))
