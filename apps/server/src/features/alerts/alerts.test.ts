import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import type { AlertOverview, Incident } from '@slipstream/contract/alerts'
import { inTransaction } from '@slipstream/db/client'
import { incidents } from '@slipstream/db/tables/alerts'
import { JOB_SCHEDULE } from '#all-jobs.ts'
import { changeSettings } from '#features/settings/settings.service.ts'
import { noteScheduledJobs, notingRuns } from '#lib/jobs/job-runs.ts'
import { enqueue, type JobHandlers } from '#lib/jobs/jobs.ts'
import { queueMessage } from '#lib/outbox/outbox.ts'
import { beat, signOff } from '#lib/jobs/worker-heartbeat.ts'
import { lastChanges } from '#testing/audit-log.ts'
import { readMailbox } from '#testing/mailbox.ts'
import { newCast } from '#testing/matrix-people.ts'
import { startEmulators } from '#testing/own-emulators.ts'
import { withToken } from '#testing/people.ts'
import { runJobs } from '#testing/run-jobs.ts'
import { openTestMonitor } from '#testing/test-monitor.ts'
import { openTestStore, type TestStore } from '#testing/test-store.ts'
import { hearCanaries, noteCanary, readCanaries, sendCanaries } from './canaries.service.ts'
import { tellIfPassesStopped } from './watch-passes.ts'

const log = pino({ level: 'silent' })
const SHARED_WEBHOOK = inject('environment').ALERT_DISCORD_WEBHOOK_URL ?? ''
const OWNER = `owner-${process.pid}-${Date.now()}@mail.example`

let store: TestStore
let developer: ReturnType<typeof withToken>
let discord: Awaited<ReturnType<typeof startEmulators>>
let owner: Awaited<ReturnType<typeof openTestMonitor>>

beforeAll(async () => {
  discord = await startEmulators('discord')
  owner = await openTestMonitor()
  store = await openTestStore(
    {},
    {
      DISCORD_URL: discord.address,
      ALERT_DISCORD_WEBHOOK_URL: new URL(new URL(SHARED_WEBHOOK).pathname, discord.address).href,
      ALERT_PING_URL: owner.url,
    },
  )
  developer = withToken(store.app, (await newCast(store)).tokens.developer)
  await inTransaction(store.db, (tx) => changeSettings(tx, { staffEmail: OWNER }))
})
beforeEach(async () => {
  const tables = [
    'incidents',
    'canaries',
    'job_runs',
    'worker_heartbeats',
    'stripe_events',
    'operations',
    'money_checks',
    'outbox',
    'outbox_holds',
  ]
  for (const table of [...tables, 'graphile_worker._private_jobs'])
    await store.db.execute(sql.raw(`delete from ${table}`))
  Object.assign(owner.monitor, { pings: 0, status: 200 })
})
afterAll(async () => {
  await store.close()
  await discord.close()
  await owner.close()
})

const JOB = { id: '1', queuedAt: new Date(), isLastAttempt: false }

/** Runs one pass of all checks and every job that it queues. */
const pass = async () => {
  await inTransaction(store.db, (tx) => enqueue(tx, 'alerts.check', {}))
  await runJobs(store)
}
const open = async () => {
  const rows = await store.db.select().from(incidents)
  return rows
    .filter(({ openedAt, endedAt }) => openedAt && !endedAt)
    .map(({ checkName, subject }) => `${checkName} ${subject}`.trim())
}
const overview = async () => {
  const answer = await developer('GET', '/api/admin/dev/alerts')
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<AlertOverview>()
}
const posted = async () =>
  (await discord.ask<{ sent: { content: string } }[]>('messages')).map(({ sent }) => sent.content)
const age = (table: string, column: string, interval: string) =>
  store.db.execute(sql.raw(`update ${table} set ${column} = ${column} - interval '${interval}'`))

test('a healthy store has no incidents', async () => {
  await pass()
  expect(await open()).toEqual([])
})

