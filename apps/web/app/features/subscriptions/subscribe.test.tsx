// Preloads the lazy modules so that no test waits for them.
import '@slipstream/contract/subscriptions-mine'
import '@slipstream/contract/subscriptions'
import './membership.tsx'
import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { ERRORS } from '@slipstream/contract/errors'
import { pretendStore, refuse, showAt } from '#testing/pretend-store.tsx'
import { SubscribeTop } from './subscribe-page.tsx'
import { SENT_PLANS, sentSubscription } from './testing/example-subscription.ts'

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })

const PLANS = 'GET /api/subscription/plans'
const MINE = 'GET /api/subscription/mine'
const GUARANTEE = 'GET /api/subscription/guarantee'
const START = 'POST /api/subscription/start'
const CANCEL = 'POST /api/subscription/cancel'
const RESUME = 'POST /api/subscription/resume'
const REFUND = 'POST /api/subscription/refund'
const PORTAL = 'POST /api/subscription/portal'
const COMPLETE = 'POST /api/subscription/complete'
const user = userEvent.setup({ delay: null })
const left = vi.fn()

let store: ReturnType<typeof pretendStore>
beforeEach(() => {
  left.mockReset()
  vi.stubGlobal('location', { ...window.location, assign: left })
  store = pretendStore({ [PLANS]: () => SENT_PLANS, [MINE]: () => null, [GUARANTEE]: () => ({ isUsed: false }) })
})

const open = (isSignedIn: boolean, address = '/subscribe') =>
  showAt(address, <SubscribeTop isSignedIn={isSignedIn} picture={null} modCount={9} />)
const openMember = (changes: object = {}) => {
  store.answers[MINE] = () => sentSubscription(changes)
  open(true)
  return screen.findByRole('heading', { name: 'Subscription Status' })
}
const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
const confirm = async (name: string) =>
  user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name }))
const status = () => screen.getByRole('region', { name: 'Premium Month' }).textContent

