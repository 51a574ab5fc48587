// Preloads the lazy modules so that no test waits for them.
import '@slipstream/contract/reconciliation-webhooks'
import { configure, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pretendStore, refuse, showAt } from '#testing/pretend-store.tsx'
import { WebhookList } from './webhook-list.tsx'

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })

const LIST = 'GET /api/admin/payments/webhooks'
const PAYLOAD = 'GET /api/admin/payments/webhooks/evt_1/payload'
const REPLAY = 'POST /api/admin/payments/webhooks/evt_1/replay'
const user = userEvent.setup({ delay: null })

const sentEvent = (changes: object = {}) => ({
  id: 'evt_1',
  type: 'charge.refunded',
  objectId: 'ch_1',
  order: { id: 7, number: 'SL-2026-000007' },
  state: 'handled',
  attempts: 1,
  error: null,
  receivedAt: new Date().toISOString(),
  handledAt: new Date().toISOString(),
  ...changes,
})

let store: ReturnType<typeof pretendStore>
beforeEach(() => {
  store = pretendStore({ [LIST]: () => ({ items: [sentEvent()], next: null }) })
})
afterEach(() => vi.restoreAllMocks())

const open = (query = '') => showAt(`/admin/payments/webhooks${query}`, <WebhookList />)
const table = async () => within(await screen.findByRole('table', { name: 'Events from Stripe' }))

test('[ROUTE-12] a webhook event is listed with its result and links to its order', async () => {
  store.answers[LIST] = () => ({
    items: [sentEvent(), sentEvent({ id: 'evt_2', order: null, state: 'failing', error: 'Stripe is away' })],
    next: null,
  })
  open()
  const rows = await table()
  expect(await rows.findByText('Processed')).toBeTruthy()
  expect(rows.getByText('Stripe is away')).toBeTruthy()
  expect(rows.getByRole('link', { name: 'SL-2026-000007' }).getAttribute('href')).toBe(
    '/admin/orders?order=SL-2026-000007',
  )
})

test('valid webhook filters in the URL are applied, and unknown values are ignored', async () => {
  open('?q=SL-2026-000007&state=failing&type=nonsense')
  await (await table()).findByText('charge.refunded')
  expect(store.asked(LIST).at(-1)?.query).toEqual({ q: 'SL-2026-000007', state: 'failing', limit: '50' })
})

test('[ROUTE-12] the payload of a webhook event is shown on request', async () => {
  store.answers[PAYLOAD] = () => ({ payload: '{ "id": "evt_1" }' })
  open()
  await user.click(await screen.findByRole('button', { name: /show payload of evt_1$/ }))
  expect((await screen.findByRole('region', { name: 'Payload' })).textContent).toBe('{ "id": "evt_1" }')
})

test('a payload that Stripe no longer has is explained', async () => {
  store.answers[PAYLOAD] = () => ({ payload: null })
  open()
  await user.click(await screen.findByRole('button', { name: /show payload of evt_1$/ }))
  expect(await screen.findByText('Stripe no longer has this event')).toBeTruthy()
})

test('[ROUTE-12] a webhook event is replayed after a confirmation, and a refusal says why', async () => {
  store.answers[REPLAY] = () => refuse('webhook.not_found')
  open()
  await user.click(await screen.findByRole('button', { name: 'Replay evt_1' }))
  expect(store.asked(REPLAY)).toHaveLength(0)
  const dialog = within(await screen.findByRole('alertdialog'))
  await user.click(dialog.getByRole('button', { name: 'Replay' }))
  expect(await screen.findByText(/^This event does not exist/)).toBeTruthy()
  store.answers[REPLAY] = () => sentEvent({ state: 'waiting', handledAt: null })
  await user.click(dialog.getByRole('button', { name: 'Replay' }))
  await vi.waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(store.asked(REPLAY)).toHaveLength(2)
})
