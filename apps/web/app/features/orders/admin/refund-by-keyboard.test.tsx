// Preloads the lazy modules so that no test waits for them.
import '@slipstream/contract/mods'
import '@slipstream/contract/orders-admin'
import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { pretendStore, showAt } from '#testing/pretend-store.tsx'
import { OrderDetail } from './order-detail.tsx'
import { sentItem, sentOrder, sentRow } from './testing/example-order.ts'

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })

const ORDER = '/api/admin/orders/12'
const REFUND = `POST ${ORDER}/refund`
const NUMBER = 'SL-2026-000123'
const user = userEvent.setup({ delay: null })

test('[CAP-08] one item is refunded with the keyboard alone, and the focus returns to the button', async () => {
  const items = [
    sentItem(1, 'Aurelion', { refundedCents: 1350, refundableCents: 0, isInLocker: false }),
    sentItem(2, 'Senko'),
  ]
  const refunded = sentOrder({ status: 'partially_refunded', items, refundedCents: 1350 })
  const store = pretendStore({
    'GET /api/admin/orders': () => ({ items: [sentRow(12, { number: NUMBER })], next: null }),
    [`GET ${ORDER}`]: () => sentOrder(),
  })
  store.answers[REFUND] = () => {
    store.answers[`GET ${ORDER}`] = () => refunded
    return refunded
  }
  showAt(`/admin/orders?order=${NUMBER}`, <OrderDetail number={NUMBER} guard={(act) => act()} findMod={() => null} />)
  const opener = await screen.findByRole('button', { name: 'Refund' })
  opener.focus()
  await user.keyboard('{Enter}')
  const form = within(await screen.findByRole('dialog', { name: `Refund ${NUMBER}` }))
  const isFocused = (element: HTMLElement) => expect(document.activeElement).toBe(element)
  isFocused(form.getByRole('checkbox', { name: 'Everything, $27.00' }))
  await user.keyboard(' ')
  await user.tab()
  isFocused(form.getByRole('checkbox', { name: /^Aurelion/ }))
  await user.keyboard(' ')
  await user.tab()
  await user.tab()
  isFocused(form.getByRole('textbox', { name: 'Reason' }))
  await user.keyboard('Bought by mistake')
  await user.tab()
  isFocused(form.getByRole('button', { name: 'Cancel' }))
  await user.tab()
  isFocused(form.getByRole('button', { name: 'Refund $13.50' }))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(store.asked(REFUND).map(({ body }) => body)).toEqual([{ itemIds: [1], reason: 'Bought by mistake' }])
  expect(await screen.findByText('Partly refunded')).toBeTruthy()
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Refund'))
})
