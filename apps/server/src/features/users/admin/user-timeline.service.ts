import { type SQL, sql } from 'drizzle-orm'
import { cents } from '@slipstream/contract/money'
import { TIMELINE_KINDS, type TimelineKind } from '@slipstream/contract/user-terms'
import type { UserEvent } from '@slipstream/contract/users-detail'
import { type Db, readRows } from '@slipstream/db/client'
import { deviceName } from '#features/account/device-name.ts'
import { keysOf, orderedBy, type PageOrder, type Place, readCursor, toPage } from '#lib/lists/page-order.ts'
import { findPerson } from './read-user.service.ts'

const PER_PAGE = 30

/** The rank decides between two entries of the same instant. */
const ORDER: PageOrder = {
  name: 'timeline',
  direction: 'desc',
  keys: [
    { of: sql`at`, type: 'instant' },
    { of: sql`rank`, type: 'integer' },
    { of: sql`id`, type: 'integer' },
  ],
}

interface Source {
  from: SQL
  at: SQL
  id: SQL
  what?: SQL
  about?: SQL
  link?: SQL
  by?: SQL
  detail?: SQL
  amount?: SQL
}

/** Where each kind of entry comes from. Every source has an index that begins with the person. */
const sources = (userId: number): Record<TimelineKind, Source> => ({
  joined: { from: sql`users t where t.id = ${userId}`, at: sql`t.created_at`, id: sql`t.id` },
  'sign-in': {
    from: sql`sign_ins t where t.user_id = ${userId}`,
    at: sql`t.at`,
    id: sql`t.id`,
    what: sql`t.result`,
    about: sql`t.user_agent`,
    detail: sql`t.ip`,
  },
  order: {
    from: sql`orders t where t.user_id = ${userId}`,
    at: sql`t.created_at`,
    id: sql`t.id`,
    what: sql`t.status`,
    about: sql`t.number`,
    link: sql`t.number`,
    amount: sql`t.total_cents`,
  },
  subscription: {
    from: sql`subscriptions t join plan_prices p on p.id = t.plan_price_id join subscription_plans n on n.id = p.plan_id
      where t.user_id = ${userId} and t.started_at is not null`,
    at: sql`t.started_at`,
    id: sql`t.id`,
    what: sql`t.status`,
    about: sql`n.name`,
    amount: sql`p.price`,
  },
  mod: {
    from: sql`entitlements t join mods m on m.id = t.mod_id where t.user_id = ${userId}`,
    at: sql`t.granted_at`,
    id: sql`t.id`,
    what: sql`case when t.revoked_at is null then t.source else 'revoked' end`,
    about: sql`m.title`,
    link: sql`t.mod_id::text`,
    detail: sql`coalesce(t.revoke_reason, '')`,
  },
  download: {
    from: sql`downloads t join mods m on m.id = t.mod_id where t.user_id = ${userId}`,
    at: sql`t.at`,
    id: sql`t.id`,
    what: sql`t.version`,
    about: sql`m.title`,
    link: sql`t.mod_id::text`,
    detail: sql`coalesce(t.ip, '')`,
  },
  review: {
    from: sql`reviews t join mods m on m.id = t.mod_id where t.user_id = ${userId}`,
    at: sql`t.created_at`,
    id: sql`t.id`,
    what: sql`t.rating::text`,
    about: sql`m.title`,
    link: sql`t.mod_id::text`,
    detail: sql`t.status`,
  },
  ticket: {
    from: sql`tickets t where t.user_id = ${userId}`,
    at: sql`t.created_at`,
    id: sql`t.id`,
    what: sql`t.status`,
    about: sql`t.subject`,
    link: sql`t.id::text`,
  },
  note: {
    from: sql`user_notes t join users a on a.id = t.author_id where t.user_id = ${userId}`,
    at: sql`t.created_at`,
    id: sql`t.id`,
    by: sql`a.username`,
    detail: sql`t.body`,
  },
  staff: {
    from: sql`audit_log t left join users a on a.id = t.actor_id
      where t.subject = 'user' and t.subject_id = ${String(userId)} and t.action not in ('add note', 'remove note')`,
    at: sql`t.at`,
    id: sql`t.id`,
    what: sql`t.action`,
    by: sql`coalesce(a.username, 'The store')`,
    detail: sql`coalesce(t.after ->> 'reason', '')`,
  },
})

/**
 * The newest entries of one kind. The instant alone limits the index scan; the full cursor decides which rows follow.
 */
const newestOf = (kind: TimelineKind, source: Source, { place, size }: { place: Place | null; size: number }) => {
  const { from, at, id, what, about, link, by, detail, amount } = source
  const rank = TIMELINE_KINDS.indexOf(kind)
  const instant = place && sql`(timestamptz 'epoch' + ${place[0]} * interval '1 microsecond')`
  const behind =
    place && instant
      ? sql`and ${at} <= ${instant} and (${at}, ${rank}::int, ${id}) < (${instant}, ${place[1]}::int, ${place[2]}::int)`
      : sql``
  return sql`(select ${kind}::text as kind, ${rank}::int as rank, ${at} as at, ${id} as id, ${what ?? sql`''`} as what,
    ${about ?? sql`''`} as about, ${link ?? sql`null::text`} as link, ${by ?? sql`null::text`} as by,
    ${detail ?? sql`''`} as detail, ${amount ?? sql`null::int`} as amount
    from ${from} ${behind} order by ${at} desc, ${id} desc limit ${size})`
}

type Row = {
  kind: TimelineKind
  id: number
  at: string
  what: string
  about: string
  link: string | null
  by: string | null
  detail: string
  amount: number | null
  keys: Place
}

/**
 * One page of everything that happened to a person: the newest entries of every kind, merged. A table of them would be
 * a second copy of personal data, which every erasure and retention rule has to know.
 */
export const readTimeline = async (db: Db, userId: number, after: string | undefined) => {
  await findPerson(db, userId)
  const place = after === undefined ? null : readCursor([ORDER], after).place
  const parts = Object.entries(sources(userId)).map(([kind, source]) =>
    newestOf(kind as TimelineKind, source, { place, size: PER_PAGE + 1 }),
  )
  const rows = await readRows<Row>(
    db,
    sql`select *, ${keysOf(ORDER)} as keys from (${sql.join(parts, sql` union all `)}) entries
      order by ${orderedBy(ORDER)} limit ${PER_PAGE + 1}`,
  )
  const { items, next } = toPage(ORDER, rows, PER_PAGE)
  return { items: items.map(toEvent), next }
}

const toEvent = ({ kind, id, at, what, about, link, by, detail, amount }: Row): UserEvent => ({
  key: `${kind} ${id}`,
  kind,
  at: new Date(at).toISOString(),
  what,
  about: kind === 'sign-in' ? deviceName(about) : about,
  link,
  by,
  detail,
  amountCents: amount === null ? null : cents(amount),
})
