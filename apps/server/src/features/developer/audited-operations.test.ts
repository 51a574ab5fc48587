import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { developerTasks } from '@slipstream/db/tables/developer'
import { settings } from '@slipstream/db/tables/settings'
import { readContractEndpoints } from '#testing/contract-endpoints.ts'
import { lastChanges } from '#testing/audit-log.ts'
import { newCast } from '#testing/matrix-people.ts'
import { withToken } from '#testing/people.ts'
import { openEmptiedTestStore } from '#testing/test-store.ts'

const store = await openEmptiedTestStore()
let developer: ReturnType<typeof withToken>
let taskId = 0
beforeAll(async () => {
  await store.db.execute(sql`
    create function refuse_entry() returns trigger language plpgsql as 'begin raise exception ''the log is full''; end'`)
})
beforeEach(async () => {
  developer = withToken(store.app, (await newCast(store)).tokens.developer)
  const [task] = await store.db.insert(developerTasks).values({ title: 'Rotate the keys' }).returning()
  taskId = task?.id ?? 0
  await store.db.insert(settings).values({ key: 'plannedMaintenance', value: { ...WINDOW, message: 'New tires' } })
})

const WINDOW = { from: '2199-01-01T04:00:00.000Z', to: '2199-01-01T05:00:00.000Z', message: '' }

type Operation = Parameters<typeof developer>

/** Every action of the dashboard. */
const OPERATIONS: Record<string, () => Operation> = {
  'POST /api/admin/dev/maintenance': () => ['POST', '/api/admin/dev/maintenance', { enabled: true }],
  'POST /api/admin/dev/alerts/test': () => ['POST', '/api/admin/dev/alerts/test'],
  'POST /api/admin/dev/cache/purge': () => ['POST', '/api/admin/dev/cache/purge', {}],
  'POST /api/admin/dev/db/check': () => ['POST', '/api/admin/dev/db/check', {}],
  'POST /api/admin/dev/revalidate/sitemap': () => ['POST', '/api/admin/dev/revalidate/sitemap'],
  'POST /api/admin/dev/warm/mods/featured': () => ['POST', '/api/admin/dev/warm/mods/featured'],
  'POST /api/admin/dev/warm/reviews/featured': () => ['POST', '/api/admin/dev/warm/reviews/featured'],
  'POST /api/admin/dev/maintenance/window': () => ['POST', '/api/admin/dev/maintenance/window', WINDOW],
  'DELETE /api/admin/dev/maintenance/window': () => ['DELETE', '/api/admin/dev/maintenance/window'],
  'POST /api/admin/dev/ping': () => ['POST', '/api/admin/dev/ping'],
  'POST /api/admin/dev/tasks': () => ['POST', '/api/admin/dev/tasks', { title: 'Try the restore' }],
  'PATCH /api/admin/dev/tasks/:id': () => ['PATCH', `/api/admin/dev/tasks/${taskId}`, { status: 'done' }],
  'DELETE /api/admin/dev/tasks/:id': () => ['DELETE', `/api/admin/dev/tasks/${taskId}`],
}

test('the table of audited operations lists every developer operation', async () => {
  const writes = [...(await readContractEndpoints()).values()]
    .filter(({ method, access }) => method !== 'GET' && access === 'developer')
    .map(({ method, path }) => `${method} ${path}`)
  expect(Object.keys(OPERATIONS).sort()).toEqual(writes.sort())
})

const everything = async () => [
  await store.db.select().from(developerTasks).orderBy(developerTasks.id),
  await store.db.select().from(settings),
  await lastChanges(store.db),
]

test.each(Object.entries(OPERATIONS))(
  '[GATE-08] "%s" and its audit entry commit together or not at all',
  async (_name, call) => {
    const before = await everything()
    await store.db.execute(sql`create trigger full_log before insert on audit_log execute function refuse_entry()`)
    const failed = await developer(...call())
    await store.db.execute(sql`drop trigger full_log on audit_log`)
    expect(failed.statusCode, failed.body).toBe(500)
    expect(await everything()).toEqual(before)

    const done = await developer(...call())
    expect(done.statusCode, done.body).toBe(200)
    const changes = await lastChanges(store.db)
    expect(changes).toHaveLength(1)
    expect(changes[0]).toMatchObject({ actorId: expect.any(Number), subjectId: expect.any(String) })
  },
)
