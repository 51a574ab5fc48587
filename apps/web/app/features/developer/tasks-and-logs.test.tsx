import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { refuse } from '#testing/pretend-store.tsx'
import { LOGS, openDashboard, stand, TASKS } from './testing/developer-stand.tsx'

vi.setConfig({ testTimeout: 30_000 })
const user = userEvent.setup({ delay: null, advanceTimers: (ms) => vi.advanceTimersByTime(ms) })

const OPEN = { id: 1, title: 'Rotate the keys', description: 'Before 30 Nov.', status: 'open' }
const DONE = { id: 2, title: 'Try the restore', status: 'done' }
const CREATE = 'POST /api/admin/dev/tasks'

const withTasks = (...tasks: object[]) => {
  stand.store.answers[TASKS] = () => ({ tasks })
}
const row = async (title: string) => (await screen.findByText(title)).closest('li') as HTMLElement
const filters = () =>
  within(screen.getByRole('group', { name: 'Filter tasks' }))
    .getAllByRole('button')
    .map(({ textContent }) => textContent)

test('[DEV-06] tasks are filtered by All, Open and Done, with counts', async () => {
  withTasks(OPEN, DONE, { ...OPEN, id: 3, title: 'Half done', status: 'in_progress' })
  openDashboard('tasks')
  await row('Rotate the keys')
  expect(filters()).toEqual(['All 3', 'Open 2', 'Done 1'])
  await user.click(screen.getByRole('button', { name: 'Done 1' }))
  expect(screen.queryByText('Rotate the keys')).toBeNull()
  expect((await row('Try the restore')).textContent).toContain('Done')
  await user.click(screen.getByRole('button', { name: 'Open 2' }))
  expect((await row('Half done')).textContent).toContain('Open')
})

test('[DEV-06] an empty task list says "No tasks."', async () => {
  openDashboard('tasks')
  expect(await screen.findByText('No tasks.')).toBeTruthy()
})

test.each([
  [OPEN, 'Mark Done', 'done'],
  [DONE, 'Mark In Progress', 'in_progress'],
])('[DEV-06] [DEV-07] the task %o has the button "%s"', async (task, label, status) => {
  withTasks(task)
  const change = `PATCH /api/admin/dev/tasks/${task.id}` as const
  stand.store.answers[change] = () => ({ ...task, status })
  openDashboard('tasks')
  await user.click(await screen.findByRole('button', { name: label }))
  await waitFor(() => expect(stand.store.asked(change).map(({ body }) => body)).toEqual([{ status }]))
})

test('[DEV-06] a task can be deleted', async () => {
  withTasks(OPEN)
  stand.store.answers['DELETE /api/admin/dev/tasks/1'] = () => {
    withTasks()
    return { success: true, message: 'The task is deleted.' }
  }
  openDashboard('tasks')
  await user.click(await screen.findByRole('button', { name: 'Delete Rotate the keys' }))
  expect(await screen.findByText('No tasks.')).toBeTruthy()
})

test('[DEV-07] a new task is sent trimmed and without an empty description, and the form is cleared', async () => {
  stand.store.answers[CREATE] = () => ({ ...OPEN, description: undefined })
  openDashboard('tasks')
  const title = await screen.findByRole('textbox', { name: 'Title' })
  const description = screen.getByRole('textbox', { name: 'Description' })
  await user.type(title, '  Rotate the keys  ')
  await user.type(description, '   ')
  await user.click(screen.getByRole('button', { name: 'Create task' }))
  await waitFor(() => expect(stand.store.asked(CREATE).map(({ body }) => body)).toEqual([{ title: 'Rotate the keys' }]))
  await waitFor(() => expect(title).toHaveProperty('value', ''))
  expect(description).toHaveProperty('value', '')

  await user.type(title, 'Second')
  await user.type(description, ' With words ')
  await user.click(screen.getByRole('button', { name: 'Create task' }))
  await waitFor(() =>
    expect(stand.store.asked(CREATE).at(-1)?.body).toEqual({ title: 'Second', description: 'With words' }),
  )
})

test('[DEV-07] submitting a task without a title does nothing', async () => {
  stand.store.answers[CREATE] = () => OPEN
  openDashboard('tasks')
  const title = await screen.findByRole('textbox', { name: 'Title' })
  await user.type(title, '   ')
  await user.click(screen.getByRole('button', { name: 'Create task' }))
  expect(title.getAttribute('aria-invalid')).not.toBe('true')
  expect(screen.queryByText('Failed to create task')).toBeNull()
  // A request for the empty title would arrive before that of the next one.
  await user.type(title, 'Rotate the keys')
  await user.click(screen.getByRole('button', { name: 'Create task' }))
  await waitFor(() => expect(stand.store.asked(CREATE).map(({ body }) => body)).toEqual([{ title: 'Rotate the keys' }]))
})

