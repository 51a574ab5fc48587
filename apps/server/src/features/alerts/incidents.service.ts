import { sql } from 'drizzle-orm'
import type { Tx } from '@slipstream/db/client'
import type { AlertCheck, Finding } from '#lib/alerts.ts'

/** A problem that keeps coming back is announced this often in 24 hours; after that only the page shows it. */
export const MOST_ANNOUNCEMENTS = 3

/** The result of one check in a pass. `findings` is null if the check failed. */
export interface Answer {
  check: Pick<AlertCheck, 'name' | 'lastsMs' | 'calmMs' | 'waitsInMaintenance'>
  findings: readonly Finding[] | null
}

export interface Told {
  id: number
  checkName: string
  subject: string
  problem: string
  openedAt: Date
  endedAt: Date | null
  /** How often this problem was announced in the last 24 hours, including this time. */
  announcements: number
}

interface News {
  opened: Told[]
  ended: Told[]
}

/**
 * Compares what the checks found with the open incidents, and returns what the owner must be told now. Each step is one
 * statement that claims its rows, so when two processes race, only one of them gets each piece of news.
 */
export const recordAnswers = async (tx: Tx, answers: readonly Answer[], isMaintenance: boolean): Promise<News> => {
  const rules = rulesTable(answers, isMaintenance)
  await noteFindings(tx, answers)
  await tx.execute(sql`
    delete from incidents using ${rules}
    where opened_at is null and check_name = rules.name and answered and last_seen_at <= now() - calm`)
  await tx.execute(sql`
    update incidents set opened_at = now() from ${rules}
    where opened_at is null and check_name = rules.name and last_seen_at = now() and first_seen_at <= now() - lasts`)
  // Incidents end too if their check was removed by a new release.
  await tx.execute(sql`
    delete from incidents where opened_at is null and check_name not in (select name from ${rules})`)
  await tx.execute(sql`
    update incidents set ended_at = now()
    where ended_at is null and opened_at is not null and (
      exists (select from ${rules} where check_name = rules.name and answered and last_seen_at <= now() - calm)
      or check_name not in (select name from ${rules}))`)
  return { opened: await claimOpened(tx, rules), ended: await claimEnded(tx) }
}

const rulesTable = (answers: readonly Answer[], isMaintenance: boolean) => {
  const rules = answers.map(({ check, findings }) => ({
    name: check.name,
    lasts: check.lastsMs / 1_000,
    calm: check.calmMs / 1_000,
    answered: findings !== null,
    quiet: isMaintenance && check.waitsInMaintenance === true,
  }))
  return sql`(
    select name, make_interval(secs => lasts) as lasts, make_interval(secs => calm) as calm, answered, quiet
    from json_to_recordset(${JSON.stringify(rules)}::json)
      as rule (name text, lasts float8, calm float8, answered boolean, quiet boolean)) rules`
}

/** Sorted, so that two processes lock the same rows in the same order. */
const noteFindings = async (tx: Tx, answers: readonly Answer[]) => {
  const found = answers.flatMap(({ check, findings }) =>
    (findings ?? []).map(({ subject = '', problem }) => ({ name: check.name, subject, problem })),
  )
  if (found.length === 0) return
  await tx.execute(sql`
    insert into incidents (check_name, subject, problem, first_seen_at, last_seen_at)
    select distinct on (name, subject) name, subject, problem, now(), now()
    from json_to_recordset(${JSON.stringify(found)}::json) as found (name text, subject text, problem text)
    order by name, subject
    on conflict (check_name, subject) where ended_at is null
    do update set last_seen_at = excluded.last_seen_at, problem = excluded.problem`)
}

const RECENTLY_TOLD = sql`(
  select count(*)::int from incidents before
  where before.check_name = incidents.check_name and before.subject = incidents.subject
    and before.told_at > now() - interval '1 day')`

const TOLD = sql`id, check_name as "checkName", subject, problem, opened_at as "openedAt", ended_at as "endedAt"`

const claimOpened = async (tx: Tx, rules: ReturnType<typeof rulesTable>) => {
  const { rows } = await tx.execute<TextTimes>(sql`
    update incidents set told_at = now() from ${rules}
    where opened_at is not null and told_at is null and ended_at is null and check_name = rules.name and not quiet
      and ${RECENTLY_TOLD} < ${MOST_ANNOUNCEMENTS}
    returning ${TOLD}, ${RECENTLY_TOLD} + 1 as announcements`)
  return rows.map(toTold)
}

/** The end of an incident is news only if its beginning was announced. */
const claimEnded = async (tx: Tx) => {
  const { rows } = await tx.execute<TextTimes>(sql`
    update incidents set end_told_at = now()
    where ended_at is not null and told_at is not null and end_told_at is null
    returning ${TOLD}, 0 as announcements`)
  return rows.map(toTold)
}

type TextTimes = Omit<Told, 'openedAt' | 'endedAt'> & { openedAt: string; endedAt: string | null }

const toTold = ({ openedAt, endedAt, ...told }: TextTimes): Told => ({
  ...told,
  openedAt: new Date(openedAt),
  endedAt: endedAt === null ? null : new Date(endedAt),
})
