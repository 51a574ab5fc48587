// Preloads the lazy modules so that no test waits for them.
import '@slipstream/contract/tickets-admin'
import '@slipstream/contract/tickets-replies'
import { cleanup, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { ApiCall } from '@slipstream/contract/addresses'
import { pretendStore, refuse, showAt } from '#testing/pretend-store.tsx'
import { Desk } from './desk.tsx'
import { UNDO_SEND_MS } from './held-replies.ts'

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })

const user = userEvent.setup({ delay: null })
const AT = '2026-11-14T07:04:00.000Z'
const clock = { state: 'ended', dueAt: null, isMissed: false }

/** In wire format. */
const row = (id: number, changes: object = {}) => ({
  id,
  subject: `Ticket about ${id}`,
  category: 'mod',
  status: 'open',
  group: 'later',
  customer: 'silentlynx',
  isGuest: false,
  isPremium: false,
  dueAt: '2099-11-14T07:04:00.000Z',
  snoozedUntil: null,
  assignee: null,
  lastMessageAt: AT,
  lastAuthor: 'customer',
  ...changes,
})
const message = (id: number, body: string) => ({
  id,
  authorKind: 'customer',
  author: 'silentlynx',
  body,
  at: AT,
  attachments: [],
})
const ticket = (id: number, changes: object = {}) => ({
  ...row(id),
  version: 3,
  createdAt: AT,
  guestEmail: null,
  requestId: null,
  clocks: { first: clock, next: clock, solution: clock },
  lastMessageId: 7,
  messages: [message(7, 'Removed it, same crash.')],
  notes: [{ id: 1, by: 'idris', body: 'It is ours.', at: AT }],
  events: [],
  customerCard: null,
  order: null,
  mod: null,
  rating: null,
  mergedInto: null,
  merged: [],
  tracker: null,
  ...changes,
})

const [LIST, TICKET, REPLY] = [
  'GET /api/admin/tickets',
  'GET /api/admin/tickets/2',
  'POST /api/admin/tickets/2/reply',
] as unknown as ApiCall[] as [ApiCall, ApiCall, ApiCall]

let store: ReturnType<typeof pretendStore>
beforeEach(() => {
  vi.useRealTimers()
  localStorage.clear()
  store = pretendStore({
    [LIST]: () => ({ items: [row(2, { group: 'late', dueAt: AT }), row(3)], next: null }),
    [TICKET]: () => ticket(2),
    'GET /api/admin/tickets/figures': () => ({
      counts: { queue: 2, mine: 1, unassigned: 1, late: 1, snoozed: 0 },
      firstAnswer: { medianMinutes: 318, beforeMinutes: 426 },
      staff: [
        { id: 1, username: 'maren' },
        { id: 5, username: 'idris' },
      ],
    }),
    'GET /api/admin/canned-replies': () => [
      { id: 1, title: 'Refund done', body: 'Hi {{username}}, {{amount}} is on its way.' },
      { id: 2, title: 'Try again', body: 'Hi {{username}}, please try {{number}} again.' },
    ],
    [REPLY]: () => ticket(2, { status: 'waiting' }),
  })
})

const open = (address = '/admin/tickets?ticket=2') =>
  showAt(address, <Desk me={{ id: 1, username: 'maren' }} guard={(act) => act()} />)
const field = () => screen.findByRole('textbox', { name: 'Reply to the customer' })

test('[ROUTE-16] the ticket panel shows the queue by group, the thread with its notes, and the figures', async () => {
  open()
  expect(await screen.findByText('Removed it, same crash.')).toBeDefined()
  const queue = screen.getByRole('region', { name: 'Queue' })
  expect(
    within(queue)
      .getAllByRole('heading')
      .map((heading) => heading.textContent),
  ).toEqual(['Late 1', 'Later 1'])
  expect(screen.getByText('It is ours.').closest('article')?.textContent).toContain('Customers never see this.')
  expect(screen.getByText(/2 open/).textContent).toBe('2 open, 1 late, first answer 5 h 18 min (was 7 h 6 min)')
  expect(screen.getAllByText('Not verified').length).toBeGreaterThan(0)
})

