// Preloads the lazy modules so that no test waits for them.
import '@slipstream/contract/orders-admin'
import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { pretendStore, refuse, showAt } from '#testing/pretend-store.tsx'
import type { FindMod } from './grant-dialog.tsx'
import { OrderDetail } from './order-detail.tsx'
import { sentItem, sentOrder, sentRow } from './testing/example-order.ts'

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })

const ORDER = '/api/admin/orders/12'
const NUMBER = 'SL-2026-000123'
const GRANT = 'POST /api/admin/entitlements'
const user = userEvent.setup({ delay: null })

let store: ReturnType<typeof pretendStore>
beforeEach(() => {
  store = pretendStore({
    'GET /api/admin/orders': () => ({ items: [sentRow(12, { number: NUMBER })], next: null }),
    [`GET ${ORDER}`]: () => sentOrder(),
  })
})

/** The route passes the mod finder of another feature. */
const findMod: FindMod = (onFound) => (
  <button type="button" onClick={() => onFound({ id: 77, title: 'Brigand' })}>
    Found Brigand
  </button>
)

const open = () =>
  showAt(`/admin/orders?order=${NUMBER}`, <OrderDetail number={NUMBER} guard={(act) => act()} findMod={findMod} />)
const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

test('a mod can be revoked with a reason and granted again', async () => {
  store.answers['POST /api/admin/entitlements/1001/revoke'] = () => ({ success: true, message: 'Gone.' })
  store.answers[GRANT] = () => ({ id: 3 })
  open()
  await press('Revoke Aurelion')
  const form = await dialog('Revoke Aurelion?')
  await user.type(form.getByRole('textbox', { name: 'Reason' }), 'Shared with others')
  const entitlement = { id: 1001, revokedAt: '2026-11-06T10:00:00.000Z', revokeReason: 'Shared with others' }
  store.answers[`GET ${ORDER}`] = () =>
    sentOrder({ items: [sentItem(1, 'Aurelion', { isInLocker: false, entitlement })] })
  await user.click(form.getByRole('button', { name: 'Revoke access' }))
  expect(await screen.findByText(/^Access revoked .*: Shared with others$/)).toBeTruthy()
  expect(store.asked('POST /api/admin/entitlements/1001/revoke')[0]?.body).toEqual({ reason: 'Shared with others' })
  // The button that opened the dialog is gone, but the item remains.
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Aurelion' })))

  await press('Grant again: Aurelion')
  const gift = await dialog('Grant Aurelion to racer')
  await user.type(gift.getByRole('textbox', { name: 'Reason' }), 'A mistake')
  await user.click(gift.getByRole('button', { name: 'Grant mod' }))
  expect(await screen.findByText('Aurelion is in the locker of racer.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Show granted mods' }).getAttribute('href')).toBe(
    '/admin/orders?tab=granted&q=racer',
  )
  expect(store.asked(GRANT)[0]?.body).toEqual({ username: 'racer', modId: 101, reason: 'A mistake' })
})

test('another mod can be chosen to grant, and one that the customer already owns is rejected', async () => {
  store.answers[GRANT] = () => refuse('entitlement.owned')
  open()
  await press('Grant a mod')
  const form = await dialog('Grant racer a mod')
  await user.type(form.getByRole('textbox', { name: 'Reason' }), 'For testing it')
  await user.click(form.getByRole('button', { name: 'Grant mod' }))
  expect(await form.findByText('Choose a mod.')).toBeTruthy()
  await user.click(form.getByRole('button', { name: 'Found Brigand' }))
  expect(form.queryByText('Choose a mod.')).toBeNull()
  const change = form.getByRole('button', { name: 'Change' })
  expect(document.activeElement).toBe(change)
  await user.click(change)
  await user.click(form.getByRole('button', { name: 'Found Brigand' }))
  await user.click(form.getByRole('button', { name: 'Grant mod' }))
  expect(await form.findByText('The customer already has this mod.')).toBeTruthy()
  expect(form.getByRole('group', { name: 'Mod' }).textContent).toContain('The customer already has this mod.')
  expect(store.asked(GRANT)[0]?.body).toEqual({ username: 'racer', modId: 77, reason: 'For testing it' })
})

test('dispute evidence is shown before it is submitted, and is submitted only once', async () => {
  const dispute = {
    id: 'du_1',
    state: 'open',
    reason: 'product_not_received',
    amountCents: 2700,
    openedAt: '2026-11-06T10:00:00.000Z',
    evidenceDueAt: '2026-11-15T10:00:00.000Z',
  }
  store.answers[`GET ${ORDER}`] = () => sentOrder({ status: 'disputed', disputes: [dispute] })
  store.answers[`GET ${ORDER}/evidence`] = () => ({
    customerName: 'racer',
    customerEmail: 'racer@mail.example',
    productDescription: 'Vehicle mods',
    accessActivityLog: '2026-11-05 Senko 1.2 from 10.0.0.1',
    serviceDate: '2026-11-04',
    refundPolicy: '14 days',
    text: 'All was well.',
  })
  store.answers[`POST ${ORDER}/evidence`] = () => ({ success: true, message: 'Submitted.' })
  open()
  expect(await screen.findByText(/The bank says: product not received\./)).toBeTruthy()
  expect(await screen.findByText('2026-11-05 Senko 1.2 from 10.0.0.1')).toBeTruthy()
  await press('Submit evidence')
  expect(store.asked(`POST ${ORDER}/evidence`)).toHaveLength(0)
  const sent = {
    at: '2026-11-07T10:00:00.000Z',
    source: 'order',
    what: 'evidence_sent',
    by: 'boss',
    detail: { stripeId: 'du_1' },
  }
  store.answers[`GET ${ORDER}`] = () => sentOrder({ status: 'disputed', disputes: [dispute], timeline: [sent] })
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Submit' }))
  expect(await screen.findByText(/by boss. The bank is now deciding./)).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Submit evidence' })).toBeNull())
  expect(store.asked(`POST ${ORDER}/evidence`)).toHaveLength(1)
})
