import type { ApiCall } from '@slipstream/contract/addresses'
// Preloads the lazy modules so that no test waits for them.
import '@slipstream/contract/cart'
import '@slipstream/contract/checkout'
import '@slipstream/contract/orders'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { ERRORS } from '@slipstream/contract/errors'
import { createQueryClient } from '#lib/query-client.ts'
import CheckoutPage from './checkout-page.tsx'

const consents = { version: '2026-11', delivery: 'I want it at once.', withdrawal: 'My right of withdrawal ends.' }
const quote = {
  quote: 'quote-1',
  lines: [
    {
      modId: 2,
      title: 'Tsukiro Senko D-Spec',
      priceCents: 1799,
      saleCents: 500,
      couponCents: 0,
      paysCents: 1299,
      isOwned: false,
    },
    {
      modId: 4,
      title: 'Kestrel R4 Rally',
      priceCents: 1899,
      saleCents: 0,
      couponCents: 0,
      paysCents: 1899,
      isOwned: false,
    },
  ],
  included: [] as { modId: number; title: string }[],
  subtotalCents: 3698,
  saleCents: 500,
  couponCents: 0,
  totalCents: 3198,
  coupon: null,
  couponProblem: null,
  problem: null,
  consents,
}

let answers: Partial<Record<ApiCall, (body: unknown) => Response | Promise<Response>>>
let sent: { call: string; body: unknown }[]
const left = vi.fn()
const refuse = (code: keyof typeof ERRORS) => () =>
  Response.json({ code, message: ERRORS[code][1], requestId: 'req-7' }, { status: ERRORS[code][0] })
const QUOTE = 'GET /api/checkout/quote'

beforeEach(() => {
  localStorage.clear()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  sessionStorage.clear()
  left.mockReset()
  sent = []
  answers = { [QUOTE]: () => Response.json(quote) }
  vi.stubGlobal('location', { ...window.location, assign: left })
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: { method?: string; body?: string } = {}) => {
    const call = `${method} ${path}`
    sent.push({ call, body: body === undefined ? undefined : JSON.parse(body) })
    const answer = answers[call as ApiCall]
    if (!answer) throw new Error(`${call} was not expected`)
    return answer(body)
  })
})

const openCheckout = (transaction: string | null = null, address = '/checkout') => {
  const page = (
    <CheckoutPage
      receipt={<input aria-label="E-mail address" />}
      transaction={transaction}
      thumb={() => null}
      bought={(orderNumber) => <p>The mods of {orderNumber}</p>}
      guide={(title) => <p>How to install {title}</p>}
      discordUrl="https://discord.example/slipstream"
    />
  )
  const router = createMemoryRouter([{ path: '*', element: page }], { initialEntries: [address] })
  return render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}
const agree = async () => {
  await userEvent.click(await screen.findByRole('checkbox', { name: consents.delivery }))
  await userEvent.click(screen.getByRole('checkbox', { name: consents.withdrawal }))
}
const boxes = () => screen.getAllByRole<HTMLInputElement>('checkbox').map(({ checked }) => checked)
const amounts = () => screen.getAllByRole('definition').map((amount) => amount.textContent)
const started = () => sent.filter(({ call }) => call === 'POST /api/checkout').map(({ body }) => body)

test('every amount at checkout comes from the server, and the button shows what will be charged', async () => {
  openCheckout()
  expect(await screen.findByRole('button', { name: 'Pay $31.98' })).toBeDefined()
  expect(amounts()).toEqual(['$36.98', '−$5.00', '$31.98'])
  expect(screen.getByLabelText('E-mail address')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Add it before you pay' }).getAttribute('href')).toBe('/profile#billing')
})

test('both consent boxes are unchecked at first, and without them nothing is ordered', async () => {
  openCheckout()
  await userEvent.click(await screen.findByRole('button', { name: 'Pay $31.98' }))
  expect(screen.getAllByRole<HTMLInputElement>('checkbox').map(({ checked }) => checked)).toEqual([false, false])
  expect(screen.getAllByText('Please agree to this before you pay.')).toHaveLength(2)
  expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: consents.delivery }))
  expect(started()).toEqual([])
})

