import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { readRows } from '@slipstream/db/client'
import { openEmptiedTestStore } from '#testing/test-store.ts'
import { sequenceAlerts } from './sequence.alerts.ts'

const store = await openEmptiedTestStore()
const find = async () =>
  (await sequenceAlerts(store)[0]!.find(new AbortController().signal)) as readonly { subject: string }[]
const subjects = async () => (await find()).map(({ subject }) => subject)

test('a sequence is reported when half of its numbers are used, and again when almost all are', async () => {
  const draw = (upTo: string) => store.db.execute(sql`select setval('orders_id_seq', ${upTo}::bigint)`)
  expect(await subjects()).toEqual([])
  await draw('1073741823')
  expect(await subjects()).toEqual([])
  await draw('1073741824')
  expect(await find()).toEqual([
    { subject: 'orders.id', problem: expect.stringMatching(/^50 % of the numbers of orders\.id are used\./) },
  ])
  await draw('2040109466')
  expect(await subjects()).toEqual(['orders.id', 'orders.id (almost all)'])
  await draw('1')
})

test('every kind of sequence is watched: one of a wide id, one of no column, and one that counts further than its column', async () => {
  await store.db.execute(sql`select setval('ledger_entries_id_seq', 5000000000000000000)`)
  await store.db.execute(sql`select setval('order_numbers', 4999999999999999999)`)
  await store.db.execute(sql`create table narrow (id int not null)`)
  await store.db.execute(sql`create sequence wide as bigint owned by narrow.id`)
  await store.db.execute(sql`select setval('wide', 1200000000)`)
  expect(await subjects()).toEqual(['narrow.id', 'ledger_entries.id', 'order_numbers'])
  await store.db.execute(sql`drop table narrow`)
  await store.db.execute(sql`select setval('ledger_entries_id_seq', 1), setval('order_numbers', 1)`)
  expect(await subjects()).toEqual([])
})

test('a column that refers to a key is at least as wide as the key', async () => {
  const narrower = await readRows(
    store.db,
    sql`
    select c.conname as name, c.conrelid::regclass::text as "table", own.attname as "column"
    from pg_constraint c
    join pg_attribute own on own.attrelid = c.conrelid and own.attnum = any (c.conkey)
    join pg_attribute theirs on theirs.attrelid = c.confrelid
      and theirs.attnum = c.confkey[array_position(c.conkey, own.attnum)]
    where c.contype = 'f' and own.attlen > 0 and own.attlen < theirs.attlen`,
  )
  expect(narrower).toEqual([])
})
