import { asc, eq, sql } from 'drizzle-orm'
import type { TeamCategory, TeamMember } from '@slipstream/contract/team'
import type { Db, Tx } from '@slipstream/db/client'
import { teamCategories, teamMembers } from '@slipstream/db/tables/team'
import type { Storage } from '#gateways/storage.ts'

declare module '#lib/cache/change-bus.ts' {
  interface Topics {
    team: unknown
  }
}

export type PictureAddresses = Pick<Storage, 'publicUrl'>

export const listTeamCategories = (db: Db): Promise<TeamCategory[]> =>
  db
    .select({ id: teamCategories.id, name: teamCategories.name, description: teamCategories.description })
    .from(teamCategories)
    .orderBy(asc(teamCategories.sortOrder), asc(teamCategories.id))

export const listTeamMembers = async (db: Db, addresses: PictureAddresses): Promise<TeamMember[]> =>
  (await teamMembersInOrder(db)).map(({ avatarKey, ...member }) => ({
    ...member,
    avatarUrl: avatarKey === null ? null : addresses.publicUrl(avatarKey),
  }))

export const teamMembersInOrder = (db: Db) =>
  db
    .select({
      id: teamMembers.id,
      categoryId: teamMembers.categoryId,
      name: teamMembers.name,
      role: teamMembers.role,
      bio: teamMembers.bio,
      avatarKey: teamMembers.avatarKey,
    })
    .from(teamMembers)
    .innerJoin(teamCategories, eq(teamCategories.id, teamMembers.categoryId))
    .orderBy(asc(teamCategories.sortOrder), asc(teamMembers.sortOrder), asc(teamMembers.id))

/** Serializes changes to the order or number of groups and members, so that places stay unique and the limits hold. */
export const lockTeam = (tx: Tx) => tx.execute(sql`select pg_advisory_xact_lock(hashtext('team'))`)
