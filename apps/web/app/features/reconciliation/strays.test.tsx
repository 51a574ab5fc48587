// Preloads the lazy module so that no test waits for it.
import '@slipstream/contract/strays'
import { configure, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { pretendStore, refuse, showAt } from '#testing/pretend-store.tsx'
import { Strays } from './strays.tsx'

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })

const LIST = 'GET /api/admin/strays'
const SETTLE = 'POST /api/admin/strays/7'
const user = userEvent.setup({ delay: null })

const sentStray = (changes: object = {}) => ({
  id: 7,
  kind: 'order',
  number: 'SL-2026-000123',
  stripeId: 'cs_1',
  account: 'ada',
  amountCents: 1_250,
  soldAt: new Date().toISOString(),
  state: 'open',
  problem: null,
  ...changes,
})

let store: ReturnType<typeof pretendStore>
beforeEach(() => {
  store = pretendStore({ [LIST]: () => ({ items: [sentStray()] }) })
})

const open = () => showAt('/admin/orders', <Strays guard={(act) => act()} />)

test('[CAP-41] a sale that is only at Stripe is adopted after a question, and its state is shown', async () => {
  store.answers[SETTLE] = () => {
    store.answers[LIST] = () => ({ items: [sentStray({ state: 'adopting' })] })
    return { success: true, message: 'It is being carried out.' }
  }
  open()
  const table = within(await screen.findByRole('table', { name: 'Sales that are only at Stripe' }))
  expect(table.getByText('$12.50')).toBeTruthy()
  await user.click(table.getByRole('button', { name: 'Adopt' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Adopt SL-2026-000123?' }))
  await user.click(dialog.getByRole('button', { name: 'Adopt' }))
  expect(await screen.findByText('Being adopted')).toBeTruthy()
})

test('[CAP-41] a sale whose account is lost says why it cannot be adopted, and a refusal stays in the dialog', async () => {
  const problem = 'The account that bought it is not in this database.'
  store.answers[LIST] = () => ({ items: [sentStray({ account: null, problem })] })
  store.answers[SETTLE] = () => refuse('strays.decided')
  open()
  expect(await screen.findByText(problem)).toBeTruthy()
  expect(screen.getByText('Account lost too')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Refund' }))
  await user.click(await screen.findByRole('button', { name: 'Cancel and refund' }))
  expect(await screen.findByText(/Somebody has already decided/)).toBeTruthy()
})

test('without a lost sale nothing is shown', async () => {
  const list = vi.fn(() => ({ items: [] }))
  store.answers[LIST] = list
  open()
  await vi.waitFor(() => expect(list).toHaveBeenCalled())
  expect(screen.queryByText('Paid at Stripe, but not in this database')).toBeNull()
})
