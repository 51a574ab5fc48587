import { sql } from 'drizzle-orm'
import type { Tx } from '@slipstream/db/client'
import type { JobName, Jobs } from '#lib/jobs/jobs.ts'

/** All jobs whose payload names a person. A new one does not compile until it is listed here. */
const ABOUT_PEOPLE = {
  'mail.send': true,
  'wishlist.send_news': true,
  'auth.mail_verification': true,
  'auth.mail_reset': true,
  'account.mail_erasure': true,
  'users.mail_invitation': true,
  'subscriptions.mail_cancel_link': true,
} satisfies Record<
  { [Name in JobName]: Jobs[Name] extends { userId: unknown } | { email: unknown } ? Name : never }[JobName],
  true
>

const jobsAboutPeople = sql`
  select j.*, t.identifier, j.payload ->> 'userId' as user_id,
    coalesce(j.payload ->> 'to', j.payload ->> 'email') as address
  from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
  where t.identifier = any (${sql.param(Object.keys(ABOUT_PEOPLE))}::text[])`

/**
 * Matches by user id, and by verified address because a password reset names only the address. An unverified address
 * may belong to another person.
 */
const isAbout = (userId: number) => sql`(user_id = ${String(userId)} or lower(address) = (
  select lower(email) from users where id = ${userId} and email_verified_at is not null))`

interface MailJob {
  to: string
  /** Null for a mail that is rendered only when it is sent. */
  subject: string | null
  createdAt: Date
  hasFailed: boolean
}

/** A person's waiting and permanently failed mails. */
export const listMailJobs = async (tx: Tx, userId: number): Promise<MailJob[]> => {
  const { rows } = await tx.execute<{ to: string; subject: string | null; at: string; failed: boolean }>(sql`
    select address as to, payload -> 'letter' ->> 'subject' as subject, created_at as at, attempts >= max_attempts as failed
    from (${jobsAboutPeople}) jobs where ${isAbout(userId)} order by id`)
  return rows.map(({ to, subject, at, failed }) => ({ to, subject, createdAt: new Date(at), hasFailed: failed }))
}

/** Removes a person's mails from the queue. A mail being sent right now stays, and is sent or swept. */
export const removeMailJobs = async (tx: Tx, userId: number) => {
  await tx.execute(sql`
    select from graphile_worker.complete_jobs(array(
      select id from (${jobsAboutPeople}) jobs where ${isAbout(userId)}))`)
}

/** Removes permanently failed mails of deleted accounts, and links mailed to an address that no account has anymore. */
export const sweepMailJobs = async (tx: Tx) => {
  await tx.execute(sql`
    select from graphile_worker.complete_jobs(array(
      select id from (${jobsAboutPeople}) jobs where attempts >= max_attempts and locked_at is null and (
        exists (select from users where users.id::text = user_id and erased_at is not null)
        or identifier in ('auth.mail_reset', 'subscriptions.mail_cancel_link') and not exists (
          select from users where lower(email) = lower(address) and email_verified_at is not null))))`)
}
