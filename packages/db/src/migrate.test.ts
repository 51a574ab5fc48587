import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest'
import { migrate } from './migrate.ts'
import { dropDatabase, recreateDatabase } from './testing/test-database.ts'

const OUR_FOLDER = path.resolve(import.meta.dirname, '../migrations')
const server = inject('environment').DATABASE_URL ?? ''

let name = ''
let url = ''
let folder = ''
let client: pg.Client
beforeEach(async () => {
  name = `test_${randomBytes(6).toString('hex')}`
  url = await recreateDatabase(server, name)
  folder = await mkdtemp(path.join(tmpdir(), 'slipstream-migrations-'))
  client = new pg.Client({ connectionString: url })
  await client.connect()
})
afterEach(async () => {
  await client.end()
  await rm(folder, { recursive: true })
  await dropDatabase(server, name)
})

const quiet = () => {}
const write = (file: string, sql: string) => writeFile(path.join(folder, file), sql)
const query = async (sql: string) => (await client.query<Record<string, unknown>>(sql)).rows

test('an empty database gets every migration in order, and a second run has nothing to do', async () => {
  const files = (await readdir(OUR_FOLDER)).filter((file) => file.endsWith('.sql')).sort()
  const lines: string[] = []
  expect(await migrate(url, (line) => lines.push(line))).toEqual(files)
  expect(lines).toEqual(files.map((file) => `migrated ${file}`))
  expect(await query('select count(*)::int as count from settings')).toEqual([{ count: 0 }])
  expect(await migrate(url)).toEqual([])
})

test('two migrators that start together apply each migration once', async () => {
  const [first, second] = await Promise.all([migrate(url), migrate(url)])
  expect([first.length, second.length].sort()).toEqual([0, (await query('select from schema_migrations')).length])
})

test('only new migrations run, and a migration changed after it ran is refused', async () => {
  await cp(OUR_FOLDER, folder, { recursive: true })
  await migrate(url, quiet, folder)
  await write('9000_more.sql', 'create table more (id int);')
  expect(await migrate(url, quiet, folder)).toEqual(['9000_more.sql'])

  await write('9000_more.sql', 'create table more (id bigint);')
  await write('9001_most.sql', 'create table most (id int);')
  await expect(migrate(url, quiet, folder)).rejects.toThrow(
    '9000_more.sql was changed after it had run here; add a new migration instead',
  )
  expect(await query("select to_regclass('most') as most")).toEqual([{ most: null }])
})

test('a failing migration is rolled back, and runs in full once it is fixed', async () => {
  await write('0000_first.sql', 'create table first (id int);')
  await write('0001_second.sql', 'create table second (id int); select 1 / 0;')
  await expect(migrate(url, quiet, folder)).rejects.toThrow('division by zero')
  expect(await query("select to_regclass('first')::text as first, to_regclass('second') as second")).toEqual([
    { first: 'first', second: null },
  ])
  await write('0001_second.sql', 'create table second (id int);')
  expect(await migrate(url, quiet, folder)).toEqual(['0001_second.sql'])
})

test('a migration that could not be recorded is rolled back', async () => {
  await write(
    '0000_first.sql',
    "create table first (id int); alter table schema_migrations add check (name <> '0000_first.sql');",
  )
  await expect(migrate(url, quiet, folder)).rejects.toThrow('violates check constraint')
  expect(await query("select to_regclass('first') as first")).toEqual([{ first: null }])
})

test('a migration that cannot get its lock is retried', async () => {
  await write('0000_first.sql', 'create table busy (id int);')
  await migrate(url, quiet, folder)
  await write('0001_second.sql', "set local lock_timeout = '100ms';\nalter table busy add column note text;")

  await client.query('begin; lock table busy in access share mode;')
  const log = vi.fn((line: string) => {
    if (line.includes('trying again')) void client.query('commit')
  })
  expect(await migrate(url, log, folder)).toEqual(['0001_second.sql'])
  expect(log.mock.calls.flat()).toEqual(['a table is busy, trying again (1 of 10)', 'migrated 0001_second.sql'])
  expect(await query('select id, note from busy')).toEqual([])
})

test('a concurrent index is built outside a transaction', async () => {
  await write('0000_first.sql', 'create table parts (id int);')
  const statements = ['create index concurrently parts_by_id on parts (id);', 'analyze parts;']
  await write('0001_index.sql', `-- no transaction\n${statements.join('--> statement-breakpoint\n')}`)
  expect(await migrate(url, quiet, folder)).toEqual(['0000_first.sql', '0001_index.sql'])
  expect(await query("select indisvalid from pg_index where indexrelid = 'parts_by_id'::regclass")).toEqual([
    { indisvalid: true },
  ])
})

