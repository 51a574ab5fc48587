import type { WritableDb } from '../client.ts'
import { teamCategories, teamMembers } from '../tables/team.ts'
import { users } from '../tables/users.ts'
import { first } from './first.ts'

export const createTeamCategory = async (db: WritableDb, values: Partial<typeof teamCategories.$inferInsert> = {}) =>
  first(
    await db
      .insert(teamCategories)
      .values({ name: 'Workshop', ...values })
      .returning(),
  )

type NewMember = Partial<typeof teamMembers.$inferInsert> & { categoryId: number }

export const createTeamMember = async (db: WritableDb, values: NewMember) =>
  first(
    await db
      .insert(teamMembers)
      .values({ name: 'Robin Vance', role: 'Modeler', ...values })
      .returning(),
  )

/** For demo and test accounts. It is public. */
export const PUBLIC_PASSWORD = 'slipstream-demo'
/** Precomputed, because this package cannot hash passwords. A test checks that it matches. */
const PUBLIC_PASSWORD_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$lCCf3SLLCXKqWuvHTld0sQ$zjivIByzKvbUYkQGNIoljg8W/K3wlYgBEom32rIyxz8'

let usersMade = 0

/** A customer with the public password and a verified e-mail address. */
export const createUser = async (db: WritableDb, values: Partial<typeof users.$inferInsert> = {}) => {
  usersMade += 1
  const username = values.username ?? `driver_${usersMade}`
  return first(
    await db
      .insert(users)
      .values({
        username,
        email: `${username.toLowerCase()}@customer.example`,
        emailVerifiedAt: new Date(),
        passwordHash: PUBLIC_PASSWORD_HASH,
        ...values,
      })
      .returning(),
  )
}
