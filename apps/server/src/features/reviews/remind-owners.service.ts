import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { DEFAULT_NOTIFICATION_CHOICES } from '@slipstream/contract/account'
import { REVIEW_REMINDER_DAYS } from '@slipstream/contract/review-terms'
import { type Db, inTransaction, readRows, type Tx } from '@slipstream/db/client'
import { entitlements } from '@slipstream/db/tables/entitlements'
import { mods } from '@slipstream/db/tables/mods'
import { reviews } from '@slipstream/db/tables/reviews'
import { users } from '@slipstream/db/tables/users'
import { mailUser } from '#features/notifications/mail-user.service.ts'
import { readSender } from '#features/settings/mail-sender.service.ts'
import type { Storage } from '#gateways/storage.ts'
import { enqueue } from '#lib/jobs/jobs.ts'
import type { Sender } from '#lib/mail/letter.ts'
import { reminderMail } from './review-mails.ts'

const OWNERS_AT_ONCE = 100
/** Older downloads are not asked about: a store that begins to use reminders must not mail everybody at once. */
const NOT_AFTER_DAYS = 30
/** The least time between two mails to the same person. */
const PAUSE_DAYS = 14

/**
 * Entitlements that were bought, kept and first downloaded some days ago. Ratings, tickets and other signs of the
 * customer's mood must not matter: asking only happy customers is forbidden.
 */
const isDue = sql`e.source = 'purchase' and e.revoked_at is null and e.review_asked_at is null
  and e.first_downloaded_at between now() - make_interval(days => ${NOT_AFTER_DAYS})
    and now() - make_interval(days => ${REVIEW_REMINDER_DAYS})`

const nextOwners = (tx: Tx) =>
  readRows<{ id: number }>(
    tx,
    sql`select e.user_id as id from ${entitlements} e where ${isDue} and not exists (
        select from ${entitlements} asked where asked.user_id = e.user_id
          and asked.review_asked_at > now() - make_interval(days => ${PAUSE_DAYS}))
      group by e.user_id order by min(e.first_downloaded_at), e.user_id limit ${OWNERS_AT_ONCE}`,
  )

/** Owners count as asked even if they want no mail or cannot get one, so that nobody is asked late. */
const noteAsked = (tx: Tx, owners: readonly number[]) =>
  readRows<{ user_id: number; mod_id: number; due: string }>(
    tx,
    sql`update ${entitlements} e set review_asked_at = now()
      where ${isDue} and e.user_id = any (${sql.param([...owners])}::int[])
      returning e.user_id, e.mod_id, e.first_downloaded_at + make_interval(days => ${REVIEW_REMINDER_DAYS}) as due`,
  )

/** The mods that an owner is asked about: on sale, not reviewed, and not asked about with an earlier copy. */
const readMods = (tx: Tx, userId: number, modIds: readonly number[]) =>
  tx
    .select({ id: mods.id, title: mods.title })
    .from(mods)
    .where(
      and(
        inArray(mods.id, [...modIds]),
        eq(mods.status, 'published'),
        sql`not exists (select from ${reviews} r where r.user_id = ${userId} and r.mod_id = ${mods.id})`,
        sql`not exists (select from ${entitlements} e where e.user_id = ${userId} and e.mod_id = ${mods.id}
          and e.review_asked_at < now())`,
      ),
    )
    .orderBy(mods.id)

interface Parts {
  db: Db
  storage: Storage
  publicUrl: string
}

/** Asks owners once for a review, in batches. A batch and the job for the next one commit together. */
export const remindOwners = async (parts: Parts) => {
  const sender = await readSender(parts)
  await inTransaction(parts.db, async (tx) => {
    const owners = (await nextOwners(tx)).map(({ id }) => id)
    if (owners.length === 0) return
    const asked = await noteAsked(tx, owners)
    for (const userId of await readRecipients(tx, owners)) {
      const own = asked.filter(({ user_id: id }) => id === userId)
      await mailOwner(tx, userId, own, sender)
    }
    if (owners.length === OWNERS_AT_ONCE) await enqueue(tx, 'reviews.remind', {}, { priority: 10 })
  })
}

const readRecipients = async (tx: Tx, ids: readonly number[]) => {
  const people = await tx
    .select({ id: users.id, choices: users.notificationChoices })
    .from(users)
    .where(and(inArray(users.id, [...ids]), isNull(users.erasedAt)))
  return people.flatMap(({ id, choices }) =>
    (choices.reviewReminders ?? DEFAULT_NOTIFICATION_CHOICES.reviewReminders) ? [id] : [],
  )
}

type Asked = Awaited<ReturnType<typeof noteAsked>>[number]

const mailOwner = async (tx: Tx, userId: number, asked: readonly Asked[], sender: Sender) => {
  const modIds = asked.map(({ mod_id: modId }) => modId)
  const [first, ...others] = await readMods(tx, userId, modIds)
  if (!first) return
  const letter = reminderMail([first, ...others], sender)
  const since = new Date(Math.max(...asked.map(({ due }) => new Date(due).getTime())))
  await mailUser(tx, { userId, letter, kind: 'reviews', isBulk: true, since })
}
