/**
 * The part of `npm run newsletter-drill` with a database of its own: sends a newsletter to many people, pauses it, kills
 * its worker three times, and counts what arrived. See docs/performance.md.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'drizzle-orm'
import { inTransaction, openDatabase, readRows } from '@slipstream/db/client'
import { migrate } from '@slipstream/db/migrate'
import { createUser } from '@slipstream/db/testing/factories'
import { NEWSLETTER } from '@slipstream/db/testing/newsletter-factories'
import {
  createNewsletter,
  pauseNewsletter,
  readNewsletter,
  resumeNewsletter,
  sendNewsletter,
} from '#features/newsletter/newsletters.service.ts'
import { BATCH } from '#features/newsletter/send-newsletter.operation.ts'
import { installQueue } from '#lib/jobs/jobs.ts'
import { supervise } from '../storm/supervise.ts'
import { openCountingMailbox } from './counting-mailbox.ts'

const KILLS = 3
const POLL_MS = 250
const PATIENCE_MS = 45 * 60_000

const { values } = parseArgs({ options: { people: { type: 'string', default: '100000' } } })
const people = Number(values.people)
const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
const say = (line: string) => console.log(line)

const url = process.env.DATABASE_URL ?? ''
await migrate(url)
await installQueue(url)
const { db, close } = openDatabase({
  url,
  applicationName: 'slipstream-drill',
  maxConnections: 2,
  onIdleError: () => {},
})
const mailbox = await openCountingMailbox()
const environment = { ...process.env, SMTP_URL: mailbox.url, LOG_LEVEL: 'info' } as Record<string, string>

const fill = async () => {
  const admin = await createUser(db, { username: 'drill_admin', isAdmin: true })
  await db.execute(sql`
    insert into users (username, email, email_verified_at, notification_choices)
    select 'reader_' || n, 'reader_' || n || '@customer.example', now(), '{"newsletter": true}'
    from generate_series(1, ${people}) n`)
  return admin.id
}

/** Waits until this share of the recipients has been processed. */
const until = async (id: number, share: number) => {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(POLL_MS)) {
    const { counts, state, problem } = await readNewsletter(db, id)
    if (state === 'done' || counts.accepted + counts.skipped + counts.unknown >= share * people) return
    if (state === 'paused') throw new Error(`the newsletter stopped: ${problem}`)
  }
  throw new Error('the newsletter did not get on')
}

const resume = async (actorId: number, id: number) => {
  // After the pause, the operation ends within one slice.
  for (;;) {
    const rows = await readRows(db, sql`select from operations where finished_at is null`)
    if (rows.length === 0) break
    await sleep(POLL_MS)
  }
  await inTransaction(db, (tx) => resumeNewsletter(tx, actorId, id))
}

const drill = async () => {
  const actorId = await fill()
  const form = { ...NEWSLETTER, perMinute: 6_000 * 60 }
  const { id } = await inTransaction(db, (tx) => createNewsletter(tx, actorId, form))
  const began = performance.now()
  await inTransaction(db, (tx) => sendNewsletter(tx, actorId, id, null))
  for (let kill = 1; kill <= KILLS; kill++) {
    await until(id, kill / (KILLS + 2))
    worker.kill()
    say(`killed the worker, ${whole.format(mailbox.received.size)} mails arrived`)
    await worker.ready()
  }
  await until(id, (KILLS + 1) / (KILLS + 2))
  await inTransaction(db, (tx) => pauseNewsletter(tx, actorId, id))
  await sleep(4_000)
  const paused = mailbox.received.size
  await sleep(4_000)
  if (mailbox.received.size !== paused) throw new Error('a paused newsletter was still being sent')
  const { rowCount: left } = await db.execute(sql`
    update users set notification_choices = '{}' where id in (
      select user_id from newsletter_recipients where newsletter_id = ${id} and state = 'waiting' order by user_id desc limit 500)`)
  say(`paused at ${whole.format(paused)}; ${left} people unsubscribe meanwhile`)
  await resume(actorId, id)
  await until(id, 2)
  const seconds = (performance.now() - began) / 1_000
  return judge(await readNewsletter(db, id), { left: left ?? 0, seconds })
}

type Sent = Awaited<ReturnType<typeof readNewsletter>>

const judge = async ({ id, counts, state }: Sent, { left, seconds }: { left: number; seconds: number }) => {
  const twice = [...mailbox.received.values()].filter((times) => times > 1).length
  const rows = await readRows<{ address: string; state: string }>(
    db,
    sql`select address, state from newsletter_recipients where newsletter_id = ${id}`,
  )
  const got = ({ address }: { address: string }) => mailbox.received.has(address)
  const missing = rows.filter((row) => row.state === 'accepted' && !got(row)).length
  const afterLeaving = rows.filter((row) => row.state === 'skipped' && got(row)).length
  const unknown = rows.filter((row) => row.state === 'unknown')
  const arrived = unknown.filter(got).length
  const sum = counts.accepted + counts.skipped + counts.unknown + counts.refused
  say(`${whole.format(seconds)} s; ${JSON.stringify(counts)}; of ${unknown.length} unknown, ${arrived} had arrived`)
  const problems = [
    state !== 'done' && `the newsletter is ${state}`,
    twice > 0 && `${twice} people got it twice`,
    missing > 0 && `${missing} accepted mails did not arrive`,
    afterLeaving > 0 && `${afterLeaving} people got it after they had left`,
    counts.skipped !== left && `${counts.skipped} skipped, but ${left} left`,
    sum !== people && `${sum} people are accounted for, not ${people}`,
    unknown.length > KILLS * BATCH && `${unknown.length} unknown are more than the open connections`,
  ].filter((problem) => problem !== false)
  for (const problem of problems) say(`FAILED: ${problem}`)
  say(problems.length === 0 ? 'Nobody got it twice, and everybody is accounted for.' : 'The drill failed.')
  return problems.length
}

const worker = supervise('worker', environment)
try {
  await worker.ready()
  process.exitCode = (await drill()) === 0 ? 0 : 1
} finally {
  await worker.stop()
  await mailbox.close()
  await close()
}
