import { type SQL, sql } from 'drizzle-orm'
import type { AnnouncementKind } from '@slipstream/contract/announcement-terms'
import { type Db, inTransaction, readRows, type Tx } from '@slipstream/db/client'
import { announcementItems, announcements } from '@slipstream/db/tables/announcements'
import { modReleases } from '@slipstream/db/tables/mod-releases'
import { mods } from '@slipstream/db/tables/mods'
import { notifyAdmins } from '#features/notifications/notify.service.ts'
import { isHeldNow } from '#lib/outbox/hold.ts'
import { readChannelRow } from './channel-row.service.ts'
import { queueCorrection, queuePost } from './queue-post.service.ts'

/** Further mods or releases go into the next message. */
const MOST_IN_A_MESSAGE = 200
/** Older mods and releases are not announced anymore, for example after the worker was down. */
const NEWS_DAYS = 7
/** Calls to Discord time out after ten seconds, so a claim this old belongs to a dead worker. */
const LOST_AFTER_MINUTES = 2
const GIVE_UP_DAYS = 1
/** Older messages are not corrected anymore. */
const CORRECT_DAYS = 30
const MOST_CORRECTIONS = 50

const onSale: SQL = sql`m.status = 'published' and m.sale_price_cents is not null
  and (m.sale_starts_at is null or m.sale_starts_at <= now()) and (m.sale_ends_at is null or m.sale_ends_at > now())`

const newsSince = (column: SQL, since: Date) =>
  sql`${column} > ${since.toISOString()}::timestamptz and ${column} > now() - make_interval(days => ${NEWS_DAYS})`

/** News since this kind was turned on that has not been announced yet. */
const NEWS: Record<AnnouncementKind, (since: Date) => SQL> = {
  mod: (since) => sql`
    select m.id as "modId", null::int as "releaseId" from ${mods} m
    where m.status = 'published' and ${newsSince(sql`m.published_at`, since)}
      and not exists (select from ${announcementItems} i where i.kind = 'mod' and i.mod_id = m.id)
    order by m.published_at, m.id limit ${MOST_IN_A_MESSAGE}`,
  // The first release is announced with its mod.
  release: (since) => sql`
    select m.id as "modId", r.id as "releaseId" from ${modReleases} r join ${mods} m on m.id = r.mod_id
    where r.status = 'published' and m.status = 'published' and ${newsSince(sql`r.published_at`, since)}
      and r.announce_at <= now()
      and r.published_at > m.published_at
      and not exists (select from ${announcementItems} i where i.release_id = r.id)
    order by r.published_at, r.id limit ${MOST_IN_A_MESSAGE}`,
  sale: () => sql`
    select m.id as "modId", null::int as "releaseId" from ${mods} m
    where ${onSale} and not exists (
      select from ${announcementItems} i where i.kind = 'sale' and i.ended_at is null and i.mod_id = m.id)
    order by m.id limit ${MOST_IN_A_MESSAGE}`,
}

/** Runs every minute. Queues news and corrections, and asks an administrator about unknown outcomes. */
export const findNews = async (db: Db) => {
  await inTransaction(db, settleLost)
  await inTransaction(db, endSales)
  const channel = await readChannelRow(db)
  if (!channel?.webhook) return
  const since = { mod: channel.modsSince, release: channel.releasesSince, sale: channel.salesSince }
  for (const [kind, begin] of Object.entries(since) as [AnnouncementKind, Date | null][]) {
    if (begin) await inTransaction(db, (tx) => announce(tx, kind, begin))
  }
  await inTransaction(db, queueCorrections)
}

const announce = async (tx: Tx, kind: AnnouncementKind, since: Date) => {
  const found = await readRows<{ modId: number; releaseId: number | null }>(tx, NEWS[kind](since))
  if (found.length === 0) return
  const [row] = await tx.insert(announcements).values({ kind }).returning({ id: announcements.id })
  if (!row) throw new Error('the announcement was not written')
  const items = await tx
    .insert(announcementItems)
    .values(found.map((item) => ({ ...item, kind, announcementId: row.id })))
    .onConflictDoNothing()
    .returning({ id: announcementItems.id })
  // Another process announced them first.
  if (items.length === 0) await tx.delete(announcements).where(sql`${announcements.id} = ${row.id}`)
  else await queuePost(tx, row.id)
}

/** Sales that are already running when announcements are turned on are not news. */
export const skipRunningSales = async (tx: Tx) => {
  await endSales(tx)
  const note = 'Already on sale when announcements were turned on'
  const [row] = await tx.insert(announcements).values({ kind: 'sale', state: 'dismissed', note }).returning()
  if (!row) throw new Error('the announcement was not written')
  const { rowCount } = await tx.execute(sql`
    insert into ${announcementItems} (announcement_id, kind, mod_id)
    select ${row.id}, 'sale', m.id from ${mods} m where ${onSale} on conflict do nothing`)
  if (!rowCount) await tx.delete(announcements).where(sql`${announcements.id} = ${row.id}`)
}

const endSales = (tx: Tx) =>
  tx.execute(sql`
    update ${announcementItems} i set ended_at = now() from ${mods} m
    where i.kind = 'sale' and i.ended_at is null and m.id = i.mod_id and not (${onSale})`)

/** A row claimed long ago belongs to a worker that died, and one that has waited for a day is given up. */
const settleLost = async (tx: Tx) => {
  const { rows } = await tx.execute<{ id: number }>(sql`
    update ${announcements} set
      note = case when state = 'sending' then 'The worker died while posting' else 'Discord could not be reached for a day' end,
      state = case when state = 'sending' then 'unknown' else 'refused' end
    where state = 'sending' and claimed_at < now() - make_interval(mins => ${LOST_AFTER_MINUTES})
      or state = 'waiting' and not ${isHeldNow('discord')} and created_at < now() - make_interval(days => ${GIVE_UP_DAYS})
    returning id`)
  for (const { id } of rows) await flagForReview(tx, id)
}

/** Notifies once per announcement, however often it is posted again. */
export const flagForReview = (tx: Tx, id: number) =>
  notifyAdmins(tx, {
    kind: 'incident',
    key: `announcement:${id}`,
    title: 'An announcement on Discord needs you',
    text: 'Discord refused it or did not confirm it. Check the channel and decide what to do.',
    link: '/admin/communications/discord',
  })

const queueCorrections = async (tx: Tx) => {
  const due = await readRows<{ id: number }>(
    tx,
    sql`
    select a.id from ${announcements} a
    where a.message_id is not null and a.posted_at > now() - make_interval(days => ${CORRECT_DAYS})
      and exists (select from ${announcementItems} i join ${mods} m on m.id = i.mod_id
        where i.announcement_id = a.id and (m.updated_at > a.checked_at or i.ended_at > a.checked_at))
    order by a.posted_at desc limit ${MOST_CORRECTIONS}`,
  )
  for (const { id } of due) await queueCorrection(tx, id)
}
