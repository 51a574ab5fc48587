import { readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withClient } from '@slipstream/db/testing/test-database'
import { openTestDatabase } from '#testing/open-test-database.ts'
import { dumpDatabase } from './pg-tools.ts'

let database: Awaited<ReturnType<typeof openTestDatabase>>
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const children = () =>
  readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

test('a dump runs at the lowest priority, so that visitors come first', async () => {
  const others = new Set(children())
  await withClient(database.url, async (client) => {
    await client.query('begin transaction isolation level repeatable read, read only')
    const { rows } = await client.query<{ snapshot: string }>('select pg_export_snapshot() as snapshot')
    const dump = dumpDatabase(database.url, rows[0]?.snapshot ?? '', new AbortController().signal)
    const started = children().filter((pid) => !others.has(pid))
    expect(started).toHaveLength(1)
    expect(started.map((pid) => getPriority(pid))).toEqual([19])
    let bytes = 0
    for await (const chunk of dump.bytes) bytes += chunk.length
    await dump.ended
    expect(bytes).toBeGreaterThan(1_000)
  })
})
