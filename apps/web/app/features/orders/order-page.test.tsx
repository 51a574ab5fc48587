import type { ApiCall } from '@slipstream/contract/addresses'
// Preloads the lazy modules so that no test waits for them.
import '@slipstream/contract/orders'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { ERRORS } from '@slipstream/contract/errors'
import { createQueryClient } from '#lib/query-client.ts'
import OrderPage from './order-page.tsx'

const NUMBER = 'SL-2026-000123'
const DOCUMENT = {
  number: 'INV-2026-000007',
  kind: 'invoice',
  issuedAt: '2026-11-04T10:01:00.000Z',
  issuedOn: 'November 4, 2026',
  movedOn: 'November 4, 2026',
  orderNumber: NUMBER,
  amountCents: 1299,
  seller: { name: 'Harlan Works', address: '1 Pit Lane', taxId: 'XX-1', email: 'a@harlan.example', taxNote: 'No VAT.' },
  buyer: {
    name: 'racer',
    email: 'racer@mail.example',
    billing: { name: 'Racing Ltd', address: '2 Grid\nApex', taxId: 'GB1' },
  },
  lines: [{ title: 'Tsukiro Senko D-Spec', priceCents: 1799, discountCents: 500, amountCents: 1299 }],
  couponCode: null,
  payment: { kind: 'card', brand: 'visa', last4: '4242' },
  refersTo: null,
}
const CREDIT_NOTE = {
  ...DOCUMENT,
  number: 'CN-2026-000002',
  kind: 'credit_note',
  amountCents: 500,
  lines: [{ title: 'Tsukiro Senko D-Spec', priceCents: 500, discountCents: 0, amountCents: 500 }],
  refersTo: 'INV-2026-000007',
}
const WITHDRAWN = {
  ...{ kind: 'withdrawal', state: 'granted', reason: '', createdAt: '2026-11-05T10:00:00.000Z', answer: null },
}
const order = {
  number: NUMBER,
  status: 'paid',
  createdAt: '2026-11-04T10:00:00.000Z',
  paidAt: '2026-11-04T10:01:00.000Z',
  items: [
    {
      id: 1,
      modId: 2,
      title: 'Tsukiro Senko D-Spec',
      priceCents: 1799,
      discountCents: 500,
      paidCents: 1299,
      refundedCents: 0,
      isInLocker: true,
    },
  ],
  subtotalCents: 1799,
  saleCents: 500,
  couponCents: 0,
  couponCode: null,
  totalCents: 1299,
  refundedCents: 0,
  refunds: [],
  documents: [DOCUMENT],
  seller: { name: 'Slipstream', address: '1 Pit Lane\nApex', taxId: 'XX-1', email: 'support@slipstream.example' },
  buyer: { name: 'racer', email: 'racer@mail.example' },
  consents: { version: '2026-11', at: '2026-11-04T10:00:00.000Z', delivery: 'At once.', withdrawal: 'It ends.' },
  withdrawal: { until: '2026-11-18T10:01:00.000Z', isOpen: true },
  refundRequest: { until: '2026-11-18T10:01:00.000Z', isOpen: true, latest: null },
}
const ADDRESS = `/api/orders/${NUMBER}`

let answers: Partial<Record<ApiCall, (body?: string) => Response>>
const refuse = (code: keyof typeof ERRORS) => () =>
  Response.json({ code, message: ERRORS[code][1], requestId: 'req-7' }, { status: ERRORS[code][0] })

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  answers = { [`GET ${ADDRESS}`]: () => Response.json(order) }
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: { method?: string; body?: string } = {}) => {
    const answer = answers[`${method} ${path}` as ApiCall]
    if (!answer) throw new Error(`${method} ${path} was not expected`)
    return answer(body)
  })
})

const openOrder = () => {
  const router = createMemoryRouter([{ path: '*', element: <OrderPage number={NUMBER} /> }], {
    initialEntries: [`/mod-locker?order=${NUMBER}`],
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}

test('an order page shows the invoice, with number, date, seller, buyer, amounts and consents', async () => {
  openOrder()
  const invoice = within(await screen.findByRole('article', { name: 'Invoice INV-2026-000007' }))
  expect(invoice.getByText(/Tax number XX-1/).textContent).toContain('Harlan Works')
  expect(invoice.getByText('US dollars. No VAT.')).toBeDefined()
  expect(invoice.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
    'Tsukiro Senko D-Spec$17.99 less $5.00',
    '$17.99',
    '−$5.00',
    '$12.99',
  ])
  expect(invoice.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    'November 4, 2026',
    'November 4, 2026',
    NUMBER,
    'Racing Ltd\n2 Grid\nApex\nTax number GB1\nracer, racer@mail.example',
    'Visa ending in 4242',
    '$17.99',
    '−$5.00',
    '$12.99',
  ])
  expect(invoice.getByText('It ends.')).toBeDefined()
  const pdf = screen.getByRole('link', { name: 'Download PDF' })
  expect(pdf.getAttribute('href')).toBe('/api/invoices/INV-2026-000007/pdf')
})