test('a dead job is reported by mail and on Discord without its secrets, and the incident ends once the job is gone', async () => {
  const address = `${process.pid}-${Date.now()}@mail.example`
  await inTransaction(store.db, (tx) => enqueue(tx, 'uploads.sweep', {}))
  await store.db.execute(sql`
    update graphile_worker._private_jobs set attempts = max_attempts, last_error = ${`no ${address} with password=hunter2`}`)
  await pass()
  expect(await open()).toEqual(['jobs.dead uploads.sweep'])
  const [mail] = await readMailbox(OWNER)
  expect(mail?.subject).toBe('Slipstream: Jobs failed for good')
  expect(mail?.text).toContain(
    '1 uploads.sweep job used up all attempts. The latest error: no [hidden] with password=[hidden]',
  )
  expect(mail?.text).toContain('/admin/developer?tab=alerts')
  expect((await posted())[0]).toContain('**Slipstream: Jobs failed for good.** 1 uploads.sweep job')

  await store.db.execute(sql`delete from graphile_worker._private_jobs`)
  await age('incidents', 'last_seen_at', '5 minutes')
  await pass()
  expect((await readMailbox(OWNER))[0]?.subject).toBe('Slipstream: Over: Jobs failed for good')
  expect((await posted())[0]).toContain('over:** Jobs failed for good (uploads.sweep)')
})

describe('workers', () => {
  test('a killed worker is reported, and one that stopped properly or has a successor is not', async () => {
    for (const worker of ['killed', 'stopped', 'bystander']) await beat(store.db, worker)
    await age('worker_heartbeats', 'seen_at', '1 minute')
    await age('worker_heartbeats', 'started_at', '1 hour')
    await signOff(store.db, ['stopped'])
    await beat(store.db, 'bystander')
    await pass()
    expect(await open()).toEqual(['workers.silent killed'])

    await beat(store.db, 'successor')
    await age('incidents', 'last_seen_at', '5 minutes')
    await pass()
    expect(await open()).toEqual([])
  })

  test('when no worker is left, one server alerts the owner directly, once, and the next pass ends the incident', async () => {
    await noteCanary(store.db, 'pass')
    await age('canaries', 'seen_at', '4 minutes')
    const server = { ...store.services, publicUrl: 'https://store.example', log }
    const before = (await posted()).length
    await tellIfPassesStopped(server, 60_000)
    expect(await open(), 'workers get time to start').toEqual([])

    await Promise.all(Array.from({ length: 4 }, () => tellIfPassesStopped(server, 3_600_000)))
    expect(await open()).toEqual(['alerts.passes'])
    expect((await posted()).length).toBe(before + 1)
    expect((await readMailbox(OWNER))[0]).toMatchObject({ subject: 'Slipstream: Jobs are not running' })

    await pass()
    expect(await open()).toEqual([])
    expect((await readMailbox(OWNER))[0]).toMatchObject({ subject: 'Slipstream: Over: Jobs are not running' })
  })

  test('a server that reaches no alert channel tries again later', async () => {
    await noteCanary(store.db, 'pass')
    await age('canaries', 'seen_at', '4 minutes')
    const refuse = async () => {
      throw new Error('away')
    }
    const channels = { ...store.services.channels, tellDiscord: refuse }
    const server = { ...store.services, channels, publicUrl: 'https://store.example', log }
    const cutOff = { ...server, mailer: { ...server.mailer, send: refuse } }
    await expect(tellIfPassesStopped(cutOff, 3_600_000)).rejects.toThrow('no alert channel can be reached')
    await tellIfPassesStopped(server, 3_600_000)
    expect(await store.db.select().from(incidents)).toMatchObject([{ toldAt: expect.any(Date) }])
  })
})

