import { randomUUID } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import { type Db, inTransaction, readRows, type Tx } from '@slipstream/db/client'
import { entitlements } from '@slipstream/db/tables/entitlements'
import { modReleases } from '@slipstream/db/tables/mod-releases'
import { mods } from '@slipstream/db/tables/mods'
import { users } from '@slipstream/db/tables/users'
import { wishlistItems, wishlistNews } from '@slipstream/db/tables/wishlist'
import type { Encryption } from '#features/auth/encryption.ts'
import { mayGet } from '#features/newsletter/audience.service.ts'
import { unsubscribeUrl } from '#features/newsletter/unsubscribe-token.ts'
import { readSender } from '#features/settings/mail-sender.service.ts'
import type { Storage } from '#gateways/storage.ts'
import type { Sender } from '#lib/mail/letter.ts'
import { queueMessage } from '#lib/outbox/outbox.ts'
import { type WishedNews, wishlistNewsMail } from './wishlist-mails.ts'

const DAYS_BETWEEN = 7
/** An older release is no longer news. */
const NEWS_DAYS = 14
const PEOPLE_AT_ONCE = 50
const MOST_IN_A_MAIL = 20

interface NewsParts {
  db: Db
  storage: Storage
  publicUrl: string
  encryption: Encryption
}

/** Mails the news of a wishlist to everybody who opted in. Safe to repeat: each event is mailed once. */
export const mailWishlistNews = async (parts: NewsParts, signal: AbortSignal) => {
  const sender = await readSender(parts)
  for (;;) {
    signal.throwIfAborted()
    const told = await inTransaction(parts.db, (tx) => mailSome(tx, parts, sender))
    if (told === 0) return
  }
}

interface NewsRow extends WishedNews, Record<string, unknown> {
  userId: number
  email: string
  event: string
  /** When it happened. */
  at: string
}

const mailSome = async (tx: Tx, { encryption, publicUrl }: NewsParts, sender: Sender) => {
  const rows = await readNews(tx)
  const people = Map.groupBy(rows, ({ userId }) => userId)
  for (const [userId, news] of people) {
    const url = unsubscribeUrl(encryption, publicUrl, userId, 'wishlistNews')
    const letter = wishlistNewsMail(merged(news).slice(0, MOST_IN_A_MAIL), sender, url)
    const mail = randomUUID()
    await tx.insert(wishlistNews).values(news.map(({ modId, event }) => ({ userId, modId, event, mail })))
    const queued = { to: news[0]?.email ?? '', userId, letter, mail }
    const since = new Date(Math.max(...news.map(({ at }) => new Date(at).getTime())))
    await queueMessage(tx, 'wishlist.send_news', queued, { kind: 'wishlist', isBulk: true, since })
  }
  return people.size
}

/** A mod with a new release that is also on sale is one line. */
const merged = (news: readonly NewsRow[]): WishedNews[] =>
  [...Map.groupBy(news, ({ modId }) => modId).values()].map((ofMod) => ({
    modId: ofMod[0]?.modId ?? 0,
    title: ofMod[0]?.title ?? '',
    version: ofMod.find(({ version }) => version !== null)?.version ?? null,
    salePrice: ofMod.find(({ salePrice }) => salePrice !== null)?.salePrice ?? null,
  }))

/** What happened to a wished mod `m` since the wish `w`. */
const EVENTS: SQL = sql`
  select 'sale ' || m.sale_price_cents || coalesce(' ' || extract(epoch from m.sale_starts_at)::bigint, '') as event,
    null::text as version, m.sale_price_cents as sale_price,
    greatest(coalesce(m.sale_starts_at, m.updated_at), w.created_at) as at
  where m.sale_price_cents is not null and (m.sale_starts_at is null or m.sale_starts_at <= now())
    and (m.sale_ends_at is null or m.sale_ends_at > now()) and (m.sale_starts_at is null or m.sale_starts_at > w.created_at)
  union all
  (select 'release ' || r.id, r.version, null, r.announce_at from ${modReleases} r
  where r.mod_id = m.id and r.status = 'published' and r.announce_at <= now() and r.published_at > w.created_at
    and r.published_at > now() - make_interval(days => ${NEWS_DAYS})
  order by r.published_at desc limit 1)`

const readNews = (tx: Tx) =>
  readRows<NewsRow>(
    tx,
    sql`with news as (
      select u.id as "userId", u.email, m.id as "modId", m.title, e.event, e.version, e.sale_price as "salePrice", e.at,
        dense_rank() over (order by u.id) as person
      from ${users} u join ${wishlistItems} w on w.user_id = u.id
      join ${mods} m on m.id = w.mod_id and m.status = 'published'
      cross join lateral (${EVENTS}) e
      where ${mayGet('wishlistNews')}
        and not exists (select from ${wishlistNews} n where n.user_id = u.id
          and n.sent_at > now() - make_interval(days => ${DAYS_BETWEEN}))
        and not exists (select from ${wishlistNews} n where n.user_id = u.id and n.mod_id = m.id and n.event = e.event)
        and not exists (select from ${entitlements} o where o.user_id = u.id and o.mod_id = m.id and o.revoked_at is null))
    select * from news where person <= ${PEOPLE_AT_ONCE} order by "userId", "modId"`,
  )
