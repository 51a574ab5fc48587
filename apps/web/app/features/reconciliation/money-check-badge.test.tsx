// Preloads the lazy modules so that no test waits for them.
import '@slipstream/contract/reconciliation'
import { configure, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { pretendStore, refuse, showAt } from '#testing/pretend-store.tsx'
import { MoneyCheckBadge } from './money-check-badge.tsx'

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })

const CHECK = 'GET /api/admin/money-check'
const RUN = 'POST /api/admin/money-check'
const user = userEvent.setup({ delay: null })

const sentCheck = (changes: object = {}) => ({
  checkedAt: new Date().toISOString(),
  isRight: true,
  stripeCents: 12_345,
  ledgerCents: 12_345,
  orders: 9,
  differences: [],
  ...changes,
})

let store: ReturnType<typeof pretendStore>
beforeEach(() => {
  store = pretendStore({ [CHECK]: () => sentCheck() })
})

const open = () => showAt('/admin/orders', <MoneyCheckBadge />)
const badge = (name: string) => screen.findByRole('button', { name })

test('[ROUTE-11] a passed money check shows the amounts at Stripe and in the ledger', async () => {
  open()
  await user.click(await badge('Money check passed'))
  const values = within(await screen.findByRole('dialog')).getAllByRole('definition')
  expect(values.map(({ textContent }) => textContent)).toEqual(['$123.45', '$123.45', '9'])
})

test('the money check lists every difference with a link to its order', async () => {
  const difference = {
    kind: 'missing_in_ledger',
    orderNumber: 'SL-2026-000123',
    stripeId: 'pi_1',
    detail: 'Stripe has $12.50.',
  }
  store.answers[CHECK] = () => sentCheck({ isRight: false, differences: [difference] })
  const { here } = open()
  await user.click(await badge('1 difference'))
  expect(screen.getByRole('list', { name: 'Differences' }).textContent).toContain('missing in ledger')
  await user.click(screen.getByRole('link', { name: 'SL-2026-000123' }))
  expect(here()).toBe('/admin/orders?order=SL-2026-000123')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('an overdue money check is not shown as passed', async () => {
  store.answers[CHECK] = () => sentCheck({ checkedAt: '2026-01-01T00:00:00.000Z' })
  open()
  expect(await badge('Money check overdue')).toBeTruthy()
})

test('a money check can be started, and its result appears when the worker is done', async () => {
  store.answers[CHECK] = () => null
  store.answers[RUN] = () => ({ success: true, message: 'It is being checked.' })
  open()
  await user.click(await badge('Money not checked yet'))
  await user.click(await badge('Check now'))
  expect(await screen.findByText('The money check is running.')).toBeTruthy()
  store.answers[CHECK] = () => sentCheck()
  expect(await screen.findByText(/^Everything matches/)).toBeTruthy()
  expect(screen.queryByText('The money check is running.')).toBeNull()
})

test('a money check that fails to load is shown as unknown, not as passed', async () => {
  store.answers[CHECK] = () => refuse('server.failed')
  open()
  expect(await screen.findByText('Money check unknown')).toBeTruthy()
})
