import type { Db, Tx } from '../client.ts'
import { teamCategories, teamMembers } from '../tables/team.ts'

const first = <T>(rows: T[]): T => {
  const [row] = rows
  if (row === undefined) throw new Error('the insert returned no row')
  return row
}

export const createTeamCategory = async (db: Db | Tx, values: Partial<typeof teamCategories.$inferInsert> = {}) =>
  first(
    await db
      .insert(teamCategories)
      .values({ name: 'Workshop', ...values })
      .returning(),
  )

type NewMember = Partial<typeof teamMembers.$inferInsert> & { categoryId: number }

export const createTeamMember = async (db: Db | Tx, values: NewMember) =>
  first(
    await db
      .insert(teamMembers)
      .values({ name: 'Robin Vance', role: 'Modeller', ...values })
      .returning(),
  )
