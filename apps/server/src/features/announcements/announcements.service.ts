import { eq, sql } from 'drizzle-orm'
import type { Announcement } from '@slipstream/contract/announcements'
import type { Db, Tx } from '@slipstream/db/client'
import { announcementItems, announcements } from '@slipstream/db/tables/announcements'
import { mods } from '@slipstream/db/tables/mods'
import { recordChange } from '#features/audit/audit.service.ts'
import { DomainError } from '#lib/domain-error.ts'
import { keysOf, orderedBy, type PageOrder, readPage } from '#lib/lists/page-order.ts'
import { type ChannelRow, readChannelRow } from './channel-row.service.ts'
import { queuePost } from './queue-post.service.ts'

type Row = typeof announcements.$inferSelect

const PER_PAGE = 20
const NEWEST: PageOrder = { name: 'newest', direction: 'desc', keys: [{ of: announcements.id, type: 'integer' }] }

/** `Kestrel R4 Rally and 2 more`. */
const TITLE = sql<string>`(
  select coalesce((array_agg(m.title order by i.id))[1], 'A deleted mod')
    || case when count(*) > 1 then ' and ' || (count(*) - 1) || ' more' else '' end
  from ${announcementItems} i join ${mods} m on m.id = i.mod_id where i.announcement_id = ${announcements}.id)`

export const listAnnouncements = async (db: Db, after: string | undefined) => {
  const channel = await readChannelRow(db)
  return readPage(
    NEWEST,
    { after, size: PER_PAGE },
    (place, size) =>
      db
        .select({ row: announcements, title: TITLE, keys: keysOf(NEWEST) })
        .from(announcements)
        .where(place)
        .orderBy(orderedBy(NEWEST))
        .limit(size),
    ({ row, title }) => toAnnouncement(row, title, channel),
  )
}

const toAnnouncement = (row: Row, title: string, channel: ChannelRow | undefined): Announcement => ({
  id: row.id,
  kind: row.kind,
  state: row.state,
  title,
  note: row.note,
  url:
    row.messageId && channel?.guildId && channel.channelId
      ? `https://discord.com/channels/${channel.guildId}/${channel.channelId}/${row.messageId}`
      : null,
  postedAt: row.postedAt?.toISOString() ?? null,
  editedAt: row.editedAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
})

/** Only an administrator decides this: an announcement whose outcome is unknown may then be on Discord twice. */
export const postAgain = async (tx: Tx, actorId: number, id: number) => {
  await move(tx, actorId, id, 'waiting')
  await queuePost(tx, id)
}

export const dismissAnnouncement = (tx: Tx, actorId: number, id: number) => move(tx, actorId, id, 'dismissed')

const move = async (tx: Tx, actorId: number, id: number, state: 'waiting' | 'dismissed') => {
  const [row] = await tx.select().from(announcements).where(eq(announcements.id, id)).for('update')
  if (!row) throw new DomainError('announcement.not_found')
  if (row.state !== 'refused' && row.state !== 'unknown') throw new DomainError('announcement.wrong_state')
  // Clear the claim, so that a late result of the lost attempt cannot settle the new one.
  const change = state === 'waiting' ? { state, claim: null, note: null, createdAt: sql`now()` } : { state }
  await tx.update(announcements).set(change).where(eq(announcements.id, id))
  await recordChange(tx, {
    actorId,
    action: state === 'waiting' ? 'post again' : 'dismiss',
    subject: 'announcement',
    subjectId: id,
    subjectName: `Announcement ${id}`,
    before: { state: row.state },
    after: { state },
  })
}