test('[DEV-11] failed task actions show their specified texts', async () => {
  stand.store.answers[TASKS] = () => refuse('server.failed')
  openDashboard('tasks')
  expect(await screen.findByText('Failed to load tasks')).toBeTruthy()
  withTasks(OPEN)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await row('Rotate the keys')
  for (const call of [CREATE, 'PATCH /api/admin/dev/tasks/1', 'DELETE /api/admin/dev/tasks/1'] as const) {
    stand.store.answers[call] = () => refuse('server.failed')
  }
  await user.click(screen.getByRole('button', { name: 'Mark Done' }))
  expect(await screen.findByText('Failed to update task')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Delete Rotate the keys' }))
  expect(await screen.findByText('Failed to delete task')).toBeTruthy()
  await user.type(screen.getByRole('textbox', { name: 'Title' }), 'Second')
  await user.click(screen.getByRole('button', { name: 'Create task' }))
  expect(await screen.findByText('Failed to create task')).toBeTruthy()
})

const LINES = [
  '2026-11-15T07:42:16.204Z INFO http GET /api/mods 200 4 ms',
  '2026-11-15T07:42:13.012Z ERROR worker mail refused',
]
const shownLines = () => screen.getByRole('log').textContent

test('[DEV-08] [DEV-13] the logs show the latest lines and filter them by text', async () => {
  stand.store.answers[LOGS] = () => ({ lines: LINES })
  openDashboard('logs')
  await waitFor(() => expect(shownLines()).toContain('GET /api/mods 200 4 ms'))
  expect(stand.store.asked(LOGS)[0]?.query).toEqual({ limit: '200' })
  await user.type(screen.getByRole('searchbox', { name: 'Filter lines' }), 'MAIL')
  expect(shownLines()).not.toContain('/api/mods')
  expect(shownLines()).toContain('mail refused')
  await user.type(screen.getByRole('searchbox', { name: 'Filter lines' }), ' nowhere')
  expect(screen.getByText('No logs available.')).toBeTruthy()
})

test('[DEV-08] Clear hides the current log lines, and only newer ones appear', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  stand.store.answers[LOGS] = () => ({ lines: LINES })
  openDashboard('logs')
  await waitFor(() => expect(shownLines()).toContain('mail refused'))
  await user.click(screen.getByRole('button', { name: 'Clear' }))
  expect(screen.getByText('No logs available.')).toBeTruthy()
  stand.store.answers[LOGS] = () => ({ lines: ['2026-11-15T07:42:20.000Z WARN api Redis is down', ...LINES] })
  await act(() => vi.advanceTimersByTimeAsync(15_000))
  await waitFor(() => expect(shownLines()).toContain('Redis is down'))
  expect(shownLines()).not.toContain('mail refused')
})

test('[DEV-10] logs are refetched every 15 s and fresh for 10 s', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 1 })
  openDashboard('logs')
  await waitFor(() => expect(stand.store.asked(LOGS)).toHaveLength(1))
  await act(() => vi.advanceTimersByTimeAsync(14_000))
  expect(stand.store.asked(LOGS)).toHaveLength(1)
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  await waitFor(() => expect(stand.store.asked(LOGS)).toHaveLength(2))

  // Leaving the tab and coming back within 10 s shows the known lines without a request.
  await user.click(screen.getByRole('link', { name: /^Tasks/ }))
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  await user.click(screen.getByRole('link', { name: 'Logs' }))
  expect(stand.store.asked(LOGS)).toHaveLength(2)
  await user.click(screen.getByRole('link', { name: /^Tasks/ }))
  await act(() => vi.advanceTimersByTimeAsync(6_000))
  await user.click(screen.getByRole('link', { name: 'Logs' }))
  await waitFor(() => expect(stand.store.asked(LOGS)).toHaveLength(3))
})

test('[DEV-08] [DEV-11] logs that fail to load show an error and the reason', async () => {
  stand.store.answers[LOGS] = () => refuse('developer.logs_away')
  openDashboard('logs')
  expect(await screen.findByText('Failed to fetch logs')).toBeTruthy()
  expect(screen.getByText(/Redis is down/)).toBeTruthy()
})