test('[ROUTE-01] a visitor sees what the plans cost, and signs in to buy one', async () => {
  open(false)
  expect(await screen.findByText('$59.99')).toBeTruthy()
  expect(screen.getByText('$5.00 a month, 28% less than monthly')).toBeTruthy()
  expect(screen.getByText(/^Nine mods today/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Get Premium Year' }).getAttribute('href')).toBe(
    '/login?next=%2Fsubscribe%3Fplan%3D2',
  )
  expect(store.asked(MINE)).toEqual([])
})

test('plans that cannot be loaded say so, and can be loaded again', async () => {
  store.answers[PLANS] = () => refuse('server.failed')
  open(false)
  expect(await screen.findByText('The plans could not be loaded.')).toBeTruthy()
  store.answers[PLANS] = () => SENT_PLANS
  await press('Try again')
  expect(await screen.findByText('$6.99')).toBeTruthy()
})

test('a signed-in user buys a plan at the price that was shown, on Stripe’s page', async () => {
  store.answers[START] = () => ({ url: 'https://pay.example/cs_1' })
  open(true)
  await press('Get Premium Year')
  await waitFor(() => expect(left).toHaveBeenCalledWith('https://pay.example/cs_1'))
  expect(store.asked(START).map(({ body }) => body)).toEqual([{ planId: 2, shownCents: 5999 }])
})

test('a plan chosen before signing in is ready to be bought afterwards', async () => {
  open(true, '/subscribe?plan=2')
  const button = await screen.findByRole('button', { name: 'Get Premium Year' })
  await waitFor(() => expect(document.activeElement).toBe(button))
  expect(screen.getByText('You’re signed in. Premium Year is one click away.')).toBeTruthy()
})

test('a purchase that is refused says why and shows the plans as they are now', async () => {
  store.answers[START] = () => {
    store.answers[PLANS] = () => [{ ...SENT_PLANS[0], price: 7.99 }]
    return refuse('subscriptions.price_changed')
  }
  open(true)
  await press('Get Premium Month')
  expect(await screen.findByText(ERRORS['subscriptions.price_changed'][1])).toBeTruthy()
  expect(await screen.findByText('$7.99')).toBeTruthy()
  expect(left).not.toHaveBeenCalled()
})

test('a store without a plan on sale says so', async () => {
  store.answers[PLANS] = () => []
  open(true)
  expect(await screen.findByText('No plan is on sale right now')).toBeTruthy()
})

test('on return from Stripe the subscription page waits for the payment and then welcomes the member', async () => {
  let tries = 0
  store.answers[COMPLETE] = () => {
    tries += 1
    return { isActive: tries > 1, subscription: tries > 1 ? sentSubscription() : null }
  }
  open(true, '/subscribe?transaction=cs_1')
  expect(await screen.findByText(/^Waiting for your payment/)).toBeTruthy()
  expect(await screen.findByText('Welcome to Premium. The garage is open.')).toBeTruthy()
  expect(await screen.findByRole('heading', { name: 'Subscription Status' })).toBeTruthy()
  expect(store.asked(COMPLETE).map(({ body }) => body)).toEqual(Array(2).fill({ transactionId: 'cs_1' }))
})

test('a member sees plan, state, renewal, price, card and invoices, and no plans to buy', async () => {
  await openMember()
  expect(status()).toContain('Active')
  expect(status()).toContain('Renews on Jan 3, 2027 for $6.99.')
  expect(status()).toContain('Ends in 4242')
  expect(screen.getByText('SLIP-0001')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Get Premium Year' })).toBeNull()
})

test('a subscription that could not be loaded says so, and can be loaded again', async () => {
  store.answers[MINE] = () => refuse('server.failed')
  open(true)
  expect(await screen.findByText('Your subscription could not be loaded.')).toBeTruthy()
  store.answers[MINE] = () => sentSubscription()
  await press('Try again')
  expect(await screen.findByRole('heading', { name: 'Subscription Status' })).toBeTruthy()
})

test('a member can cancel with one confirmation, say why, and undo the cancellation', async () => {
  const ending = sentSubscription({
    state: 'ending',
    cancelAtPeriodEnd: true,
    renewsAt: null,
    endsAt: '2027-01-03T14:02:00.000Z',
  })
  store.answers[CANCEL] = () => ending
  store.answers[RESUME] = () => sentSubscription()
  await openMember()
  await press('Cancel subscription')
  expect(store.asked(CANCEL)).toEqual([])
  await confirm('Cancel subscription')
  expect(await screen.findByText(/^You canceled. Premium stays on until/)).toBeTruthy()

  await user.selectOptions(screen.getByRole('combobox', { name: 'Why did you cancel?' }), 'It’s too expensive')
  await press('Send answer')
  expect(await screen.findByText('Thank you. We read every answer.')).toBeTruthy()
  expect(store.asked(CANCEL).map(({ body }) => body)).toEqual([{}, { feedback: 'too_expensive' }])

  await press('Keep Premium')
  expect(await screen.findByText(/^Renews on/)).toBeTruthy()
})

test('a failed renewal shows until when Premium stays on and leads to the card update', async () => {
  store.answers[PORTAL] = () => ({ url: 'https://billing.example/session' })
  await openMember({
    state: 'past_due',
    endsAt: '2027-01-10T14:02:00.000Z',
    openInvoice: {
      amountCents: 699,
      nextAttemptAt: '2027-01-06T14:02:00.000Z',
      url: 'https://invoice.stripe.example/2',
    },
  })
  expect(status()).toContain('Payment failed')
  expect(status()).toContain('Your renewal of $6.99 could not be paid. Premium stays on until Jan 10, 2027')
  expect(status()).toContain('We try your card again on Jan 6, 2027.')
  await press('Update card')
  await waitFor(() => expect(left).toHaveBeenCalledWith('https://billing.example/session'))
})

test('a failed renewal that was paid elsewhere shows as active on the open page', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await openMember({ state: 'past_due', endsAt: '2027-01-10T14:02:00.000Z' })
  store.answers[MINE] = () => sentSubscription()
  await vi.advanceTimersByTimeAsync(6_000)
  await waitFor(() => expect(status()).toContain('Active'))
  vi.useRealTimers()
})

test('the subscription page does not promise to retry a card that Stripe will not charge again', async () => {
  await openMember({
    state: 'past_due',
    endsAt: '2027-01-10T14:02:00.000Z',
    openInvoice: { amountCents: 699, nextAttemptAt: null, url: null },
  })
  expect(status()).toContain('We can’t try this card again.')
  expect(status()).not.toContain('We try your card again')
})

test('a former member sees when Premium ended, and the plans', async () => {
  store.answers[MINE] = () => sentSubscription({ state: 'ended', renewsAt: null, endsAt: '2026-11-02T09:31:00.000Z' })
  open(true)
  await screen.findByText(/^Premium ended/)
  expect(status()).toContain('Premium ended on Nov 2, 2026.')
  expect(await screen.findByRole('button', { name: 'Get Premium Year' })).toBeTruthy()
})

test('[LEGAL-04] a member gets everything back with one confirmation in the first 30 days', async () => {
  store.answers[REFUND] = () => sentSubscription({ state: 'ended', renewsAt: null, endsAt: '2026-11-02T09:31:00.000Z' })
  await openMember({ refundableUntil: '2026-11-02T14:02:00.000Z', refundableCents: 699 })
  await press('Get $6.99 back')
  expect(store.asked(REFUND)).toEqual([])
  await confirm('Refund and end Premium')
  expect(await screen.findByText(/^Premium ended/)).toBeTruthy()
  expect(store.asked(REFUND)).toHaveLength(1)
})

test('[LEGAL-04] a former member still gets the money back in the first 30 days', async () => {
  const ended = { state: 'ended', renewsAt: null, endsAt: '2026-10-10T09:31:00.000Z' }
  store.answers[MINE] = () =>
    sentSubscription({ ...ended, refundableUntil: '2026-11-02T14:02:00.000Z', refundableCents: 699 })
  store.answers[REFUND] = () => sentSubscription(ended)
  open(true)
  await press('Get $6.99 back')
  await confirm('Refund payment')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Get $6.99 back' })).toBeNull())
  expect(store.asked(REFUND)).toHaveLength(1)
})

test('[LEGAL-04] after the first 30 days the subscription page links to support instead of offering a refund', async () => {
  await openMember()
  expect(screen.queryByRole('button', { name: /back$/ })).toBeNull()
  expect(screen.getByRole('link', { name: 'Contact support' }).getAttribute('href')).toBe('/tickets?new=refund')
})

test('[LEGAL-04] a refund that is requested too late fails and points to support', async () => {
  store.answers[REFUND] = () => refuse('subscriptions.refund_over')
  await openMember({ refundableUntil: '2026-11-02T14:02:00.000Z', refundableCents: 699 })
  await press('Get $6.99 back')
  await confirm('Refund and end Premium')
  expect((await screen.findByRole('alert')).textContent).toContain('support')
})

test('an open subscription page updates as soon as access ends', async () => {
  const endsAt = new Date(Date.now() + 400).toISOString()
  store.answers[MINE] = () => sentSubscription({ state: Date.now() < Date.parse(endsAt) ? 'ending' : 'ended', endsAt })
  open(true)
  expect(await screen.findByText(/^You canceled/)).toBeTruthy()
  expect(await screen.findByText(/^Premium ended/)).toBeTruthy()
})

test('[LEGAL-04] a person who has used the money-back guarantee is told before paying, and is not offered it again', async () => {
  store.answers[GUARANTEE] = () => ({ isUsed: true })
  store.answers[START] = () => ({ url: 'https://stripe.example/pay' })
  open(true)
  expect(await screen.findByText('You have used the money-back guarantee')).toBeTruthy()
  expect(screen.queryByText('30-day money-back')).toBeNull()
  await press('Get Premium Month')
  await waitFor(() => expect(left).toHaveBeenCalledWith('https://stripe.example/pay'))
})

test('no plan can be bought before it is known whether the guarantee applies, and a failure can be repeated', async () => {
  store.answers[GUARANTEE] = () => refuse('server.busy')
  open(true)
  expect(await screen.findByText('The plans could not be loaded.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Get / })).toBeNull()
  store.answers[GUARANTEE] = () => ({ isUsed: false })
  await press('Try again')
  expect(await screen.findAllByText('30-day money-back')).not.toHaveLength(0)
})