test('[LEGAL-08] an order page shows its credit notes one at a time, each with its PDF', async () => {
  answers[`GET ${ADDRESS}`] = () => Response.json({ ...order, documents: [DOCUMENT, CREDIT_NOTE] })
  openOrder()
  const documents = within(await screen.findByRole('navigation', { name: 'Invoice and credit notes' }))
  await userEvent.click(documents.getByRole('link', { name: /CN-2026-000002/ }))
  const note = within(await screen.findByRole('article', { name: 'Credit note CN-2026-000002' }))
  expect(note.getByText('For invoice').nextElementSibling?.textContent).toBe('INV-2026-000007')
  expect(note.getByText('Refunded').nextElementSibling?.textContent).toBe('$5.00')
  expect(note.queryByText('It ends.')).toBeNull()
  expect(screen.getByRole('link', { name: 'Download PDF' }).getAttribute('href')).toBe(
    '/api/invoices/CN-2026-000002/pdf',
  )
  expect(screen.getByRole('button', { name: 'Print the credit note' })).toBeDefined()
})

test('a paid order without an invoice yet shows a summary and says when the invoice will be ready', async () => {
  answers[`GET ${ADDRESS}`] = () => Response.json({ ...order, documents: [] })
  openOrder()
  expect(await screen.findByRole('article', { name: `Summary of order ${NUMBER}` })).toBeDefined()
  expect(screen.getByText('Your invoice gets its number within a few minutes.')).toBeDefined()
  expect(screen.queryByRole('link', { name: 'Download PDF' })).toBeNull()
})

test('withdrawing from a contract asks for confirmation and shows the result', async () => {
  answers[`POST ${ADDRESS}/withdraw`] = () =>
    Response.json({
      ...order,
      status: 'refunded',
      refundedCents: 1299,
      refunds: [{ at: '2026-11-05T10:00:00.000Z', amountCents: 1299 }],
      withdrawal: { until: null, isOpen: false },
      refundRequest: { until: null, isOpen: false, latest: WITHDRAWN },
    })
  openOrder()
  await userEvent.click(await screen.findByRole('button', { name: 'Withdraw from contract' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Withdraw from contract' }))
  expect(await screen.findByText('You got your money back.')).toBeDefined()
  expect(screen.getByText('Refunded Nov 5, 2026')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Withdraw from contract' })).toBeNull()
  // Nothing is left to ask for.
  expect(screen.queryByRole('heading', { name: 'Do you want your money back?' })).toBeNull()
  expect(screen.getByRole('heading', { name: 'Your request' })).toBeDefined()
})

test('[LEGAL-02] a refund request needs a reason, and the page says that the decision takes 24-48 hours', async () => {
  answers[`POST ${ADDRESS}/refund-request`] = (body) => {
    expect(JSON.parse(body ?? '')).toEqual({ reason: 'The doors fall off.' })
    const latest = {
      kind: 'refund',
      state: 'open',
      reason: 'The doors fall off.',
      createdAt: order.createdAt,
      answer: null,
    }
    return Response.json({ ...order, refundRequest: { ...order.refundRequest, isOpen: false, latest } })
  }
  openOrder()
  const reason = await screen.findByRole('textbox', { name: 'Why would you like a refund?' })
  await userEvent.click(screen.getByRole('button', { name: 'Request a refund' }))
  expect(await screen.findByText('Please say why, in a few words.')).toBeDefined()
  expect(document.activeElement).toBe(reason)
  await userEvent.type(reason, 'The doors fall off.')
  await userEvent.click(screen.getByRole('button', { name: 'Request a refund' }))
  expect(await screen.findByText(/We decide within 24-48 hours and e-mail you/)).toBeDefined()
})

test('a rejected refund request keeps the input and shows the error at the field', async () => {
  answers[`POST ${ADDRESS}/refund-request`] = refuse('orders.refund_window_over')
  openOrder()
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox')
  await userEvent.type(field, 'Too slow.')
  await userEvent.click(screen.getByRole('button', { name: 'Request a refund' }))
  expect(await screen.findByText(ERRORS['orders.refund_window_over'][1])).toBeDefined()
  expect(field.value).toBe('Too slow.')
})

test.each([
  ['pending', 'We are waiting for your payment.'],
  ['disputed', 'This payment is disputed.'],
  ['canceled', 'This order was not paid.'],
] as const)('an order that is %s explains what that means', async (status, sentence) => {
  answers[`GET ${ADDRESS}`] = () => Response.json({ ...order, status })
  openOrder()
  expect(await screen.findByText(sentence)).toBeDefined()
})

test('an unpaid order has no invoice to print', async () => {
  answers[`GET ${ADDRESS}`] = () => Response.json({ ...order, documents: [], status: 'pending', paidAt: null })
  openOrder()
  expect(await screen.findByText('To pay')).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Print/ })).toBeNull()
})

test('an order that the server does not find shows “Order not found.”', async () => {
  answers[`GET ${ADDRESS}`] = refuse('orders.not_found')
  openOrder()
  expect(await screen.findByText('Order not found.')).toBeDefined()
})