describe('scheduled jobs', () => {
  const run = async (work: () => Promise<void>) => {
    const handlers = { 'mods.publish_due': work } as unknown as JobHandlers
    const schedule = { 'mods.publish_due': { cron: '* * * * *' } }
    const noted = notingRuns(store.db, { handlers, schedule }, log)
    await noted['mods.publish_due']({}, { ...JOB, signal: new AbortController().signal })
  }
  const listed = async () => (await overview()).jobs.find(({ name }) => name === 'mods.publish_due')

  test('a scheduled job shows its period, grace time and last success, and is late once period and grace time are over', async () => {
    await noteScheduledJobs(store.db, JOB_SCHEDULE)
    expect(await listed()).toMatchObject({ periodMs: 60_000, graceMs: 600_000, succeededAt: null, isLate: false })
    await run(async () => {})
    expect(await listed()).toMatchObject({
      succeededAt: expect.any(String),
      durationMs: expect.any(Number),
      isLate: false,
    })

    await age('job_runs', 'succeeded_at', '12 minutes')
    expect(await listed()).toMatchObject({ isLate: true })
    await pass()
    expect(await open()).toEqual(['jobs.late mods.publish_due'])
  })

  test('a scheduled job that runs but always fails is late', async () => {
    await noteScheduledJobs(store.db, JOB_SCHEDULE)
    await age('job_runs', 'known_since', '12 minutes')
    await expect(run(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await listed()).toMatchObject({ failedAt: expect.any(String), succeededAt: null, isLate: true })
  })

  test('a scheduled job that a new release removed disappears from the list', async () => {
    await store.db.execute(sql`insert into job_runs (name, period_ms, grace_ms) values ('old.job', 60000, 60000)`)
    await noteScheduledJobs(store.db, JOB_SCHEDULE)
    const names = (await overview()).jobs.map(({ name }) => name)
    expect(names).not.toContain('old.job')
    expect(names).toContain('payments.check_money')
  })
})

describe('canaries', () => {
  test('the canary job passes through the queue, and the canary event through the change bus', async () => {
    hearCanaries(store.services.bus, store.db, () => {})
    await pass()
    await vi.waitFor(async () => expect((await readCanaries(store.db)).event?.unseenMs).toBe(0), 5_000)
    expect((await overview()).canaries).toMatchObject({
      job: { isLate: false },
      event: { isLate: false },
      pass: { isLate: false },
    })
  })

  test('a canary job that does not run keeps aging and becomes an incident', async () => {
    await store.db.execute(sql`
      insert into canaries (name, sent_at, seen_at) values ('job', now() - interval '3 minutes', now() - interval '4 minutes')`)
    await inTransaction(store.db, sendCanaries)
    expect((await readCanaries(store.db)).job?.unseenMs).toBeGreaterThan(2 * 60_000)
    await store.db.execute(sql`delete from graphile_worker._private_jobs`)
    await store.db.execute(sql`
      insert into incidents (check_name, problem, first_seen_at, last_seen_at)
      values ('canary.job', '', now() - interval '3 minutes', now() - interval '1 minute')`)
    await pass()
    expect(await open()).toEqual(['canary.job'])
    expect((await readCanaries(store.db)).job?.unseenMs, 'the job ran after the check').toBe(0)
  })
})

describe('the ping', () => {
  const lastPing = async () => (await readCanaries(store.db)).ping

  test('a finished pass pings the owner’s monitor', async () => {
    await pass()
    expect(owner.monitor.pings).toBe(1)
    expect(await lastPing()).toMatchObject({ unseenMs: 0, error: null })
  })

  test('a ping that the monitor redirects is recorded as an error and fails no job', async () => {
    owner.monitor.status = 302
    await pass()
    expect(await lastPing()).toMatchObject({ seenAt: null, error: 'The ping address answered with status 302' })
    expect((await overview()).canaries.ping.isLate).toBe(true)
  })

  test('while alerts are stuck in the queue, no ping is sent, so that the monitor notices', async () => {
    await inTransaction(store.db, (tx) => queueMessage(tx, 'alerts.discord', { content: 'stuck' }, { kind: 'alerts' }))
    await store.db.execute(sql`delete from graphile_worker._private_jobs`)
    await age('outbox', 'created_at', '16 minutes')
    await pass()
    expect(owner.monitor.pings).toBe(0)
    expect((await lastPing())?.error).toBe('Withheld: alerts have been stuck in the queue for 15 minutes.')
  })

  test('a failed pass sends no ping', async () => {
    await store.db.execute(sql`alter table incidents rename to moved`)
    await pass()
    await store.db.execute(sql`alter table moved rename to incidents`)
    expect(owner.monitor.pings).toBe(0)
  })
})

describe('money, webhooks and backups', () => {
  const event = (id: string, missedAgo: string | null, receivedAgo = missedAgo ?? '0 s') =>
    store.db.execute(sql`
      insert into stripe_events (id, type, object_id, received_at, missed_at)
      values (${id}, 'charge.refunded', 'ch_1', now() - ${receivedAgo}::interval, now() - ${missedAgo}::interval)`)

  test('a money check with differences is an incident until a later check finds none', async () => {
    const check = (isRight: boolean) =>
      store.db.execute(sql`
        insert into money_checks (is_right, result, at) values (${isRight},
          ${JSON.stringify({ isRight, stripeCents: 0, ledgerCents: 0, orders: 1, differences: isRight ? [] : [{}] })}, clock_timestamp())`)
    await check(false)
    await pass()
    expect(await open()).toEqual(['money.differs'])
    await check(true)
    await age('incidents', 'last_seen_at', '5 minutes')
    await pass()
    expect(await open()).toEqual([])
  })

  test('webhooks count as silent when events older than 15 minutes were found only by polling', async () => {
    await event('evt_webhook', null, '2 hours')
    await event('evt_just_missed', '5 minutes')
    await pass()
    expect(await open(), 'the webhook may still come').toEqual([])
    await event('evt_missed', '20 minutes')
    await pass()
    expect(await open()).toEqual(['webhooks.silent'])

    await event('evt_back', null)
    await age('incidents', 'last_seen_at', '5 minutes')
    await pass()
    expect(await open()).toEqual([])
  })

  test('a backup is late 27 hours after the last proven one, or after the store could have made its first', async () => {
    await noteScheduledJobs(store.db, JOB_SCHEDULE)
    await pass()
    expect(await open()).toEqual([])
    await store.db.execute(
      sql`update job_runs set known_since = now() - interval '28 hours' where name = 'backups.start'`,
    )
    await store.db.execute(sql`update job_runs set succeeded_at = now()`)
    await pass()
    expect(await open()).toEqual(['backups.late'])

    await store.db.execute(sql`
      insert into operations (kind, title, unit, cursor, state, finished_at)
      values ('backup', 'Backup', 'bytes', '{}', 'done', now() - interval '26 hours')`)
    await age('incidents', 'last_seen_at', '5 minutes')
    await pass()
    expect(await open()).toEqual([])
  })

  test('a backup less than half the size of the previous one is an incident until sizes are stable again', async () => {
    const backedUp = (bytes: number) =>
      store.db.execute(sql`
        insert into operations (kind, title, unit, cursor, state, finished_at, result)
        values ('backup', 'Backup', 'bytes', '{}', 'done', now(), ${JSON.stringify({ id: 'any', bytes })})`)
    await backedUp(4_000_000_000)
    await backedUp(2_000_000_000)
    await pass()
    expect(await open()).toEqual([])
    await backedUp(900_000_000)
    await pass()
    expect(await open()).toEqual(['backups.shrunk'])
    await backedUp(900_000_000)
    await age('incidents', 'last_seen_at', '5 minutes')
    await pass()
    expect(await open()).toEqual([])
  })
})

test('kinds of mail that a restored store still holds after an hour are an incident until they are released', async () => {
  await store.db.execute(sql`
    insert into outbox_holds (kind, released_at) values ('orders', null), ('releases', null), ('tickets', now())`)
  await pass()
  expect(await open(), 'a person has just restored it').toEqual([])
  await age('incidents', 'first_seen_at', '61 minutes')
  await pass()
  expect(await open()).toEqual(['outbox.held'])
  const [incident] = await store.db.select().from(incidents)
  expect(incident?.problem).toMatch(/^Held since [-0-9: ]+ UTC: orders, releases\./)

  await store.db.execute(sql`update outbox_holds set released_at = now()`)
  await age('incidents', 'last_seen_at', '5 minutes')
  await pass()
  expect(await open()).toEqual([])
})

describe('the page', () => {
  test('a test alert is sent by mail and to Discord and is recorded in the audit log', async () => {
    const answer = await developer('POST', '/api/admin/dev/alerts/test')
    expect(answer.statusCode, answer.body).toBe(200)
    await runJobs(store)
    expect((await readMailbox(OWNER))[0]?.subject).toBe('Slipstream: test alert')
    expect((await posted())[0]).toContain('test alert')
    expect((await lastChanges(store.db))[0]).toMatchObject({ action: 'run', subjectName: 'Test alert' })
    expect((await overview()).channels).toEqual({ mail: OWNER, discord: true, ping: true })
  })

  test('open incidents are listed separately from ended ones, which are paginated', async () => {
    await store.db.execute(sql`
      insert into incidents (check_name, subject, problem, first_seen_at, last_seen_at, opened_at, ended_at)
      select 'disk.full', n::text, 'Full.', now(), now(), now(), case when n > 1 then now() - n * interval '1 hour' end
      from generate_series(1, 5) n`)
    expect((await overview()).open).toMatchObject([{ title: 'A disk is filling up', subject: '1', endedAt: null }])
    const read = async (after = '') => {
      const answer = await developer('GET', `/api/admin/dev/incidents?limit=3${after}`)
      return answer.json<{ items: Incident[]; next: string | null }>()
    }
    const first = await read()
    expect(first.items.map(({ subject }) => subject)).toEqual(['2', '3', '4'])
    const second = await read(`&after=${first.next}`)
    expect(second).toMatchObject({ items: [{ subject: '5' }], next: null })
  })

  test('the overview marks a check with an open incident, and every check says what it measures', async () => {
    await store.db.execute(sql`
      insert into incidents (check_name, problem, first_seen_at, last_seen_at, opened_at)
      values ('disk.full', 'Full.', now(), now(), now())`)
    const { checks } = await overview()
    expect(checks.filter(({ isOpen }) => isOpen).map(({ name }) => name)).toEqual(['disk.full'])
    expect(checks.every(({ title, measures }) => title !== '' && measures.endsWith('.'))).toBe(true)
  })
})
