import { asc, eq } from 'drizzle-orm'
import type { TeamCategory, TeamMember } from '@slipstream/contract/team'
import type { Db } from '@slipstream/db/client'
import { teamCategories, teamMembers } from '@slipstream/db/tables/team'

declare module '#lib/cache/change-bus.ts' {
  interface Topics {
    team: unknown
  }
}

export const listTeamCategories = (db: Db): Promise<TeamCategory[]> =>
  db
    .select({ id: teamCategories.id, name: teamCategories.name, description: teamCategories.description })
    .from(teamCategories)
    .orderBy(asc(teamCategories.sortOrder), asc(teamCategories.id))

export const listTeamMembers = (db: Db): Promise<TeamMember[]> =>
  db
    .select({
      id: teamMembers.id,
      categoryId: teamMembers.categoryId,
      name: teamMembers.name,
      role: teamMembers.role,
      bio: teamMembers.bio,
      avatarUrl: teamMembers.avatarUrl,
    })
    .from(teamMembers)
    .innerJoin(teamCategories, eq(teamCategories.id, teamMembers.categoryId))
    .orderBy(asc(teamCategories.sortOrder), asc(teamMembers.sortOrder), asc(teamMembers.id))
