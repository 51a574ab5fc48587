import { sql } from 'drizzle-orm'
import { type Db, readRows } from '@slipstream/db/client'
import { AT_ONCE, type AlertCheck } from '#lib/alerts.ts'

const MOST_NAMED = 5

export const copiesAlerts = ({ db }: { db: Db }): readonly AlertCheck[] => [
  {
    ...AT_ONCE,
    name: 'copies.not_deliverable',
    title: 'A release cannot be downloaded',
    measures: 'The archive of every published release could be prepared for marked copies.',
    find: async () => {
      const failed = await readRows<{ id: number; title: string; version: string; failure: string }>(
        db,
        sql`
        select r.id, m.title, r.version, s.failure
        from release_splits s join mod_releases r on r.id = s.release_id join mods m on m.id = r.mod_id
        where s.failure is not null and r.status = 'published'
          and not exists (select from release_splits done where done.release_id = r.id and done.ready_at is not null)
        order by r.id desc limit ${MOST_NAMED}`,
      )
      return failed.map(({ id, title, version, failure }) => ({
        subject: `release ${id}`,
        problem: `${title} ${version} cannot be handed out, because its archive cannot be read: ${failure} Upload it again as a new version.`,
      }))
    },
  },
]
