// Preloads the lazy modules so that no test waits for them.
import '@slipstream/contract/subscriptions-mine'
import '@slipstream/contract/subscriptions'
import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { ERRORS } from '@slipstream/contract/errors'
import { pretendStore, refuse, showAt } from '#testing/pretend-store.tsx'
import Membership from './membership.tsx'
import { SENT_PLANS, sentSubscription } from './testing/example-subscription.ts'

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })

const MINE = 'GET /api/subscription/mine'
const PLANS = 'GET /api/subscription/plans'
const QUOTE = 'POST /api/subscription/change/quote'
const CHANGE = 'POST /api/subscription/change'
const WITHDRAW = 'POST /api/subscription/change/withdraw'
const user = userEvent.setup({ delay: null })

const YEAR = { planId: 2, planName: 'Premium Year', amountCents: 5_999, interval: 'year' }
const sentQuote = (changes: object = {}) => ({
  quote: 'q-1',
  plan: YEAR,
  timing: 'now',
  dueCents: 5_400,
  creditCents: 599,
  renewsAt: '2027-11-16T10:00:00.000Z',
  ...changes,
})
const PLANNED = { change: 'planned', nextPlan: YEAR }

let store: ReturnType<typeof pretendStore>
beforeEach(() => {
  store = pretendStore({
    [PLANS]: () => SENT_PLANS,
    [MINE]: () => sentSubscription(),
    [QUOTE]: () => sentQuote(),
  })
})

const openDialog = async () => {
  showAt('/subscribe', <Membership />)
  await user.click(await screen.findByRole('button', { name: 'Change plan' }))
  return within(await screen.findByRole('dialog', { name: 'Change plan' }))
}
const choose = async (dialog: Awaited<ReturnType<typeof openDialog>>) =>
  user.click(await dialog.findByRole('radio', { name: /^Premium Year/ }))
const status = () =>
  screen.getByRole('heading', { level: 2, name: /^Premium/, hidden: true }).closest('section')?.textContent

test('a member sees the exact amount due for another plan before confirming the change', async () => {
  store.answers[CHANGE] = () => sentSubscription(YEAR)
  const dialog = await openDialog()
  expect(dialog.queryByRole('radio', { name: /^Premium Month/ }), 'the plan they have is not offered').toBeNull()
  expect(store.asked(QUOTE)).toEqual([])
  await choose(dialog)
  expect(await dialog.findByText('$54.00')).toBeTruthy()
  expect(dialog.getByText('−$5.99')).toBeTruthy()
  expect(dialog.getByText('Nov 16, 2027').closest('dt')?.textContent).toBe('Renews on Nov 16, 2027')
  expect(store.asked(CHANGE)).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Pay $54.00 and change' }))
  await waitFor(() => expect(status()).toContain('Premium Year'))
  expect(store.asked(QUOTE).map(({ body }) => body)).toEqual([{ planId: 2 }])
  expect(store.asked(CHANGE).map(({ body }) => body)).toEqual([{ quote: 'q-1' }])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a plan is chosen and confirmed with the keyboard alone', async () => {
  store.answers[CHANGE] = () => sentSubscription(YEAR)
  const dialog = await openDialog()
  const radio = await dialog.findByRole('radio', { name: /^Premium Year/ })
  await user.tab()
  expect(document.activeElement).toBe(radio)
  await user.keyboard(' ')
  await dialog.findByText('$54.00')
  await user.tab()
  await user.tab()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(status()).toContain('Premium Year'))
})

test('a plan change that starts with the next period shows that nothing is due, and can be undone', async () => {
  store.answers[QUOTE] = () => sentQuote({ timing: 'period_end', dueCents: 0, creditCents: 0 })
  store.answers[CHANGE] = () => sentSubscription(PLANNED)
  store.answers[WITHDRAW] = () => sentSubscription()
  const dialog = await openDialog()
  await choose(dialog)
  expect(await dialog.findByText('Nothing')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Change plan' }))
  await waitFor(() => expect(status()).toContain('Changes to Premium Year on Jan 3, 2027'))
  await user.click(screen.getByRole('button', { name: 'Keep this plan' }))
  await waitFor(() => expect(status()).toContain('Renews on'))
  expect(await screen.findByRole('button', { name: 'Change plan' })).toBeTruthy()
})

test('a changed amount is shown again and is not confirmed automatically', async () => {
  store.answers[CHANGE] = () => {
    store.answers[QUOTE] = () => sentQuote({ quote: 'q-2', dueCents: 5_500 })
    return refuse('subscriptions.quote_over')
  }
  const dialog = await openDialog()
  await choose(dialog)
  await user.click(await dialog.findByRole('button', { name: 'Pay $54.00 and change' }))
  expect((await dialog.findByRole('alert')).textContent).toContain(ERRORS['subscriptions.quote_over'][1])
  expect(await dialog.findByRole('button', { name: 'Pay $55.00 and change' })).toBeTruthy()
  expect(store.asked(CHANGE)).toHaveLength(1)
})

test('after a declined card the dialog says that the plan stays as it is', async () => {
  store.answers[CHANGE] = () => refuse('subscriptions.card_declined')
  const dialog = await openDialog()
  await choose(dialog)
  await user.click(await dialog.findByRole('button', { name: 'Pay $54.00 and change' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('Your plan stays as it is.')
  expect(status()).toContain('Premium Month')
})

test('a quote that fails says why and can be requested again', async () => {
  store.answers[QUOTE] = () => refuse('payments.away')
  const dialog = await openDialog()
  await choose(dialog)
  expect((await dialog.findByRole('alert')).textContent).toContain(ERRORS['payments.away'][1])
  expect(dialog.getByRole('button', { name: 'Change plan' })).toHaveProperty('disabled', true)
  store.answers[QUOTE] = () => sentQuote()
  await user.click(dialog.getByRole('button', { name: 'Try again' }))
  expect(await dialog.findByText('$54.00')).toBeTruthy()
})

test('without another plan on sale the dialog says so', async () => {
  store.answers[PLANS] = () => SENT_PLANS.slice(0, 1)
  const dialog = await openDialog()
  expect(await dialog.findByText('There is no other plan on sale right now.')).toBeTruthy()
})

test('a plan change that has not reached Stripe yet is polled until it is done', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  store.answers[MINE] = () => sentSubscription({ change: 'requested' })
  showAt('/subscribe', <Membership />)
  expect(await screen.findByText(/^Your plan change is in progress/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Change plan' })).toBeNull()
  store.answers[MINE] = () => sentSubscription(YEAR)
  await vi.advanceTimersByTimeAsync(6_000)
  await waitFor(() => expect(status()).toContain('Premium Year'))
  vi.useRealTimers()
})
