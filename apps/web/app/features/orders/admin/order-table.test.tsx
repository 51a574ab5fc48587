// Preloads the lazy modules so that no test waits for them.
import '@slipstream/contract/orders-admin'
import { configure, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { pretendStore, refuse, showAt } from '#testing/pretend-store.tsx'
import { OrderTable } from './order-table.tsx'
import { sentRow } from './testing/example-order.ts'

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })

const LIST = 'GET /api/admin/orders'
const user = userEvent.setup({ delay: null })

let store: ReturnType<typeof pretendStore>
beforeEach(() => {
  store = pretendStore({ [LIST]: () => ({ items: [sentRow(7)], next: null }) })
})

const open = (address = '/admin/orders') => showAt(address, <OrderTable />)

test('[ROUTE-11] every order shows the customer, the items, the amounts paid and refunded, and open requests', async () => {
  store.answers[LIST] = () => ({
    items: [
      sentRow(7, { refundedCents: 1350, couponCode: 'DRIFT10', status: 'partially_refunded', hasOpenRequest: true }),
    ],
    next: null,
  })
  open('/admin/orders?status=partially_refunded')
  const row = (await screen.findByRole('rowheader')).closest('tr')
  for (const fact of [
    'Aurelion, Senko',
    'racer@mail.example',
    'Partly refunded',
    'Refund requested',
    '$27.00',
    '−$13.50\u00a0· DRIFT10',
  ]) {
    expect(row?.textContent).toContain(fact)
  }
  expect(screen.getByRole('link', { name: 'SL-2026-000007' }).getAttribute('href')).toBe(
    '/admin/orders?status=partially_refunded&order=SL-2026-000007',
  )
})

test('search and filters are in the URL and apply to the export too', async () => {
  const { here } = open()
  await screen.findByRole('rowheader')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Refunded')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Requests' }), 'Refund requested')
  fireEvent.change(screen.getByLabelText('Ordered from'), { target: { value: '2026-11-01' } })
  fireEvent.change(screen.getByLabelText('Ordered until'), { target: { value: '2026-11-30' } })
  await user.type(screen.getByRole('searchbox', { name: 'Search orders' }), 'racer@{Enter}')
  const [from, to] = [new Date('2026-11-01T00:00').toISOString(), new Date('2026-12-01T00:00').toISOString()]
  const asked = { q: 'racer@', status: 'refunded', requested: 'true', from, to }
  await waitFor(() => expect(store.asked(LIST).at(-1)?.query).toEqual(asked))
  expect(here()).toBe('/admin/orders?status=refunded&requested=true&from=2026-11-01&to=2026-11-30&q=racer%40')
  expect(screen.getByRole('link', { name: 'Export CSV' }).getAttribute('href')).toBe(
    `/api/admin/orders/export?${new URLSearchParams(asked).toString()}`,
  )
  await user.click(screen.getByRole('button', { name: 'Reset' }))
  await waitFor(() => expect(here()).toBe('/admin/orders'))
})

test('invalid filters in the URL show all orders', async () => {
  open('/admin/orders?status=lost&requested=maybe&from=yesterday&to=2026-99-99')
  await screen.findByRole('rowheader')
  expect(store.asked(LIST)[0]?.query).toEqual({})
})

test('loading older orders continues after the last row', async () => {
  store.answers[LIST] = ({ query }) =>
    query.after ? { items: [sentRow(1)], next: null } : { items: [sentRow(2)], next: 'there' }
  open()
  await user.click(await screen.findByRole('button', { name: 'Load 50 more' }))
  await waitFor(() => expect(screen.getAllByRole('rowheader')).toHaveLength(2))
  expect(store.asked(LIST).at(-1)?.query.after).toBe('there')
})

test('a store without orders says so, and a search without matches offers to show all', async () => {
  store.answers[LIST] = () => ({ items: [], next: null })
  const { here } = open()
  expect(await screen.findByText('No orders yet')).toBeTruthy()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Paid')
  await user.click(await screen.findByRole('button', { name: 'Show all orders' }))
  await waitFor(() => expect(here()).toBe('/admin/orders'))
})

test('orders that fail to load show the request id and can be retried', async () => {
  const { [LIST]: good } = store.answers
  store.answers[LIST] = () => refuse('server.failed')
  open()
  expect((await screen.findByRole('alert')).textContent).toContain('req-7')
  if (good) store.answers[LIST] = good
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('rowheader')).toBeTruthy()
})