test('paying sends the quote that was shown and no amount, and leads to the payment page', async () => {
  answers['POST /api/checkout'] = () =>
    Response.json({ orderNumber: 'SL-2026-000123', url: 'https://pay.example/cs_1' })
  openCheckout()
  await agree()
  await userEvent.click(screen.getByRole('button', { name: 'Pay $31.98' }))
  await waitFor(() => expect(left).toHaveBeenCalledWith('https://pay.example/cs_1'))
  expect(started()).toEqual([
    { key: expect.any(String), quote: 'quote-1', consents: { delivery: true, withdrawal: true } },
  ])
})

test('returning to checkout reuses the same order and says that nothing was charged', async () => {
  answers['POST /api/checkout'] = () =>
    Response.json({ orderNumber: 'SL-2026-000123', url: 'https://pay.example/cs_1' })
  const first = openCheckout()
  await agree()
  await userEvent.click(screen.getByRole('button', { name: 'Pay $31.98' }))
  await waitFor(() => expect(left).toHaveBeenCalledOnce())
  first.unmount()

  openCheckout()
  expect(await screen.findByText(/You came back without paying. Nothing was charged/)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Pay $31.98' }))
  await waitFor(() => expect(left).toHaveBeenCalledTimes(2))
  const [before, after] = started() as { key: string }[]
  expect(after?.key).toBe(before?.key)
})

test('a checkout page restored from the back/forward cache works again', async () => {
  answers['POST /api/checkout'] = () =>
    Response.json({ orderNumber: 'SL-2026-000123', url: 'https://pay.example/cs_1' })
  openCheckout()
  await agree()
  await userEvent.click(screen.getByRole('button', { name: 'Pay $31.98' }))
  expect(await screen.findByText('Taking you to Stripe…')).toBeDefined()
  fireEvent(window, new Event('pageshow'))
  expect(await screen.findByText(/You came back without paying/)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Pay $31.98' }))
  await waitFor(() => expect(left).toHaveBeenCalledTimes(2))
})

test('changed prices are shown at checkout before anything is charged', async () => {
  answers['POST /api/checkout'] = refuse('checkout.changed')
  openCheckout()
  await agree()
  answers[QUOTE] = () => Response.json({ ...quote, quote: 'quote-2', saleCents: 0, totalCents: 3698 })
  await userEvent.click(screen.getByRole('button', { name: 'Pay $31.98' }))
  expect(await screen.findByText(ERRORS['checkout.changed'][1])).toBeDefined()
  expect(await screen.findByRole('button', { name: 'Pay $36.98' })).toBeDefined()
  expect(left).not.toHaveBeenCalled()
})

test('a coupon reduces the total, and an invalid one shows an error at the field', async () => {
  answers[`${QUOTE}?coupon=NOPE`] = () => Response.json({ ...quote, couponProblem: 'coupon.unknown' })
  answers[`${QUOTE}?coupon=TRACK10`] = () =>
    Response.json({ ...quote, couponCents: 319, totalCents: 2879, coupon: { code: 'TRACK10', label: '10% off' } })
  openCheckout()
  const field = await screen.findByRole('textbox', { name: /^Coupon code/ })
  await userEvent.click(field)
  await userEvent.paste('X'.repeat(65))
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByText('At most 64 characters.')).toBeDefined()
  await userEvent.clear(field)
  await userEvent.type(field, 'NOPE{Enter}')
  expect(await screen.findByText(ERRORS['coupon.unknown'][1])).toBeDefined()
  await userEvent.clear(field)
  await userEvent.type(field, 'TRACK10{Enter}')
  expect(await screen.findByRole('button', { name: 'Pay $28.79' })).toBeDefined()
  expect(amounts()).toContain('−$3.19')
})

test('a coupon survives when the checkout is reopened, also in another tab, until it is removed', async () => {
  answers[`${QUOTE}?coupon=TRACK10`] = () =>
    Response.json({ ...quote, couponCents: 319, totalCents: 2879, coupon: { code: 'TRACK10', label: '10% off' } })
  const first = openCheckout()
  await userEvent.type(await screen.findByRole('textbox', { name: /^Coupon code/ }), 'TRACK10{Enter}')
  await screen.findByRole('button', { name: 'Pay $28.79' })
  first.unmount()
  // Another tab.
  sessionStorage.clear()
  const second = openCheckout()
  await userEvent.click(await screen.findByRole('button', { name: 'Remove coupon' }))
  await screen.findByRole('button', { name: 'Pay $31.98' })
  second.unmount()
  openCheckout()
  expect(await screen.findByRole('textbox', { name: /^Coupon code/ })).toHaveProperty('value', '')
})

test('an owned mod is removed from the cart with one click, and the rest can be bought', async () => {
  const [owned, other] = quote.lines
  answers[QUOTE] = () =>
    Response.json({ ...quote, problem: 'checkout.owned', lines: [{ ...owned, isOwned: true }, other] })
  answers['DELETE /api/cart/2'] = () => Response.json({ success: true })
  openCheckout()
  const takeOut = await screen.findByRole('button', { name: 'Remove it from the cart' })
  answers[QUOTE] = () => Response.json({ ...quote, lines: [other], totalCents: 1899 })
  await userEvent.click(takeOut)
  expect(await screen.findByRole<HTMLButtonElement>('button', { name: 'Pay $18.99' })).toHaveProperty('disabled', false)
  expect(sent.filter(({ call }) => call.startsWith('DELETE')).map(({ call }) => call)).toEqual(['DELETE /api/cart/2'])
})

test('a missing address is typed at the checkout, where the page leads to the field', async () => {
  answers[QUOTE] = () => Response.json({ ...quote, problem: 'checkout.email_needed' })
  openCheckout()
  await userEvent.click(await screen.findByRole('button', { name: 'Enter it now' }))
  expect(document.activeElement).toBe(screen.getByLabelText('E-mail address'))
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Pay $31.98' }).disabled).toBe(true)
})

test('a cart that fails to load at checkout is shown as unavailable, not empty', async () => {
  answers[QUOTE] = refuse('server.busy')
  openCheckout()
  expect(await screen.findByText('Your cart is not available right now.')).toBeDefined()
})

const NUMBER = 'SL-2026-000124'
const at = '2026-11-04T10:00:00.000Z'
const item = { id: 1, modId: 4, title: 'Kestrel R4 Rally', priceCents: 1899, discountCents: 0, paidCents: 1899 }
const sentOrder = (changes: object = {}) => ({
  ...{ number: NUMBER, status: 'paid', createdAt: at, paidAt: at, couponCode: null, refunds: [] },
  items: [{ ...item, refundedCents: 0, isInLocker: true }],
  ...{ subtotalCents: 1899, saleCents: 0, couponCents: 0, totalCents: 1899, refundedCents: 0 },
  documents: [],
  seller: { name: 'Slipstream', address: '', taxId: '', email: '' },
  buyer: { name: 'racer', email: null },
  consents: { ...consents, at },
  withdrawal: { until: null, isOpen: false },
  refundRequest: { until: null, isOpen: false, latest: null },
  ...changes,
})
const orderCall = `GET /api/orders/${NUMBER}` as ApiCall

test('the page after buying shows the amount, the mods, how to install them, and Discord', async () => {
  answers['POST /api/purchase/complete'] = () => Response.json({ orderNumber: NUMBER, status: 'paid' })
  answers[orderCall] = () => Response.json(sentOrder())
  openCheckout('cs_test_1')
  expect(await screen.findByText('$18.99')).toBeDefined()
  expect(screen.getByText(`The mods of ${NUMBER}`)).toBeDefined()
  expect(screen.getByText('How to install Kestrel R4 Rally')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Join our Discord' }).getAttribute('href')).toContain('discord.example')
})

test('the page after a free order survives a reload, and an order that is not paid is not called complete', async () => {
  answers[orderCall] = () => Response.json(sentOrder({ totalCents: 0 }))
  const { unmount } = openCheckout(null, `/checkout?order=${NUMBER}`)
  expect(await screen.findByRole('heading', { name: 'Thank you! Your order is complete.' })).toBeDefined()
  expect(screen.queryByText('You paid', { exact: false })).toBeNull()
  unmount()
  answers[orderCall] = () => Response.json(sentOrder({ status: 'canceled', paidAt: null }))
  openCheckout(null, `/checkout?order=${NUMBER}`)
  expect(await screen.findByRole('heading', { name: 'This payment was not completed.' })).toBeDefined()
})

test('a free order completes immediately', async () => {
  answers[orderCall] = () => Response.json(sentOrder({ totalCents: 0 }))
  answers[QUOTE] = () => Response.json({ ...quote, totalCents: 0 })
  answers['POST /api/checkout'] = () => Response.json({ orderNumber: 'SL-2026-000124', url: null })
  openCheckout()
  await agree()
  await userEvent.click(screen.getByRole('button', { name: 'Complete the order' }))
  expect(await screen.findByRole('heading', { name: 'Thank you! Your order is complete.' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'SL-2026-000124' }).getAttribute('href')).toBe(
    '/mod-locker?order=SL-2026-000124',
  )
  expect(screen.getByText('The mods of SL-2026-000124')).toBeDefined()
})

test('returning from the payment page shows immediately that the payment is being checked', async () => {
  const answer = Promise.withResolvers<Response>()
  answers['POST /api/purchase/complete'] = () => answer.promise
  openCheckout('cs_test_1')
  expect(screen.getByRole('heading', { name: 'Your payment' })).toBeDefined()
  expect(screen.getByRole('status').textContent).toBe('Checking your payment…')
  answer.resolve(Response.json({ orderNumber: 'SL-2026-000125', status: 'paid' }))
  expect(await screen.findByRole('heading', { name: 'Thank you! Your order is complete.' })).toBeDefined()
})

test('[CALL-02] the return page waits until the payment has arrived', async () => {
  let status = 'pending'
  answers['POST /api/purchase/complete'] = () => Response.json({ orderNumber: 'SL-2026-000125', status })
  openCheckout('cs_test_1')
  expect(await screen.findByRole('heading', { name: 'Waiting for your payment' })).toBeDefined()
  status = 'paid'
  expect(
    await screen.findByRole('heading', { name: 'Thank you! Your order is complete.' }, { timeout: 5_000 }),
  ).toBeDefined()
  expect(sent.find(({ call }) => call === 'POST /api/purchase/complete')?.body).toEqual({ transactionId: 'cs_test_1' })
})

test('[CALL-02] an answer to the purchase check that names no order still says that the order is complete', async () => {
  answers['POST /api/purchase/complete'] = () => Response.json({})
  openCheckout('cs_test_1')
  expect(await screen.findByRole('heading', { name: 'Thank you! Your order is complete.' })).toBeDefined()
  expect(screen.getByText('A receipt is on its way to your inbox.')).toBeDefined()
})

test('[CART-15] a failed purchase check shows “Failed to complete purchase” or the server’s message', async () => {
  answers['POST /api/purchase/complete'] = () => new Response('', { status: 500 })
  const first = openCheckout('cs_test_1')
  expect(await screen.findByText('Failed to complete purchase', undefined, { timeout: 10_000 })).toBeDefined()
  first.unmount()
  answers['POST /api/purchase/complete'] = refuse('orders.not_found')
  openCheckout('cs_test_2')
  expect(await screen.findByText(ERRORS['orders.not_found'][1], undefined, { timeout: 10_000 })).toBeDefined()
}, 15_000)

test('checkout shows which mods Premium includes, and that they are not charged', async () => {
  answers[QUOTE] = () => Response.json({ ...quote, included: [{ modId: 8, title: 'Merle Wayfarer' }] })
  openCheckout()
  const included = within(await screen.findByRole('list', { name: 'Included with your Premium' }))
  expect(included.getByRole('listitem').textContent).toMatch(/^Merle Wayfarer.*Not charged$/)
})

test('a cart with only included mods links to the locker', async () => {
  const nothing = { ...quote, lines: [], totalCents: 0, included: [{ modId: 8, title: 'Merle Wayfarer' }] }
  answers[QUOTE] = () => Response.json({ ...nothing, problem: 'checkout.all_included' })
  openCheckout()
  expect(await screen.findByText(ERRORS['checkout.all_included'][1])).toBeDefined()
  expect(screen.getByRole('link', { name: 'Open your locker' }).getAttribute('href')).toBe('/mod-locker')
})

test('the consents survive a return from Stripe, but not a changed quote', async () => {
  answers['POST /api/checkout'] = () => Response.json({ orderNumber: NUMBER, url: 'https://pay.example/1' })
  const { unmount } = openCheckout()
  await agree()
  await userEvent.click(screen.getByRole('button', { name: 'Pay $31.98' }))
  await waitFor(() => expect(left).toHaveBeenCalled())
  unmount()
  const back = openCheckout()
  expect(await screen.findByText(/^You came back without paying/)).toBeDefined()
  expect(boxes()).toEqual([true, true])
  back.unmount()
  answers[QUOTE] = () => Response.json({ ...quote, quote: 'quote-2' })
  openCheckout()
  await screen.findByRole('button', { name: 'Pay $31.98' })
  expect(boxes()).toEqual([false, false])
})
