import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { beforeEach, describe, expect, test } from 'vitest'
import type { CleanupPlan } from '@slipstream/contract/cleanup'
import { ERASURE_NOTICE_DAYS, RETENTION_DAYS, RETENTION_YEARS } from '@slipstream/contract/legal'
import type { OperationView } from '@slipstream/contract/operations'
import { inTransaction } from '@slipstream/db/client'
import { operations } from '@slipstream/db/tables/operations'
import { createMod, createRelease } from '@slipstream/db/testing/catalogue-factories'
import { createCoupon, createPurchase } from '@slipstream/db/testing/order-factories'
import { createSubscription } from '@slipstream/db/testing/subscription-factories'
import { createTicket } from '@slipstream/db/testing/ticket-factories'
import { createUser } from '@slipstream/db/testing/factories'
import { KEPT_WITHOUT_RULE, RETENTION } from '#all-retention.ts'
import { runOperation } from '#features/operations/run-operation.service.ts'
import { compareBooks } from '#features/reconciliation/compare-books.service.ts'
import { newPerson, type Person } from '#testing/people.ts'
import { runJobs } from '#testing/run-jobs.ts'
import { openEmptiedTestStore } from '#testing/test-store.ts'
import { cleanupOperation, startNightlyCleanup } from './cleanup.service.ts'

const store = await openEmptiedTestStore()
let admin: Person
let made = 0
beforeEach(async () => {
  admin = await newPerson(store, { isAdmin: true })
})

const before = (age: string) => sql`now() - ${age}::interval`
const set = (table: string, column: string, id: number, age: string) =>
  store.db.execute(sql`update ${sql.raw(table)} set ${sql.raw(column)} = ${before(age)} where id = ${id}`)

const newCustomer = async (lastActive: string) => {
  const user = await createUser(store.db, { username: `racer_${(made += 1)}` })
  await set('users', 'last_active_at', user.id, lastActive)
  await set('users', 'created_at', user.id, '9 years')
  await set('users', 'erasure_announced_at', user.id, `${ERASURE_NOTICE_DAYS} days 1 minute`)
  return user
}

/** A paid order with everything that can belong to one, and the customer’s words about a refund. */
const newOrder = async (userId: number, age: string, decided = age) => {
  const mod = await createMod(store.db)
  const release = await createRelease(store.db, { modId: mod.id })
  const coupon = await createCoupon(store.db, { used: 1, maxUses: 1 })
  const { order, entitlement } = await createPurchase(store.db, { userId, mod })
  const at = before(age)
  await store.db.execute(sql`
    update orders set created_at = ${at}, paid_at = ${at}, coupon_id = ${coupon.id} where id = ${order.id}`)
  await store.db.execute(sql`
    insert into refund_requests (order_id, kind, state, reason, answer, created_at, decided_at)
    values (${order.id}, 'refund', 'declined', 'It is too loud', 'It is a race car', ${before(decided)}, ${before(decided)})`)
  await store.db.execute(sql`
    insert into order_events (order_id, what, at, detail)
    values (${order.id}, 'request_declined', ${before(decided)}, '{"reason": "It is too loud", "kind": "refund"}')`)
  await store.db.execute(sql`
    insert into downloads (user_id, mod_id, release_id, entitlement_id, version, at)
    values (${userId}, ${mod.id}, ${release.id}, ${entitlement.id}, '1.0', ${at})`)
  await store.db.execute(sql`
    insert into release_reports (release_id, game_version, user_id, report, at)
    values (${release.id}, '0.36', ${userId}, 'works', ${before(decided)})`)
  await store.db.execute(sql`
    insert into copy_marks (user_id, mod_id, entitlement_id, created_at)
    values (${userId}, ${mod.id}, ${entitlement.id}, ${at})`)
  return { order, entitlement }
}

const newEnded = async (userId: number, age: string) => {
  const { subscription, invoice, price } = await createSubscription(store.db, { userId, status: 'canceled' })
  const at = before(age)
  await store.db.execute(sql`
    update subscriptions set created_at = ${at}, ended_at = ${at}, access_until = ${at} where id = ${subscription.id}`)
  await store.db.execute(sql`
    insert into subscription_changes (subscription_id, from_price_id, to_price_id, timing, due_cents, state)
    values (${subscription.id}, ${price.id}, ${price.id}, 'period_end', 0, 'withdrawn')`)
  await store.db.execute(sql`
    insert into ledger_entries (subscription_id, kind, amount_cents, stripe_id, at)
    values (${subscription.id}, 'payment', ${invoice.amountCents}, ${invoice.stripeId}, ${at})`)
  await store.db.execute(sql`
    update users set premium_expires_at = (select access_until from subscriptions where id = ${subscription.id})
    where id = ${userId}`)
}

