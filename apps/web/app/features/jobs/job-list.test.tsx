// Preloads the lazy module so that no test waits for it.
import '@slipstream/contract/jobs'
import { configure, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pretendStore, refuse, showAt } from '#testing/pretend-store.tsx'
import { JobList } from './job-list.tsx'

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })

const LIST = 'GET /api/admin/jobs'
const RETRY = 'POST /api/admin/jobs/7/retry'
const user = userEvent.setup({ delay: null })

const NOW = new Date().toISOString()
const sentJob = (changes: object = {}) => ({
  id: 7,
  name: 'mail.send',
  state: 'dead',
  attempts: 12,
  mostAttempts: 12,
  lastError: 'The mail server did not answer',
  createdAt: NOW,
  runAt: NOW,
  ...changes,
})

let store: ReturnType<typeof pretendStore>
beforeEach(() => {
  store = pretendStore({ [LIST]: () => ({ items: [sentJob()], next: null, dead: 1 }) })
})
afterEach(() => vi.restoreAllMocks())

const open = (query = '') => showAt(`/admin/database/logs?tab=jobs${query}`, <JobList />)

test('[ROUTE-20] a job is listed with its state, attempts and last error', async () => {
  open()
  const table = within(await screen.findByRole('table', { name: 'Jobs' }))
  expect(await table.findByText('mail.send')).toBeTruthy()
  expect(table.getByText('Failed for good')).toBeTruthy()
  expect(table.getByText('12 of 12')).toBeTruthy()
  expect(table.getByText('The mail server did not answer')).toBeTruthy()
})

test('the job list warns about dead jobs and can be filtered to them', async () => {
  store.answers[LIST] = () => ({ items: [sentJob({ id: 8, state: 'waiting', lastError: null })], next: null, dead: 3 })
  open()
  expect(await screen.findByText('3 jobs failed for good')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Show' }))
  expect(screen.getByRole('combobox', { name: 'State' })).toHaveProperty('value', 'dead')
  expect(screen.queryByText('3 jobs failed for good')).toBeNull()
})

test('only a dead job can be retried, after a confirmation', async () => {
  store.answers[LIST] = () => ({
    items: [sentJob(), sentJob({ id: 8, state: 'scheduled', attempts: 2 })],
    next: null,
    dead: 1,
  })
  const retried = vi.fn(() => sentJob({ state: 'waiting', attempts: 0 }))
  store.answers[RETRY] = retried
  open()
  await user.click(await screen.findByRole('button', { name: /^Retry/ }))
  expect(retried).not.toHaveBeenCalled()
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Retry' }))
  await vi.waitFor(() => expect(retried).toHaveBeenCalledOnce())
})

test('a rejected job retry shows the reason', async () => {
  store.answers[RETRY] = () => refuse('job.not_dead')
  open()
  await user.click(await screen.findByRole('button', { name: /^Retry/ }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText(/^This job is queued, is running or has succeeded/)).toBeTruthy()
})

test('an empty job queue says so', async () => {
  store.answers[LIST] = () => ({ items: [], next: null, dead: 0 })
  open()
  expect(await screen.findByText('The queue is empty')).toBeTruthy()
})
