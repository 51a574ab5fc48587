// Preloads the lazy module so that no test waits for it.
import '@slipstream/contract/cleanup'
import { configure, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { CleanupPlan } from '@slipstream/contract/cleanup'
import { pretendStore, refuse, showAt } from '#testing/pretend-store.tsx'
import { Cleanup } from './cleanup.tsx'

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })

const PLAN = 'GET /api/admin/cleanup'
const RUN = 'POST /api/admin/cleanup'
const user = userEvent.setup({ delay: null })

const sentPlan = (count: number): CleanupPlan => ({
  at: '2026-11-16T10:00:00.000Z',
  rules: [
    {
      name: 'sign-ins',
      what: 'Sign-in attempts',
      fate: 'deleted',
      period: '90 days',
      before: '2026-08-18T10:00:00.000Z',
      count,
      examples: count > 0 ? ['password, ok, 2026-08-17'] : [],
    },
  ],
  last: { finishedAt: '2026-11-16T02:07:00.000Z', removed: { 'sign-ins': 1_250 } },
})

let store: ReturnType<typeof pretendStore>
beforeEach(() => {
  store = pretendStore({ [PLAN]: () => sentPlan(1_204) })
})
const open = () => showAt('/admin/database/cleanup', <Cleanup progress={<p>the progress</p>} />)

test('[ROUTE-20] the dry run shows the retention period, the number and examples of the records that are due', async () => {
  open()
  const row = within((await screen.findByText('Sign-in attempts')).closest('tr')!)
  for (const text of ['90 days', '1,204', 'password, ok, 2026-08-17']) expect(row.getByText(text)).toBeTruthy()
  expect(screen.getByText('the progress')).toBeTruthy()
  expect(screen.getByText('Sign-in attempts: 1,250')).toBeTruthy()
  expect(store.asked(RUN)).toEqual([])
})

test('a cleanup starts after a confirmation and uses the time of its dry run', async () => {
  store.answers[RUN] = () => ({})
  open()
  await user.click(await screen.findByRole('button', { name: 'Remove 1,204 now' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Remove 1,204 records?' }))
  await user.click(dialog.getByRole('button', { name: 'Remove' }))
  await vi.waitFor(() => expect(store.asked(RUN)).toHaveLength(1))
  expect(store.asked(RUN)[0]?.body).toEqual({ at: '2026-11-16T10:00:00.000Z' })
})

test('a rejected cleanup shows the reason', async () => {
  store.answers[RUN] = () => refuse('operation.running')
  open()
  await user.click(await screen.findByRole('button', { name: 'Remove 1,204 now' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText(/^This operation is already running\./)).toBeTruthy()
})

test('a cleanup cannot be started when nothing is due', async () => {
  store.answers[PLAN] = () => sentPlan(0)
  open()
  expect(await screen.findByText('None')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull()
})