/** Creates one record per rule, either just due or not yet due. The accounts that the other rules need are active. */
const seedSide = async (side: 'due' | 'kept') => {
  const off = side === 'due' ? '1 minute' : '-1 hour'
  const years = (count: number) => `${count} years ${off}`
  await newCustomer(years(RETENTION_YEARS.inactiveAccount))
  const owner = await newCustomer('1 day')
  await newOrder(owner.id, years(RETENTION_YEARS.purchaseRecords), years(RETENTION_YEARS.supportCommunications))
  await newEnded(owner.id, years(RETENTION_YEARS.purchaseRecords))
  const reporter = await newCustomer('1 day')
  const { order } = await newOrder(reporter.id, years(RETENTION_YEARS.supportCommunications))
  await store.db.execute(sql`
    insert into sign_ins (user_id, method, result, ip, user_agent, at)
    values (${reporter.id}, 'password', 'ok', '', '', ${before(`${RETENTION_DAYS.signIns} days ${off}`)})`)
  const ticket = await createTicket(store.db, { userId: reporter.id })
  await set('tickets', 'last_message_at', ticket.id, years(RETENTION_YEARS.supportCommunications))
  await store.db.execute(sql`
    with room as (insert into chat_rooms (name) values (gen_random_uuid()::text) returning id)
    insert into chat_messages (room_id, body, key, created_at)
    select id, 'Good morning', gen_random_uuid(), ${before(years(RETENTION_YEARS.supportCommunications))} from room`)
  await store.db.execute(sql`
    insert into user_notes (user_id, author_id, body, created_at)
    values (${reporter.id}, ${owner.id}, 'Be generous', ${before(years(RETENTION_YEARS.supportCommunications))})`)
  await store.db.execute(sql`
    with made as (insert into newsletters (form, state, finished_at, counts)
      values ('{}', 'done', ${before(`${RETENTION_DAYS.newsletterRecipients} days ${off}`)}, '{}') returning id)
    insert into newsletter_recipients (newsletter_id, user_id, address) select id, ${reporter.id}, ${side} from made`)
  await store.db.execute(sql`
    with review as (insert into reviews (mod_id, author, rating) select min(id), 'racer', 5 from mods returning id)
    insert into review_reports (user_id, review_id, reason, created_at)
    select ${reporter.id}, id, 'abuse', ${before(years(RETENTION_YEARS.supportCommunications))} from review`)
  await store.db.execute(sql`
    insert into notifications (user_id, area, kind, key, title, text, created_at)
    values (${reporter.id}, 'own', 'release', 'release:1', 'New', '', ${before(`${RETENTION_DAYS.notifications} days ${off}`)})`)
  await store.db.execute(sql`
    insert into guarantee_uses (kind, hash, used_at)
    values ('card', gen_random_uuid()::text, ${before(years(RETENTION_YEARS.usedGuarantee))})`)
  await store.db.execute(sql`
    insert into strays (kind, reference, stripe_id, account_id, amount_cents, sold_at, state, decided_at)
    values ('order', gen_random_uuid(), ${side}, ${reporter.id}, 100, now(), 'adopted',
      ${before(years(RETENTION_YEARS.purchaseRecords))})`)
  await store.db.execute(sql`
    insert into outbox (kind, name, state, user_id, address, settled_at)
    values ('orders', 'mail.send', 'sent', ${reporter.id}, ${side}, ${before(`${RETENTION_DAYS.messages} days ${off}`)})`)
  await store.db.execute(sql`
    insert into operations (kind, title, unit, cursor, state, finished_at)
    values ('old', 'Backup', 'bytes', '{}', 'done', ${before(`${RETENTION_DAYS.operations} days ${off}`)})`)
  await store.db.execute(sql`
    insert into traces (file_name, size_bytes, failure, started_by, created_at, finished_at)
    values ('leak.zip', 1, 'Canceled.', ${reporter.id}, ${before(years(RETENTION_YEARS.supportCommunications))}, now())`)
  await store.db.execute(sql`
    insert into incidents (check_name, subject, problem, first_seen_at, last_seen_at, opened_at, ended_at)
    select 'disk.full', ${side}, 'The disk is full.', at, at, at, at
    from (select ${before(`${RETENTION_DAYS.incidents} days ${off}`)} as at) old`)
  await store.db.execute(sql`
    insert into error_groups (fingerprint, source, name, place, message, count, first_at, last_at, version)
    select gen_random_uuid(), 'api', 'Error', '', 'gone', 1, at, at, '1'
    from (select ${before(`${RETENTION_DAYS.errors} days ${off}`)} as at) old`)
  return { owner, order }
}

