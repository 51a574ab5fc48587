import { eq, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { type Db, inTransaction } from '@slipstream/db/client'
import { outbox } from '@slipstream/db/tables/outbox'
import { workerHeartbeats } from '@slipstream/db/tables/workers'
import { allJobs, JOB_SCHEDULE } from '#all-jobs.ts'
import { readConfig } from '#config.ts'
import { createEncryption } from '#features/auth/encryption.ts'
import { openAlertChannels } from '#gateways/alert-channels.ts'
import { openDiscordWebhooks } from '#gateways/discord-webhooks.ts'
import { openMailer, type Mailer } from '#gateways/mailer.ts'
import { openStorage } from '#gateways/storage.ts'
import { openStripe } from '#gateways/stripe.ts'
import { readMailbox } from '#testing/mailbox.ts'
import { openTestDatabase, type TestDatabase } from '#testing/open-test-database.ts'
import { sampleLetter } from '#testing/sample-letters.ts'
import { testMailConfig } from '#testing/test-mail-config.ts'
import { queueMail } from '../outbox/outbox.ts'
import { countDeadJobs, enqueue, listDeadJobs, retryDeadJob } from './jobs.ts'
import { runWorker } from './run-worker.ts'
import { releaseSilentWorkers } from './worker-heartbeat.ts'

// The worker runs in this process, and the machine may be busy.
vi.setConfig({ testTimeout: 60_000 })

let database: TestDatabase
let mailer: Mailer
let worker: Awaited<ReturnType<typeof runWorker>>
/** What happens before or after sending, by recipient address. */
const before = new Map<string, () => Promise<void>>()
const after = new Map<string, () => Promise<void>>()
const handled: string[] = []

beforeAll(async () => {
  database = await openTestDatabase()
  mailer = openMailer(testMailConfig())
  const config = readConfig(inject('environment'))
  const services = {
    mailer,
    storage: openStorage(config.storage),
    stripe: openStripe(config),
    databaseUrl: config.databaseUrl,
    backupKey: null,
    markKeys: config.markKeys,
    secretsExpire: [],
    encryption: createEncryption(...config.authSecrets),
    channels: openAlertChannels(config.alerts),
    redact: (text: string) => text,
  }
  const log = pino({ level: 'silent' })
  const hooked: Mailer = {
    ...mailer,
    send: async (mail) => {
      handled.push(mail.to)
      await before.get(mail.to)?.()
      await mailer.send(mail)
      await after.get(mail.to)?.()
    },
  }
  const handlers = allJobs({
    log,
    db: database.db,
    ...services,
    mailer: hooked,
    promotions: mailer,
    discordRoles: null,
    discordWebhooks: openDiscordWebhooks(config),
    publicUrl: 'https://store.example',
  })
  worker = await runWorker(database, { handlers, schedule: JOB_SCHEDULE }, log)
})
afterAll(async () => {
  await worker.stop()
  mailer.close()
  await database.close()
})

let count = 0
const newAddress = () => `buyer-${process.pid}-${Date.now()}-${count++}@mail.example`
const mailTo = (to: string, subject = 'Your order') => ({ to, userId: null, letter: sampleLetter({ subject }) })
const ORDERS = { kind: 'orders' } as const
const jobKeyOf = async (db: Db, to: string) => {
  const [row] = await db.select({ id: outbox.id }).from(outbox).where(eq(outbox.address, to))
  return `outbox:${row?.id}`
}
const timesHandled = (to: string) => handled.filter((address) => address === to).length
const once = (act: () => void) => {
  let done = false
  return async () => {
    if (done) return
    done = true
    act()
  }
}
const fail = (reason: string) => () => {
  throw new Error(reason)
}
const within = (timeout: number, check: () => unknown) => vi.waitFor(check, { timeout, interval: 50 })

test('a job queued in a committed transaction runs: the mail arrives', async () => {
  const to = newAddress()
  await inTransaction(database.db, (tx) => queueMail(tx, mailTo(to), ORDERS))
  const [mail] = await readMailbox(to)
  expect(mail).toMatchObject({ to: [to], subject: 'Your order' })
  expect(mail?.from).toContain('store@slipstream.example')
  expect(mail?.text).toContain('Thank you.')
  expect(mail?.html).toContain('Thank you.</p>')
})

test('a job queued in a rolled-back transaction never runs', async () => {
  const [undone, to] = [newAddress(), newAddress()]
  const failed = inTransaction(database.db, async (tx) => {
    await queueMail(tx, mailTo(undone), ORDERS)
    throw new Error('payment refused')
  })
  await expect(failed).rejects.toThrow('payment refused')
  await inTransaction(database.db, (tx) => queueMail(tx, mailTo(to), ORDERS))
  await readMailbox(to)
  expect(timesHandled(undone)).toBe(0)
})

test('a newer job replaces a waiting one with the same key', async () => {
  const to = newAddress()
  await inTransaction(database.db, async (tx) => {
    await queueMail(tx, mailTo(to, 'Outdated'), { ...ORDERS, key: to })
    await queueMail(tx, mailTo(to, 'Newest'), { ...ORDERS, key: to })
  })
  expect((await readMailbox(to)).map((mail) => mail.subject)).toEqual(['Newest'])
  expect(timesHandled(to)).toBe(1)
})

test.concurrent('a mail that is sent again after a worker crash carries the same message id', async () => {
  const to = newAddress()
  after.set(to, once(fail('killed before it was noted')))
  await inTransaction(database.db, (tx) => queueMail(tx, mailTo(to), ORDERS))
  await within(30_000, async () => expect(await readMailbox(to, 0)).toHaveLength(2))
  const [second, first] = await readMailbox(to)
  expect(first?.headers['message-id']).toMatch(/^<[\da-f-]{36}@slipstream\.example>$/)
  expect(second?.headers['message-id']).toBe(first?.headers['message-id'])
  expect(timesHandled(to)).toBe(2)
})

test.concurrent('a job that used up its attempts stays listed with its error and can be retried', async () => {
  const to = newAddress()
  before.set(to, async () => fail('the mail server says no')())
  await inTransaction(database.db, async (tx) => {
    await queueMail(tx, mailTo(to), ORDERS)
    await tx.execute(sql`
      update graphile_worker._private_jobs set max_attempts = 2 where key = ${await jobKeyOf(tx, to)}`)
  })
  await within(30_000, async () => expect(await countDeadJobs(database.db)).toBe(1))
  expect(timesHandled(to)).toBe(2)
  const [dead] = await listDeadJobs(database.db)
  expect(dead).toMatchObject({ name: 'outbox.send', attempts: 2, lastError: 'the mail server says no' })
  expect(Math.abs((dead?.failedAt.getTime() ?? 0) - Date.now())).toBeLessThan(10_000)

  before.delete(to)
  const retry = (id: string) => inTransaction(database.db, (tx) => retryDeadJob(tx, id))
  expect(await retry('999999')).toBe(false)
  expect(await retry(dead?.id ?? '')).toBe(true)
  expect(await readMailbox(to)).toHaveLength(1)
  expect(await listDeadJobs(database.db)).toEqual([])
})

test.concurrent('the job of a worker without a heartbeat is given to another worker', async () => {
  const to = newAddress()
  await inTransaction(database.db, async (tx) => {
    await queueMail(tx, mailTo(to), { ...ORDERS, key: to })
    await tx.execute(sql`
      update graphile_worker._private_jobs set locked_by = 'pool-killed', locked_at = now() - interval '1 minute', attempts = 1
      where key = ${await jobKeyOf(tx, to)}`)
  })
  expect(await readMailbox(to, 20_000)).toHaveLength(1)
})

test('a long job stays with its worker while that worker is alive', async () => {
  const to = newAddress()
  const { promise, resolve } = Promise.withResolvers<void>()
  before.set(to, () => promise)
  await inTransaction(database.db, (tx) => queueMail(tx, mailTo(to), { ...ORDERS, key: to }))
  await within(20_000, () => expect(timesHandled(to)).toBe(1))
  await database.db.execute(sql`
    update graphile_worker._private_jobs set locked_at = now() - interval '1 minute'
    where key = ${await jobKeyOf(database.db, to)}`)
  expect(await releaseSilentWorkers(database.db)).toEqual([])
  resolve()
  expect(await readMailbox(to)).toHaveLength(1)
  expect(timesHandled(to)).toBe(1)
})

test('the queue knows every scheduled job, and one of them removes old worker heartbeats', async () => {
  await within(20_000, async () => {
    const { rows } = await database.db.execute(
      sql`select identifier from graphile_worker._private_known_crontabs order by identifier`,
    )
    expect(rows).toEqual([
      { identifier: 'account.announce_erasures' },
      { identifier: 'alerts.check' },
      { identifier: 'announcements.find' },
      { identifier: 'auth.sweep' },
      { identifier: 'backups.note_numbers' },
      { identifier: 'backups.start' },
      { identifier: 'cleanup.start' },
      { identifier: 'copies.split_missing' },
      { identifier: 'copies.sweep' },
      { identifier: 'mods.publish_due' },
      { identifier: 'mods.turn_sales' },
      { identifier: 'newsletter.start_due' },
      { identifier: 'operations.revive' },
      { identifier: 'orders.issue_invoices' },
      { identifier: 'orders.remind_staff' },
      { identifier: 'payments.check_money' },
      { identifier: 'payments.forget_buyers' },
      { identifier: 'payments.forget_events' },
      { identifier: 'premium.check_roles' },
      { identifier: 'reviews.remind' },
      { identifier: 'reviews.sweep' },
      { identifier: 'subscriptions.compare' },
      { identifier: 'tickets.sweep' },
      { identifier: 'uploads.sweep' },
      { identifier: 'visits.count' },
      { identifier: 'visits.months' },
      { identifier: 'wishlist.mail_news' },
      { identifier: 'workers.forget' },
    ])
  })
  await database.db.insert(workerHeartbeats).values({ workerId: 'long gone', seenAt: new Date('2020-01-01') })
  await inTransaction(database.db, (tx) => enqueue(tx, 'workers.forget', {}))
  await within(20_000, async () => {
    const workers = await database.db.select().from(workerHeartbeats)
    expect(workers).toHaveLength(1)
    expect(workers[0]?.workerId).toMatch(/^worker-/)
  })
})
