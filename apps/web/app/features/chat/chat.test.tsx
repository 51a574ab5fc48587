import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import type { ChatMessage, ChatOverview } from '@slipstream/contract/chat'
import { pretendStore, refuse, showAt } from '#testing/pretend-store.tsx'
import { Chat } from './chat.tsx'

const MESSAGES = 'GET /api/admin/chat/rooms/3/messages'
const SEND = 'POST /api/admin/chat/rooms/3/messages'

const overview: ChatOverview = {
  rooms: [
    { id: 3, name: 'Daily', unread: 2, mentions: 1, lastMessageAt: '2026-11-16T10:00:00.000Z' },
    { id: 4, name: 'Releases', unread: 0, mentions: 0, lastMessageAt: null },
  ],
  members: [
    { id: 7, name: 'kit', image: null },
    { id: 8, name: 'nora', image: null },
  ],
}
const message = (id: number, changes: Partial<ChatMessage> = {}): ChatMessage => ({
  id,
  roomId: 3,
  authorId: 8,
  authorName: 'nora',
  body: `Message ${id}`,
  at: '2026-11-16T10:00:00.000Z',
  isEdited: false,
  isDeleted: false,
  previews: [],
  ...changes,
})

let items: ChatMessage[]
const openChat = (address = '/admin/chat') => {
  const store = pretendStore({
    'GET /api/admin/chat': () => overview,
    [MESSAGES]: () => ({ items: items.toReversed(), next: null, lastReadId: 1 }),
    'GET /api/admin/chat/rooms/4/messages': () => ({ items: [], next: null, lastReadId: 0 }),
    'POST /api/admin/chat/rooms/3/read': () => ({ success: true }),
    'POST /api/live/signals': () => ({ success: true }),
    [SEND]: ({ body }) => {
      const sent = message(items.length + 1, { authorId: 7, authorName: 'kit', body: (body as { body: string }).body })
      items.push(sent)
      return sent
    },
  })
  return { ...store, ...showAt(address, <Chat myId={7} />) }
}
const fieldOf = (room: string) => screen.findByLabelText<HTMLTextAreaElement>(`Message to ${room}`)
beforeEach(() => {
  localStorage.clear()
  items = [message(1), message(2), message(3, { body: 'Thanks @kit and @stranger <img src=x>' })]
})

test('[ROUTE-16] a room shows its messages in order, with a divider before the new ones, and marks them as read', async () => {
  const { asked } = openChat()
  const list = await screen.findByRole('list', { name: 'Messages' })
  await within(list).findByText('Message 1')
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    expect.stringContaining('Message 1'),
    'New messages',
    expect.stringContaining('Message 2'),
    expect.stringContaining('Thanks @kit and @stranger <img src=x>'),
  ])
  expect(within(list).getByText('@kit').tagName).toBe('STRONG')
  await waitFor(() =>
    expect(asked('POST /api/admin/chat/rooms/3/read').map(({ body }) => body)).toContainEqual({ messageId: 3 }),
  )
  expect(screen.getByRole('link', { name: /Daily/ }).textContent).toContain('2 unread, you are mentioned')
})

test('[ROUTE-16] Enter sends, a failed message stays in the field, and the retry has the same idempotency key', async () => {
  const { answers, asked } = openChat()
  const works = answers[SEND]
  answers[SEND] = () => refuse('server.busy')
  const field = await fieldOf('Daily')
  await userEvent.type(field, 'Line 1{Shift>}{Enter}{/Shift}Line 2{Enter}')
  await waitFor(() => expect(asked(SEND)).toHaveLength(1))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Send' }).hasAttribute('aria-busy')).toBe(false))
  expect(field.value).toBe('Line 1\nLine 2')

  answers[SEND] = works
  await userEvent.type(field, '{Enter}')
  await waitFor(() => expect(field.value).toBe(''))
  const [first, second] = asked(SEND).map(({ body }) => body as { body: string; key: string })
  expect(second).toEqual(first)
  await screen.findByText(/Line 1\s+Line 2/)
})

test('[ROUTE-16] unsent text is kept for each room', async () => {
  openChat()
  await userEvent.type(await screen.findByLabelText('Message to Daily'), 'Not yet')
  await userEvent.click(screen.getByRole('link', { name: /Releases/ }))
  expect((await fieldOf('Releases')).value).toBe('')
  await userEvent.click(screen.getByRole('link', { name: /Daily/ }))
  expect((await fieldOf('Daily')).value).toBe('Not yet')
})

test('[ROUTE-16] staff can change only their own messages, and a deleted message leaves a placeholder', async () => {
  items.push(message(4, { authorId: 7, authorName: 'kit' }), message(5, { isDeleted: true, body: '' }))
  const { asked, answers } = openChat()
  answers['PATCH /api/admin/chat/messages/4'] = () => message(4, { authorId: 7, isEdited: true })
  await screen.findByText('This message was deleted.')
  expect(screen.getAllByRole('button', { name: 'Delete message' })).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'Edit message' }))
  const field = screen.getByLabelText('Edited message')
  await userEvent.clear(field)
  await userEvent.type(field, 'Better')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(asked('PATCH /api/admin/chat/messages/4').map(({ body }) => body)).toEqual([{ body: 'Better' }]),
  )
})

test('[ROUTE-16] a store without rooms offers to create the first one', async () => {
  const { answers, asked } = openChat()
  answers['GET /api/admin/chat'] = () => ({ ...overview, rooms: [] })
  answers['POST /api/admin/chat/rooms'] = () => ({ id: 3 })
  await userEvent.click(await screen.findByRole('button', { name: 'New room' }))
  await userEvent.type(screen.getByLabelText('Name'), 'Daily')
  answers['GET /api/admin/chat'] = () => overview
  await userEvent.click(screen.getByRole('button', { name: 'Create' }))
  await screen.findByRole('heading', { name: '# Daily' })
  expect(asked('POST /api/admin/chat/rooms')[0]?.body).toEqual({ name: 'Daily' })
})