const plan = async () => {
  const answer = await admin.call('GET', '/api/admin/cleanup')
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<CleanupPlan>()
}
const countsOf = ({ rules }: CleanupPlan) => Object.fromEntries(rules.map(({ name, count }) => [name, count]))
const start = async (at: string) => {
  const answer = await admin.call('POST', '/api/admin/cleanup', { at })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<OperationView>()
}

/** How many rows each table has, without the operation itself. */
const rowCounts = async () => {
  const { rows } = await store.db.execute<{ name: string }>(sql`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`)
  const counts: Record<string, number> = {}
  for (const { name } of rows) {
    const { rows: counted } = await store.db.execute<{ count: number }>(
      sql.raw(`select count(*)::int as count from ${name}${name === 'operations' ? " where kind = 'old'" : ''}`),
    )
    counts[name] = counted[0]?.count ?? 0
  }
  return counts
}

/**
 * How many records are due. One of each, plus the refund request and the report of the second order, but not its
 * download.
 */
const DUE = {
  accounts: 1,
  'guarantee-uses': 1,
  'lost-sales': 1,
  subscriptions: 1,
  orders: 1,
  'refund-requests': 2,
  downloads: 1,
  'copy-marks': 1,
  'compatibility-reports': 2,
  'sign-ins': 1,
  notifications: 1,
  outbox: 1,
  'newsletter-recipients': 1,
  tickets: 1,
  'review-reports': 1,
  chat: 1,
  'user-notes': 1,
  operations: 1,
  traces: 1,
  incidents: 1,
  errors: 1,
}
/** How many rows a cleanup of the due records removes, by table. */
const REMOVED = {
  orders: 1,
  order_items: 1,
  order_events: 1,
  refund_requests: 1,
  downloads: 1,
  copy_marks: 1,
  release_reports: 2,
  subscriptions: 1,
  subscription_invoices: 1,
  subscription_changes: 1,
  ledger_entries: 1,
  sign_ins: 1,
  notifications: 1,
  outbox: 1,
  guarantee_uses: 1,
  strays: 1,
  newsletter_recipients: 1,
  tickets: 1,
  review_reports: 1,
  chat_messages: 1,
  user_notes: 1,
  ticket_messages: 1,
  ticket_events: 1,
  operations: 1,
  traces: 1,
  incidents: 1,
  error_groups: 1,
}

/** The cleanup is recorded. */
const GROWS = new Set(['audit_log'])

describe('T-RETENTION', () => {
  test('[LEGAL-05] a cleanup removes exactly the records past their retention period, as counted by the dry run', async () => {
    await seedSide('kept')
    expect(Object.values(countsOf(await plan())).every((count) => count === 0)).toBe(true)
    const { owner } = await seedSide('due')
    const seeded = await rowCounts()
    const dry = await plan()
    expect(countsOf(dry)).toEqual(DUE)
    expect(dry.rules.every(({ examples, count }) => examples.length === Math.min(3, count))).toBe(true)
    expect(JSON.stringify(dry)).not.toContain(owner.username)
    expect(await rowCounts()).toEqual(seeded)

    await start(dry.at)
    await runJobs(store)
    const after = await plan()
    expect(after.last?.removed).toEqual(DUE)
    expect(Object.values(countsOf(after)).every((count) => count === 0)).toBe(true)

    const now = await rowCounts()
    const gone = Object.entries(seeded).flatMap(([table, count]) =>
      now[table] === count || GROWS.has(table) ? [] : [[table, count - (now[table] ?? 0)]],
    )
    expect(Object.fromEntries(gone)).toEqual(REMOVED)
    const { rows: erased } = await store.db.execute(sql`select username, email from users where erased_at is not null`)
    expect(erased).toEqual([{ username: expect.stringMatching(/^deleted user /), email: null }])
    const { rows: words } = await store.db.execute(sql`select count(*)::int from refund_requests where reason <> ''`)
    expect(words).toEqual([{ count: 2 }])
    expect((await compareBooks(store.db)).differences).toEqual([])
  })

  test('[LEGAL-05] a mod stays in the locker when the record of its purchase is deleted', async () => {
    const { owner } = await seedSide('due')
    await start((await plan()).at)
    await runJobs(store)
    const { rows } = await store.db.execute(sql`
      select source, order_item_id as item, revoked_at as revoked from entitlements where user_id = ${owner.id}`)
    expect(rows).toEqual([{ source: 'grant', item: null, revoked: null }])
    const { rows: coupons } = await store.db.execute(sql`select is_active, used from coupons where not is_active`)
    expect(coupons).toEqual([{ is_active: false, used: 0 }])
  })

  test('[LEGAL-05] a cleanup that is killed in the middle of a batch resumes and removes the same records', async () => {
    for (let round = 0; round < 3; round += 1) await seedSide('due')
    const dry = await plan()
    const { id } = await start(dry.at)
    const parts = { db: store.db, log: pino({ level: 'silent' }) }
    // Small batches, each of which is first tried by a worker that dies before it commits.
    const rules = RETENTION.map((rule) => {
      let tries = 0
      const remove: typeof rule.remove = async (tx, keys, cutoff) => {
        await rule.remove(tx, keys, cutoff)
        tries += 1
        if (tries % 2 === 1) throw new Error('killed')
      }
      return { ...rule, batch: 2, remove }
    })
    const operation = cleanupOperation(store.db, rules)
    const state = async () => (await store.db.select().from(operations)).find((row) => row.id === id)
    let runs = 0
    while ((await state())?.finishedAt === null) {
      runs += 1
      await runOperation({ ...parts, operations: [operation] }, id, new AbortController().signal).catch(() => {})
    }
    expect(runs).toBeGreaterThan(8)
    expect(await state()).toMatchObject({ state: 'done', result: { removed: countsOf(dry) } })
    expect(Object.values(countsOf(await plan())).every((count) => count === 0)).toBe(true)
  })

  test('[LEGAL-05] every table that refers to a user has a retention rule or a listed exception', async () => {
    const { rows } = await store.db.execute<{ name: string }>(sql`
      select distinct conrelid::regclass::text as name from pg_constraint
      where contype = 'f' and confrelid = 'users'::regclass`)
    const ruled = RETENTION.flatMap(({ tables }) => tables)
    expect([...new Set([...ruled, ...Object.keys(KEPT_WITHOUT_RULE)])].sort()).toEqual(
      ['users', ...rows.map(({ name }) => name)].sort(),
    )
    expect(Object.keys(KEPT_WITHOUT_RULE).filter((name) => ruled.includes(name))).toEqual([])
  })
})

