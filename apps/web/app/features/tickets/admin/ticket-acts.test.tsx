// Preloads the lazy modules so that no test waits for them.
import '@slipstream/contract/tickets-admin'
import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import type { ApiCall } from '@slipstream/contract/addresses'
import type { DeskOrder, DeskTicket } from '@slipstream/contract/tickets-admin'
import { lastToast, mara } from '#testing/stand.tsx'
import { pretendStore, refuse, showAt } from '#testing/pretend-store.tsx'
import { toasts } from '#ui/toast-store.ts'
import { RefundDialog } from './refund-dialog.tsx'
import { TicketActions, type TicketDialog } from './ticket-actions.tsx'

configure({ asyncUtilTimeout: 10_000 })

const clock = { state: 'ended', dueAt: null, isMissed: false } as const
const ticket: DeskTicket = {
  id: 2,
  subject: 'Senko crashes',
  category: 'mod',
  status: 'open',
  group: 'later',
  customer: mara.username,
  isGuest: false,
  isPremium: false,
  dueAt: null,
  snoozedUntil: null,
  assignee: null,
  lastMessageAt: '2026-11-14T07:04:00.000Z',
  lastAuthor: 'customer',
  version: 3,
  createdAt: '2026-11-14T07:04:00.000Z',
  guestEmail: null,
  requestId: null,
  clocks: { first: clock, next: clock, solution: clock },
  lastMessageId: 7,
  messages: [],
  notes: [],
  events: [],
  customerCard: null,
  order: null,
  mod: null,
  rating: null,
  mergedInto: null,
  merged: [],
  tracker: null,
}
const order = {
  id: 9,
  number: 'SL-2026-000123',
  status: 'paid',
  titles: ['Merle Wayfarer', 'Tsukiro Senko D-Spec'],
  refundable: [
    { itemId: 41, title: 'Merle Wayfarer', cents: 899 },
    { itemId: 42, title: 'Tsukiro Senko D-Spec', cents: 1_250 },
  ],
  totalCents: 2_149,
  refundableCents: 2_149,
  createdAt: ticket.createdAt,
  hasOpenRequest: false,
} as unknown as DeskOrder

const [REFUND, CATEGORIZE, ACT, ASSIGN] = ['refund', 'category', 'act', 'assign'].map(
  (act) => `POST /api/admin/tickets/2/${act}`,
) as unknown as [ApiCall, ApiCall, ApiCall, ApiCall]

let store: ReturnType<typeof pretendStore>
beforeEach(() => {
  const answer = () => ticket
  store = pretendStore({ [REFUND]: answer, [CATEGORIZE]: answer, [ACT]: answer, [ASSIGN]: answer })
})

const openRefund = async (guard: Parameters<typeof RefundDialog>[0]['guard'] = (act) => act()) => {
  showAt(
    '/admin/tickets',
    <RefundDialog order={order} ticket={ticket} guard={guard} trigger={<button>Refund</button>} />,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Refund' }))
  return within(await screen.findByRole('dialog', { name: 'Refund SL-2026-000123' }))
}

test('[CAP-10] a refund in a ticket names its amount, can leave out mods and needs a reason', async () => {
  const dialog = await openRefund()
  await userEvent.click(dialog.getByRole('button', { name: 'Refund $21.49' }))
  await waitFor(() => expect(dialog.getByLabelText(/^Reason/).getAttribute('aria-invalid')).toBe('true'))
  await userEvent.click(dialog.getByRole('checkbox', { name: /^Tsukiro Senko D-Spec/ }))
  fireEvent.change(dialog.getByLabelText(/^Reason/), { target: { value: ' It does not start ' } })
  expect(store.asked(REFUND)).toEqual([])
  await userEvent.click(dialog.getByRole('button', { name: 'Refund $8.99' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(store.asked(REFUND).map(({ body }) => body)).toEqual([
    { orderId: 9, itemIds: [41], reason: 'It does not start' },
  ])
})

test('[CAP-10] a refund without a mod is not sent, and one whose proof is declined stays open', async () => {
  const dialog = await openRefund(async () => null)
  fireEvent.change(dialog.getByLabelText(/^Reason/), { target: { value: 'It does not start' } })
  for (const box of dialog.getAllByRole('checkbox')) await userEvent.click(box)
  await userEvent.click(dialog.getByRole('button', { name: 'Refund' }))
  expect(await dialog.findByText('Choose at least one mod.')).toBeTruthy()
  await userEvent.click(dialog.getAllByRole('checkbox')[0]!)
  await userEvent.click(dialog.getByRole('button', { name: 'Refund $8.99' }))
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Refund $8.99' }).getAttribute('aria-busy')).toBeNull())
  expect(screen.getByRole('dialog')).toBeTruthy()
  expect(store.asked(REFUND)).toEqual([])
})

const Actions = (changes: Partial<DeskTicket>) => {
  const [dialog, setDialog] = useState<TicketDialog>(null)
  const staff = [
    { id: 1, username: 'maren' },
    { id: 5, username: 'idris' },
  ]
  return (
    <TicketActions ticket={{ ...ticket, ...changes }} staff={staff} me="maren" dialog={dialog} onDialog={setDialog} />
  )
}
const show = (changes: Partial<DeskTicket> = {}) => showAt('/admin/tickets', <Actions {...changes} />)
const choose = async (item: string) => {
  await userEvent.click(screen.getByRole('button', { name: 'More' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: item }))
}

test('[CAP-10] a ticket gets another category, with a warning about its response time', async () => {
  show()
  await choose('Change category…')
  const dialog = within(await screen.findByRole('dialog', { name: 'Change the category' }))
  expect(dialog.getByText(/gets the response time of the new category/)).toBeTruthy()
  await userEvent.selectOptions(dialog.getByLabelText('Category'), 'Refund')
  await userEvent.click(dialog.getByRole('button', { name: 'Change' }))
  await waitFor(() => expect(store.asked(CATEGORIZE).map(({ body }) => body)).toEqual([{ category: 'refund' }]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a ticket is assigned to oneself first and to colleagues, and closing it can be undone', async () => {
  show({ status: 'waiting' })
  await userEvent.click(screen.getByRole('button', { name: 'Assign' }))
  const people = await screen.findAllByRole('menuitem')
  expect(people.map(({ textContent }) => textContent)).toEqual(['Me', 'idris'])
  await userEvent.click(people[1]!)
  await waitFor(() => expect(store.asked(ASSIGN)).toHaveLength(1))

  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(lastToast()).toMatch(/^Ticket closed\./))
  toasts.get()[0]?.action?.onSelect()
  await waitFor(() =>
    expect(store.asked(ACT).map(({ body }) => body)).toEqual([{ act: 'solve' }, { act: 'reopen' }, { act: 'wait' }]),
  )
})

test('a solved ticket can be reopened, and a failure says that nothing was changed', async () => {
  show({ status: 'solved' })
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
  store.answers[ACT] = () => refuse('server.busy')
  await userEvent.click(screen.getByRole('button', { name: 'Reopen' }))
  await waitFor(() => expect(lastToast()).toMatch(/^The ticket was not changed\./))
  expect(store.asked(ACT)[0]?.body).toEqual({ act: 'reopen' })
})