test('the migration moves existing visit counts into the new tables', async () => {
  await cp(OUR_FOLDER, folder, {
    recursive: true,
    filter: (file) => !file.endsWith('.sql') || path.basename(file) < '0032',
  })
  await migrate(url, quiet, folder)
  await query(`insert into visit_counts values
    ('event', 'slot', '2026-11-01Z', 'view', 5), ('event', 'slot', '2026-11-01Z', 'search', 9),
    ('bot', 'slot', '2026-11-01Z', 'view', 2), ('visitor', 'slot', '2026-11-01Z', 'visitor', 4),
    ('visitor', 'slot', '2026-11-01Z', 'cart', 1), ('page', 'day', '2026-11-01Z', '/', 5),
    ('term', 'month', '2026-11-01Z', 'rally', 3), ('no-result', 'month', '2026-11-01Z', 'rally', 1)`)
  await migrate(url)
  expect(await query('select part, count::int from visit_counts')).toEqual([{ part: 'page', count: 5 }])
  expect(await query('select views, bot_views, visitors, mod_visitors, cart_visitors from visit_slots')).toEqual([
    { views: 5, bot_views: 2, visitors: 4, mod_visitors: 0, cart_visitors: 1 },
  ])
  expect(await query('select grain, term, count, missed from visit_terms')).toEqual([
    { grain: 'month', term: 'rally', count: 3, missed: 1 },
  ])
  // After a rollback the previous release writes again, and the next release picks up its counts.
  await query(`insert into visit_counts values ('event', 'slot', '2026-11-01Z', 'view', 6),
    ('term', 'month', '2026-11-01Z', 'rally', 2), ('term', 'month', '2026-11-01Z', 'drift', 1)`)
  await query('select move_visit_counts()')
  expect(await query('select views, visitors from visit_slots')).toEqual([{ views: 11, visitors: 4 }])
  expect(await query('select term, count, missed from visit_terms order by term')).toEqual([
    { term: 'drift', count: 1, missed: 0 },
    { term: 'rally', count: 5, missed: 1 },
  ])
})

test('the migration marks the first order that each buyer paid for, and no free or unpaid one', async () => {
  await cp(OUR_FOLDER, folder, {
    recursive: true,
    filter: (file) => !file.endsWith('.sql') || path.basename(file) < '0047',
  })
  await migrate(url, quiet, folder)
  await query("insert into users (username) values ('one'), ('other')")
  await query(`insert into orders (user_id, client_key, quote, subtotal_cents, total_cents, consent_version, consented_at, status, paid_at)
    select user_id, key, 'q', cents, cents, '2026-11', now(), case when paid_at is null then 'pending' else 'paid' end, paid_at::timestamptz
    from (values (1, 'free', 0, '2026-11-01Z'), (1, 'unpaid', 500, null), (1, 'later', 500, '2026-11-03Z'),
      (1, 'first', 500, '2026-11-02Z'), (2, 'only', 500, '2026-11-09Z')) made (user_id, key, cents, paid_at)`)
  await migrate(url)
  expect(await query('select client_key as key from orders where is_first order by id')).toEqual([
    { key: 'first' },
    { key: 'only' },
  ])
})

test('orders paid before invoices existed wait for an invoice, and so does every payment that an older release records', async () => {
  await cp(OUR_FOLDER, folder, {
    recursive: true,
    filter: (file) => !file.endsWith('.sql') || path.basename(file) < '0034',
  })
  await migrate(url, quiet, folder)
  await query("insert into users (username) values ('buyer')")
  const newOrder = async (key: string) => {
    const [order] =
      await query(`insert into orders (user_id, client_key, quote, subtotal_cents, total_cents, consent_version,
      consented_at, status, paid_at) values (1, '${key}', 'q', 500, 500, '2026-11', now(), 'paid', now()) returning id`)
    await query(`insert into ledger_entries (order_id, kind, amount_cents, stripe_id, at)
      select id, 'payment', 500, 'pi_${key}', now() from orders where client_key = '${key}'
      union all select id, 'refund', -100, 're_${key}', now() from orders where client_key = '${key}'`)
    return order
  }
  const before = await newOrder('before')
  await migrate(url)
  const during = await newOrder('during')
  expect(await query('select order_id as id from invoice_backlog order by 1')).toEqual([before, during])
  // The previous release deletes orders after the legal period and does not know what refers to them.
  await query('delete from ledger_entries')
  await query('delete from orders')
  expect(await query('select from invoice_backlog')).toEqual([])
})