test('every table that refers to an order or a subscription is known to the rule that deletes them', async () => {
  const { rows } = await store.db.execute<{ name: string }>(sql`
    select distinct conrelid::regclass::text as name from pg_constraint
    where contype = 'f' and confrelid in ('orders'::regclass, 'subscriptions'::regclass) order by 1`)
  // For a new table: delete its rows in orders.retention.ts or subscriptions.retention.ts, and seed a row above.
  expect(rows.map(({ name }) => name)).toEqual([
    'disputes',
    'invoice_backlog',
    'invoices',
    'ledger_entries',
    'order_events',
    'order_items',
    'order_refunds',
    'refund_requests',
    'stripe_events',
    'subscription_changes',
    'subscription_invoices',
    // A ticket is kept without its order.
    'tickets',
  ])
})

describe('an account without activity', () => {
  const YEARS = `${RETENTION_YEARS.inactiveAccount + 1} years`
  const dueAccounts = async () => countsOf(await plan()).accounts

  test('a paying customer and an administrator are not inactive', async () => {
    const [subscriber, buyer] = [await newCustomer(YEARS), await newCustomer(YEARS)]
    await createSubscription(store.db, { userId: subscriber.id })
    await newOrder(buyer.id, '1 year')
    const colleague = await createUser(store.db, { username: 'colleague', isAdmin: true })
    await set('users', 'last_active_at', colleague.id, YEARS)
    await set('users', 'erasure_announced_at', colleague.id, `${ERASURE_NOTICE_DAYS} days 1 minute`)
    expect(await dueAccounts()).toBe(0)
    await newCustomer(YEARS)
    expect(await dueAccounts()).toBe(1)
  })

  test('using a session makes an account active again', async () => {
    const person = await newPerson(store)
    await set('users', 'last_active_at', person.row.id, YEARS)
    await set('users', 'erasure_announced_at', person.row.id, `${ERASURE_NOTICE_DAYS} days 1 minute`)
    expect(await dueAccounts()).toBe(1)
    await store.db.execute(sql`update sessions set used_at = now() - interval '1 hour'`)
    store.app.gate.forget(person.row.id)
    await person.call('GET', '/api/account')
    expect(await dueAccounts()).toBe(0)
  })
})

test('the nightly cleanup removes the same records as a manual one and does not start while one is running', async () => {
  await seedSide('due')
  const { at } = await plan()
  await inTransaction(store.db, startNightlyCleanup)
  expect((await admin.call('POST', '/api/admin/cleanup', { at })).json()).toMatchObject({ code: 'operation.running' })
  await inTransaction(store.db, startNightlyCleanup)
  await runJobs(store)
  expect((await plan()).last?.removed).toEqual(DUE)
})

test('a cleanup requires a dry run from the last 24 hours', async () => {
  for (const age of [-60_000, 25 * 60 * 60_000]) {
    const at = new Date(Date.now() - age).toISOString()
    expect((await admin.call('POST', '/api/admin/cleanup', { at })).json()).toMatchObject({
      code: 'cleanup.plan_outdated',
    })
  }
})