test('a reply can be undone for a few seconds and is sent with the id of the last message seen', async () => {
  open()
  const text = await field()
  fireEvent.change(text, { target: { value: 'Version 2.3.1 fixes it.' } })
  vi.useFakeTimers({ shouldAdvanceTime: true })
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  // Closing the tab now would lose nothing.
  expect(localStorage.getItem('ticket_drafts')).toContain('Version 2.3.1 fixes it.')
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await vi.advanceTimersByTimeAsync(2 * UNDO_SEND_MS)
  expect(store.asked(REPLY)).toEqual([])
  expect(((await field()) as HTMLTextAreaElement).value).toBe('Version 2.3.1 fixes it.')
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  await vi.advanceTimersByTimeAsync(UNDO_SEND_MS)
  vi.useRealTimers()
  await waitFor(() => expect(store.asked(REPLY)).toHaveLength(1))
  expect(store.asked(REPLY)[0]?.body).toMatchObject({
    body: 'Version 2.3.1 fixes it.',
    lastMessageId: 7,
    after: 'waiting',
  })
  await waitFor(() => expect(localStorage.getItem('ticket_drafts')).toBeNull())
})

test('when a colleague replies first, the new message is shown and the reply becomes a draft again', async () => {
  store.answers[REPLY] = () => {
    store.answers[TICKET] = () =>
      ticket(2, {
        messages: [message(7, 'Removed it.'), { ...message(8, 'I am on it.'), author: 'idris', authorKind: 'staff' }],
      })
    return refuse('tickets.newer_message')
  }
  open()
  fireEvent.change(await field(), { target: { value: 'Try again.' } })
  vi.useFakeTimers({ shouldAdvanceTime: true })
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  await vi.advanceTimersByTimeAsync(UNDO_SEND_MS)
  vi.useRealTimers()
  expect(await screen.findByText('idris wrote while you were answering.')).toBeDefined()
  expect(screen.getByText('I am on it.')).toBeDefined()
  expect(((await field()) as HTMLTextAreaElement).value).toBe('Try again.')
})

test('an unsent reply survives a reload', async () => {
  open()
  fireEvent.change(await field(), { target: { value: 'Half an answer' } })
  cleanup()
  open()
  expect(((await field()) as HTMLTextAreaElement).value).toBe('Half an answer')
})

test('[OWN-12] a slash offers canned replies, and an unknown variable must be filled in before sending', async () => {
  open()
  const text = await field()
  await user.type(text, '/ref')
  const list = await screen.findByRole('listbox', { name: 'Canned replies' })
  expect(within(list).getAllByRole('option')).toHaveLength(1)
  await user.keyboard('{Enter}')
  expect((text as HTMLTextAreaElement).value).toBe('Hi silentlynx, {{amount}} is on its way.')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(screen.getByRole('alert').textContent).toBe('Fill in {{amount}} before you send.')
  expect(store.asked(REPLY)).toEqual([])
})

test('single-letter keys move through the queue and start a reply, but not while typing', async () => {
  const { here } = open('/admin/tickets')
  await screen.findByText('Ticket about 2')
  await user.keyboard('j')
  await waitFor(() => expect(here()).toBe('/admin/tickets?ticket=2'))
  await user.keyboard('r')
  const text = await field()
  await waitFor(async () => {
    await user.keyboard('r')
    expect(document.activeElement).toBe(text)
  })
  await user.type(text, 'jc')
  expect(here()).toBe('/admin/tickets?ticket=2')
  await user.keyboard('{Escape}?')
  expect(await screen.findByRole('dialog', { name: 'Keys' })).toBeDefined()
})
