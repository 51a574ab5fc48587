import { sql } from 'drizzle-orm'
import type { Db, Tx } from '@slipstream/db/client'
import type { JobName, Jobs } from '#lib/jobs/jobs.ts'

/** Jobs whose payload names a person, all of them: a new one does not compile before it is listed here. */
const ABOUT_PEOPLE = { 'mail.send': true, 'auth.mail_verification': true, 'auth.mail_reset': true } satisfies Record<
  { [Name in JobName]: Jobs[Name] extends { userId: unknown } | { email: unknown } ? Name : never }[JobName],
  true
>

const jobsAboutPeople = sql`
  select j.*, t.identifier, j.payload ->> 'userId' as user_id,
    coalesce(j.payload ->> 'to', j.payload ->> 'email') as address
  from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
  where t.identifier = any (${sql.param(Object.keys(ABOUT_PEOPLE))}::text[])`

/**
 * By number, and by address: a reset names only that. An address that the account never proved may be somebody else's.
 */
const isAbout = (userId: number) => sql`(user_id = ${String(userId)} or lower(address) = (
  select lower(email) from users where id = ${userId} and email_verified_at is not null))`

interface MailJob {
  to: string
  /** Null for a mail that is written when it is sent. */
  subject: string | null
  createdAt: Date
  hasFailed: boolean
}

/** Mails about somebody that wait, or that failed for good. */
export const listMailJobs = async (tx: Tx, userId: number): Promise<MailJob[]> => {
  const { rows } = await tx.execute<{ to: string; subject: string | null; at: string; failed: boolean }>(sql`
    select address as to, payload -> 'letter' ->> 'subject' as subject, created_at as at, attempts >= max_attempts as failed
    from (${jobsAboutPeople}) jobs where ${isAbout(userId)} order by id`)
  return rows.map(({ to, subject, at, failed }) => ({ to, subject, createdAt: new Date(at), hasFailed: failed }))
}

/** Takes them out of the queue. One that is being sent at this moment stays, and is sent or swept. */
export const removeMailJobs = async (tx: Tx, userId: number) => {
  await tx.execute(sql`
    select from graphile_worker.complete_jobs(array(
      select id from (${jobsAboutPeople}) jobs where ${isAbout(userId)}))`)
}

/** Removes mails that failed for good and whose person has deleted the account; a reset that no account waits for too. */
export const sweepMailJobs = async (db: Db) => {
  await db.execute(sql`
    select from graphile_worker.complete_jobs(array(
      select id from (${jobsAboutPeople}) jobs where attempts >= max_attempts and locked_at is null and (
        exists (select from users where users.id::text = user_id and erased_at is not null)
        or identifier = 'auth.mail_reset' and not exists (
          select from users where lower(email) = lower(address) and email_verified_at is not null))))`)
}
