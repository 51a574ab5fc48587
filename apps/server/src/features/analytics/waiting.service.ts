import { sql } from 'drizzle-orm'
import type { WaitingCounts } from '@slipstream/contract/analytics'
import { type Db, readRows } from '@slipstream/db/client'
import { modReleases, releaseCompatibility } from '@slipstream/db/tables/mod-releases'
import { mods } from '@slipstream/db/tables/mods'
import { disputes } from '@slipstream/db/tables/payments'
import { reviews } from '@slipstream/db/tables/reviews'
import { tickets } from '@slipstream/db/tables/tickets'
import { readGameVersion } from '#features/catalogue/game-versions.service.ts'
import { DEAD_JOBS } from '#lib/jobs/jobs.ts'

/** Whether dispute d still needs the store's evidence. */
export const IS_UNANSWERED = sql`d.state = 'open' and d.evidence_sent_at is null`

/** Whether a ticket should have been answered by now. */
export const IS_LATE = sql`status = 'open' and merged_into_id is null and due_at < now()`

/** Published mods whose current release is neither confirmed nor fixed for this game version. */
export const notReadyMods = (version: string) => sql`from ${mods} m
  cross join lateral (
    select id from ${modReleases} r where r.mod_id = m.id and r.status = 'published'
    order by r.published_at desc, r.id desc limit 1) current
  left join ${releaseCompatibility} c on c.release_id = current.id and c.game_version = ${version}
  where m.status = 'published' and coalesce(c.state, 'unconfirmed') in ('unconfirmed', 'broken')`

/** Every open admin page polls these counts, so a single query reads them all. */
export const readWaiting = async (db: Db): Promise<WaitingCounts> => {
  const version = await readGameVersion(db)
  const [row] = await readRows<WaitingCounts & Record<string, unknown>>(
    db,
    sql`with dead as (select task_identifier ~ '(^|[._])mail|^outbox[.]send' as is_mail from ${DEAD_JOBS})
      select
        (select count(*) from ${disputes} d where ${IS_UNANSWERED})::int as disputes,
        ${version === null ? sql`0` : sql`(select count(*) ${notReadyMods(version)})`}::int as "notReadyMods",
        (select count(*) from ${tickets} where ${IS_LATE})::int as "lateTickets",
        (select count(*) from ${reviews} where status = 'pending' or open_reports > 0)::int as reviews,
        (select count(*) from dead where is_mail)::int as "failedMails",
        (select count(*) from dead where not is_mail)::int as "failedJobs"`,
  )
  if (!row) throw new Error('A query without a table always has a row')
  return row
}
