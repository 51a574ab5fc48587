import { type Database, inTransaction } from '@slipstream/db/client'
import { sessions } from '@slipstream/db/tables/auth'
import { users } from '@slipstream/db/tables/users'
import { hashOf, newSecret } from '#features/auth/secret.ts'

const AT_A_TIME = 500

/** Administrators with a session each, so that they may follow the topic of all staff. */
export const fillPeople = async (db: Database['db'], count: number) => {
  const people: { id: number; token: string }[] = []
  const expiresAt = new Date(Date.now() + 86_400_000)
  while (people.length < count) {
    const names = Array.from(
      { length: Math.min(AT_A_TIME, count - people.length) },
      (_, n) => `reader_${people.length + n}`,
    )
    await inTransaction(db, async (tx) => {
      const rows = await tx
        .insert(users)
        .values(names.map((username) => ({ username, isAdmin: true })))
        .returning({ id: users.id })
      const added = rows.map(({ id }) => ({ id, token: newSecret() }))
      await tx.insert(sessions).values(
        added.map(({ id, token }) => ({
          userId: id,
          method: 'password' as const,
          ip: '127.0.0.1',
          userAgent: 'a proof',
          cookieHash: hashOf(newSecret()),
          expiresAt,
          bearerHash: hashOf(token),
          bearerExpiresAt: expiresAt,
        })),
      )
      people.push(...added)
    })
  }
  return people
}
export type Reading = Awaited<ReturnType<typeof fillPeople>>[number]
