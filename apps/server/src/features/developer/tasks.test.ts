import { beforeEach, expect, test } from 'vitest'
import type { DeveloperTask } from '@slipstream/contract/developer'
import { developerTasks } from '@slipstream/db/tables/developer'
import { lastChanges } from '#testing/audit-log.ts'
import { newCast } from '#testing/matrix-people.ts'
import { withToken } from '#testing/people.ts'
import { openEmptiedTestStore } from '#testing/test-store.ts'

const TASKS = '/api/admin/dev/tasks'

const store = await openEmptiedTestStore()
let developer: ReturnType<typeof withToken>
beforeEach(async () => {
  developer = withToken(store.app, (await newCast(store)).tokens.developer)
})

const listTasks = async () => (await developer('GET', TASKS)).json<{ tasks: DeveloperTask[] }>().tasks
const create = async (body: object) => (await developer('POST', TASKS, body)).json<DeveloperTask>()

test('[CALL-04] [DEV-13] a task is created open, listed newest first, and has a description only if one was given', async () => {
  const first = await create({ title: '  Rotate the webhook secret ', description: ' Before 30 Nov. ' })
  const second = await create({ title: 'Try the restore' })
  expect(await listTasks()).toEqual([
    { id: second.id, title: 'Try the restore', status: 'open' },
    { id: first.id, title: 'Rotate the webhook secret', description: 'Before 30 Nov.', status: 'open' },
  ])
})

test('[DEV-07] an empty description is left out, and a task without a title is refused', async () => {
  expect(await create({ title: 'Try the restore', description: '   ' })).not.toHaveProperty('description')
  for (const body of [{}, { title: '   ' }, { title: 'x'.repeat(121) }]) {
    expect((await developer('POST', TASKS, body)).statusCode).toBe(400)
  }
  expect(await listTasks()).toHaveLength(1)
})

test('[CALL-04] [DEV-07] a task switches between done and in progress', async () => {
  const { id } = await create({ title: 'Try the restore' })
  for (const status of ['done', 'in_progress'] as const) {
    const changed = await developer('PATCH', `${TASKS}/${id}`, { status })
    expect([changed.statusCode, changed.json()]).toMatchObject([200, { id, status }])
    expect(await listTasks()).toMatchObject([{ id, status }])
  }
  expect((await developer('PATCH', `${TASKS}/${id}`, { status: 'lost' })).statusCode).toBe(400)
  const missing = await developer('PATCH', `${TASKS}/${id + 1}`, { status: 'done' })
  expect([missing.statusCode, missing.json()]).toMatchObject([404, { code: 'developer.task_not_found' }])
})

test('[CALL-04] deleting a task twice changes nothing the second time', async () => {
  const { id } = await create({ title: 'Try the restore' })
  expect((await developer('DELETE', `${TASKS}/${id}`)).statusCode).toBe(200)
  expect(await listTasks()).toEqual([])
  expect((await developer('DELETE', `${TASKS}/${id}`)).statusCode).toBe(200)
  expect(await lastChanges(store.db)).toMatchObject([{ action: 'remove' }, { action: 'create' }])
})

test('a list of 500 tasks refuses another one with a reason', async () => {
  await store.db.insert(developerTasks).values(Array.from({ length: 500 }, (_, n) => ({ title: `Task ${n}` })))
  const refused = await developer('POST', TASKS, { title: 'One more' })
  expect([refused.statusCode, refused.json()]).toMatchObject([409, { code: 'developer.too_many_tasks' }])
})
