import type { Guard } from '#lib/guard.ts'
// Preloads the lazy modules so that no test waits for them.
import '@slipstream/contract/mods'
import '@slipstream/contract/orders-admin'
import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { pretendStore, refuse, showAt } from '#testing/pretend-store.tsx'
import { OrderDetail } from './order-detail.tsx'
import { sentItem, sentOrder, sentRow } from './testing/example-order.ts'

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })

const ORDER = '/api/admin/orders/12'
const REFUND = `POST ${ORDER}/refund`
const NUMBER = 'SL-2026-000123'
const user = userEvent.setup({ delay: null })

let store: ReturnType<typeof pretendStore>
beforeEach(() => {
  store = pretendStore({
    'GET /api/admin/orders': () => ({ items: [sentRow(9), sentRow(12, { number: NUMBER })], next: null }),
    [`GET ${ORDER}`]: () => sentOrder(),
  })
})

const open = (guard: Guard = (act) => act()) =>
  showAt(
    `/admin/orders?status=paid&order=${NUMBER}`,
    <OrderDetail number={NUMBER} guard={guard} findMod={() => null} />,
  )
const button = (name: string) => screen.findByRole('button', { name })
const dialog = async (name: string | RegExp) => within(await screen.findByRole('dialog', { name }))
const show = (changes: Parameters<typeof sentOrder>[0]) => {
  store.answers[`GET ${ORDER}`] = () => sentOrder(changes)
}

test('an order opens by its number and links back to the filtered list', async () => {
  open()
  expect(await screen.findByRole('list', { name: 'Items' })).toBeTruthy()
  expect(store.asked('GET /api/admin/orders')[0]?.query).toEqual({ q: '000123' })
  expect(screen.getByRole('heading', { level: 1, name: NUMBER })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Orders' }).getAttribute('href')).toBe('/admin/orders?status=paid')
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['$30.00', '−$3.00', '$27.00']),
  )
  expect(screen.getByText('In the locker, never downloaded')).toBeTruthy()
  expect(screen.getByText(/^In the locker, downloaded/).textContent).toContain('Nov 5')
})

test('an unknown order number shows "Order not found"', async () => {
  store.answers['GET /api/admin/orders'] = () => ({ items: [sentRow(9)], next: null })
  open()
  expect(await screen.findByText('Order not found')).toBeTruthy()
})

test('an order that fails to load shows an error and can be retried', async () => {
  store.answers[`GET ${ORDER}`] = () => refuse('server.failed')
  open()
  expect(await screen.findByText('This order could not be loaded.')).toBeTruthy()
  show({})
  await user.click(await button('Try again'))
  expect(await screen.findByRole('list', { name: 'Items' })).toBeTruthy()
})

test('the timeline shows events of the store, Stripe, the ledger, e-mails and downloads', async () => {
  const at = '2026-11-04T10:00:00.000Z'
  show({
    timeline: [
      { at, source: 'order', what: 'ordered', by: 'racer', detail: { totalCents: 2700 } },
      {
        at,
        source: 'order',
        what: 'card_declined',
        by: null,
        detail: { why: 'insufficient_funds', stripeId: 'ch_1' },
      },
      { at, source: 'stripe', what: 'checkout.session.completed', by: null, detail: { id: 'evt_1', object: 'cs_1' } },
      { at, source: 'ledger', what: 'payment', by: null, detail: { amountCents: 2700, stripeId: 'pi_1' } },
      {
        at,
        source: 'order',
        what: 'receipt_mailed',
        by: null,
        detail: { to: 'racer@mail.example', letter: 'receipt' },
      },
      { at, source: 'order', what: 'refund_asked', by: 'boss', detail: { amountCents: 1350, reason: 'A gift' } },
      {
        at,
        source: 'download',
        what: 'downloaded',
        by: 'racer',
        detail: { title: 'Senko', version: '1.2', ip: '10.0.0.1' },
      },
    ],
  })
  open()
  const lines = within(await screen.findByRole('list', { name: 'Timeline' })).getAllByRole('listitem')
  const texts = lines.map(({ textContent }) => textContent?.replace(/Nov 4(, 2026)?, \d+:\d+ [AP]M/, '|'))
  expect(texts).toEqual([
    'Ordered|By racer\u00a0· $27.00',
    'Card declined: insufficient funds|StoreShow idsch_1',
    'Payment page completed|StripeShow idscheckout.session.completedevt_1cs_1',
    'Payment recorded|Ledger\u00a0· $27.00Show idspi_1',
    'Receipt sent|Store\u00a0· to racer@mail.example',
    'Refund approved|By boss\u00a0· $13.50\u00a0· “A gift”',
    'Downloaded|By racer\u00a0· Senko\u00a0· 1.2\u00a0· from 10.0.0.1',
  ])
  expect(lines.flatMap((line) => [...line.querySelectorAll('details')]).some(({ open: isOpen }) => isOpen)).toBe(false)
})

