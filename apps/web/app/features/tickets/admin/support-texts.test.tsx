// Preloads the lazy modules so that no test waits for them.
import '@slipstream/contract/tickets-replies'
import '@slipstream/contract/tickets-trackers'
import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { CannedReply } from '@slipstream/contract/tickets-replies'
import { pretendStore, refuse, showAt } from '#testing/pretend-store.tsx'
import { CannedReplies } from './canned-replies.tsx'
import { KnownProblems } from './known-problems.tsx'

configure({ asyncUtilTimeout: 10_000 })

const [REPLIES, ADD, EDIT, REMOVE, TRACKERS, FIX] = [
  'GET /api/admin/canned-replies',
  'POST /api/admin/canned-replies',
  'PATCH /api/admin/canned-replies/1',
  'DELETE /api/admin/canned-replies/1',
  'GET /api/admin/trackers',
  'POST /api/admin/trackers/3/fix',
] as const

test('[OWN-12] canned replies are added, edited and removed after a confirmation', async () => {
  let replies: CannedReply[] = []
  const store = pretendStore({
    [REPLIES]: () => replies,
    [ADD]: ({ body }) => {
      replies = [{ id: 1, ...(body as Omit<CannedReply, 'id'>) }]
      return replies[0]
    },
    [EDIT]: ({ body }) => {
      replies = [{ id: 1, ...(body as Omit<CannedReply, 'id'>) }]
      return replies[0]
    },
    [REMOVE]: () => {
      replies = []
      return null
    },
  })
  showAt('/admin/support', <CannedReplies />)
  expect(await screen.findByText('No canned replies yet')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'New reply' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Add reply' }))
  await waitFor(() => expect(screen.getByLabelText('Title').getAttribute('aria-invalid')).toBe('true'))
  expect(store.asked(ADD)).toEqual([])
  fireEvent.change(screen.getByLabelText('Title'), { target: { value: ' Refund done ' } })
  fireEvent.change(screen.getByLabelText('Text'), { target: { value: 'It is on its way.' } })
  await userEvent.click(screen.getByRole('button', { name: 'Add reply' }))
  expect(await screen.findByText('It is on its way.', { selector: 'li p' })).toBeTruthy()
  expect(store.asked(ADD)[0]?.body).toEqual({ title: 'Refund done', body: 'It is on its way.' })

  await userEvent.click(screen.getByRole('button', { name: 'Edit Refund done' }))
  fireEvent.change(await screen.findByLabelText('Text'), { target: { value: 'It is on its way. Enjoy.' } })
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('It is on its way. Enjoy.', { selector: 'li p' })).toBeTruthy()

  await userEvent.click(screen.getByRole('button', { name: 'Remove Refund done' }))
  const question = within(await screen.findByRole('alertdialog'))
  expect(store.asked(REMOVE)).toEqual([])
  await userEvent.click(question.getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('No canned replies yet')).toBeTruthy()
})

test('canned replies that fail to load can be loaded again', async () => {
  const store = pretendStore({ [REPLIES]: () => refuse('server.failed') })
  showAt('/admin/support', <CannedReplies />)
  expect(await screen.findByText('The canned replies could not be loaded.')).toBeTruthy()
  store.answers[REPLIES] = () => [{ id: 1, title: 'Try again', body: 'Please try again.' }]
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Please try again.')).toBeTruthy()
})

const tracker = { id: 3, title: 'Wheels are pink', waiting: 2, tickets: 5, createdAt: '2026-11-14T07:04:00.000Z' }

test('[OWN-13] marking a known problem as fixed asks for one answer to all its waiting tickets', async () => {
  const store = pretendStore({
    [TRACKERS]: () => [
      { ...tracker, fixedAt: null },
      { ...tracker, id: 4, title: 'No sound', waiting: 0, fixedAt: tracker.createdAt },
    ],
    [FIX]: () => refuse('tracker.fixed'),
  })
  showAt('/admin/support', <KnownProblems />)
  const row = within(await screen.findByRole('row', { name: /Wheels are pink/ }))
  expect(row.getByText('2 tickets')).toBeTruthy()
  expect(row.getByText('Open')).toBeTruthy()
  const fixed = within(screen.getByRole('row', { name: /No sound/ }))
  expect(fixed.getByText('Fixed')).toBeTruthy()
  expect(fixed.queryByRole('button')).toBeNull()

  await userEvent.click(row.getByRole('button', { name: 'Mark as fixed: Wheels are pink' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Answer 2 tickets?' }))
  fireEvent.change(dialog.getByLabelText('Answer'), { target: { value: 'Version 2.4 has the right color.' } })
  await userEvent.click(dialog.getByRole('button', { name: 'Send to 2 tickets' }))
  await waitFor(() => expect(store.asked(FIX)[0]?.body).toEqual({ body: 'Version 2.4 has the right color.' }))
  // A refusal keeps what was typed.
  expect(dialog.getByLabelText<HTMLTextAreaElement>('Answer').value).toBe('Version 2.4 has the right color.')
})

test('a store without known problems says that there are none', async () => {
  pretendStore({ [TRACKERS]: () => [] })
  showAt('/admin/support', <KnownProblems />)
  expect(await screen.findByText('No known problems')).toBeTruthy()
})