test('a refund can be canceled with a button, and nothing is sent', async () => {
  open()
  await user.click(await button('Refund'))
  const form = await dialog(`Refund ${NUMBER}`)
  await user.click(form.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(store.asked(REFUND)).toEqual([])
})

test('refunding one item shows the amount first, needs a reason, and keeps the input when it fails', async () => {
  store.answers[REFUND] = () => refuse('orders.nothing_to_refund')
  open()
  await user.click(await button('Refund'))
  const form = await dialog(`Refund ${NUMBER}`)
  await user.click(form.getByRole('button', { name: 'Refund $27.00' }))
  expect(await form.findByText('Enter a reason.')).toBeTruthy()
  await user.click(form.getByRole('checkbox', { name: 'Everything, $27.00' }))
  await user.type(form.getByRole('textbox', { name: 'Reason' }), ' The doors fall off. ')
  await user.click(form.getByRole('button', { name: 'Refund' }))
  expect(await form.findByText('Choose at least one mod.')).toBeTruthy()
  expect(store.asked(REFUND)).toEqual([])

  await user.click(form.getByRole('checkbox', { name: /^Senko/ }))
  await user.click(form.getByRole('button', { name: 'Refund $13.50' }))
  expect((await form.findByRole('alert')).textContent).toContain('There is nothing left to refund.')
  expect(form.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reason' }).value).toContain('The doors fall off.')

  const refunded = [
    sentItem(1, 'Aurelion'),
    sentItem(2, 'Senko', { refundedCents: 1350, refundableCents: 0, isInLocker: false }),
  ]
  store.answers[REFUND] = () => sentOrder({ items: refunded })
  show({ status: 'partially_refunded', items: refunded, refundedCents: 1350 })
  await user.click(form.getByRole('button', { name: 'Refund $13.50' }))
  expect(await screen.findByText('Partly refunded')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(store.asked(REFUND).at(-1)?.body).toEqual({ itemIds: [2], reason: 'The doors fall off.' })
})

test('a refund is not sent if the admin declines to reauthenticate, and the form keeps its input', async () => {
  open(() => Promise.resolve(null))
  await user.click(await button('Refund'))
  const form = await dialog(`Refund ${NUMBER}`)
  await user.type(form.getByRole('textbox', { name: 'Reason' }), 'A gift')
  await user.click(form.getByRole('button', { name: 'Refund $27.00' }))
  await waitFor(() => expect(store.asked(`GET ${ORDER}`).length).toBeGreaterThan(1))
  expect(store.asked(REFUND)).toEqual([])
  expect(form.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reason' }).value).toBe('A gift')
  expect(form.queryByRole('alert')).toBeNull()
})

test.each(['pending', 'disputed', 'refunded'])('an order that is %s cannot be refunded', async (status) => {
  show({ status })
  open()
  await screen.findByRole('list', { name: 'Items' })
  expect(screen.queryByRole('button', { name: 'Refund' })).toBeNull()
})

test('a refund request can be declined with a reason for the buyer or answered with a refund', async () => {
  const request = {
    kind: 'refund',
    state: 'open',
    reason: 'It squeaks.',
    createdAt: '2026-11-05T10:00:00.000Z',
    answer: null,
    isFromBuyer: true,
  }
  show({ requests: [request] })
  store.answers[`POST ${ORDER}/decline-request`] = () => sentOrder()
  open()
  expect(await screen.findByText('It squeaks.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Refund' })).toBeNull()
  await user.click(await button('Issue refund'))
  await dialog(`Refund ${NUMBER}`)
  await user.keyboard('{Escape}')
  await user.click(await button('Decline'))
  const form = await dialog('Decline the request?')
  await user.type(form.getByRole('textbox', { name: 'Reason' }), 'It should squeak.')
  show({ requests: [{ ...request, state: 'declined', answer: 'It should squeak.' }] })
  await user.click(form.getByRole('button', { name: 'Decline the request' }))
  expect(await screen.findByText('Answer: It should squeak.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Decline' })).toBeNull()
  expect(store.asked(`POST ${ORDER}/decline-request`)[0]?.body).toEqual({ reason: 'It should squeak.' })
})

test('a problem that needs a decision can be closed without an e-mail', async () => {
  const request = {
    kind: 'refund',
    state: 'open',
    reason: 'A refund of $13.50 has failed and is still owed.',
    createdAt: '2026-11-05T10:00:00.000Z',
    answer: null,
    isFromBuyer: false,
  }
  show({ requests: [request] })
  store.answers[`POST ${ORDER}/decline-request`] = () => sentOrder()
  open()
  expect(await screen.findByText(/^Needs a decision/)).toBeTruthy()
  expect(screen.getByText(request.reason)).toBeTruthy()
  expect(screen.queryByText(/asked for a refund/)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Decline' })).toBeNull()
  await user.click(await button('Close'))
  const form = await dialog('Close without a refund?')
  expect(form.getByText(/no e-mail is sent/)).toBeTruthy()
  await user.type(form.getByRole('textbox', { name: 'Decision' }), 'Paid by transfer')
  show({ requests: [{ ...request, state: 'declined', answer: 'Paid by transfer' }] })
  await user.click(form.getByRole('button', { name: 'Close without a refund' }))
  expect(await screen.findByText(/^Reviewed, closed/)).toBeTruthy()
  expect(screen.getByText('Decided: Paid by transfer')).toBeTruthy()
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Paid'))
  expect(store.asked(`POST ${ORDER}/decline-request`)[0]?.body).toEqual({ reason: 'Paid by transfer' })
})

test('after a full refund the focus moves to the order status', async () => {
  const items = [sentItem(1, 'Aurelion', { refundedCents: 1350, refundableCents: 0, isInLocker: false })]
  const refunded = { status: 'refunded', items, refundedCents: 1350 }
  store.answers[REFUND] = () => sentOrder(refunded)
  open()
  await user.click(await button('Refund'))
  const form = await dialog(`Refund ${NUMBER}`)
  await user.type(form.getByRole('textbox', { name: 'Reason' }), 'The doors fall off.')
  show(refunded)
  await user.click(form.getByRole('button', { name: 'Refund $27.00' }))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Refunded'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test.each([
  ['queued', 'In progress'],
  ['sent', 'Refunded'],
  ['failed', 'Failed'],
])('a refund in the state %s is labeled “%s”', async (state, word) => {
  const refund = {
    id: 1,
    state,
    amountCents: 1350,
    reason: 'A gift',
    itemIds: [1],
    createdAt: '2026-11-05T10:00:00.000Z',
    error: null,
  }
  show({
    refundsAsked: [refund],
    timeline: [{ at: refund.createdAt, source: 'order', what: 'refund_failed', by: null, detail: {} }],
  })
  open()
  expect(within(await screen.findByRole('list', { name: 'Refunds' })).getByText(word)).toBeTruthy()
  expect(screen.getByText('Refund failed')).toBeTruthy()
})

test('refunds and disputes reduce the net amount, unless the dispute was won', async () => {
  const dispute = {
    id: 'du_1',
    state: 'lost',
    reason: 'fraudulent',
    amountCents: 1000,
    openedAt: '2026-11-06T10:00:00.000Z',
    evidenceDueAt: null,
  }
  const won = { ...dispute, id: 'du_2', state: 'won' }
  show({ status: 'disputed', refundedCents: 1350, disputes: [dispute, won] })
  open()
  expect((await screen.findByText('Net')).nextSibling?.textContent).toBe('$3.50')
  expect(screen.getByText('Refunded').nextSibling?.textContent).toBe('−$13.50')
  expect(screen.getByText('Disputed amount').nextSibling?.textContent).toBe('−$10.00')
})

test('resending the receipt and checking the payment each show their result', async () => {
  store.answers[`POST ${ORDER}/receipt`] = () => ({ success: true, message: 'On its way.' })
  store.answers[`POST ${ORDER}/check`] = () => refuse('payments.away')
  open()
  await user.click(await button('Resend receipt'))
  expect(await screen.findByText('The receipt is on its way.')).toBeTruthy()
  await user.click(await button('Check payment'))
  expect((await screen.findByRole('alert')).textContent).toContain('The payment provider is unavailable.')
})
