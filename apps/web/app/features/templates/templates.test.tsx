// Preloads the lazy modules so that no test waits for them.
import '@slipstream/contract/templates'
import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { MailTemplate, TemplateWords } from '@slipstream/contract/templates'
import { pretendStore, refuse, showAt } from '#testing/pretend-store.tsx'
import { TemplatesSection } from './templates-section.tsx'

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })

const LIST = 'GET /api/admin/templates'
const at = '/api/admin/templates/ticket-received'
const SAVE = `PATCH ${at}` as const
const RESET = `DELETE ${at}` as const
const TEST = `POST ${at}/test` as const
const user = userEvent.setup({ delay: null })

const receipt: MailTemplate = { name: 'receipt', subject: 'Your receipt', variables: [], words: null }
const ticket: MailTemplate = {
  name: 'ticket-received',
  subject: 'Ticket 1187',
  variables: [{ name: 'ticket', example: '1187' }],
  words: null,
}

let store: ReturnType<typeof pretendStore>
let words: TemplateWords | null
beforeEach(() => {
  words = null
  store = pretendStore({
    [LIST]: () => [receipt, { ...ticket, words }],
    [SAVE]: ({ body }) => {
      words = body as TemplateWords
      return { ...ticket, words }
    },
    [RESET]: () => {
      words = null
      return ticket
    },
    'POST /api/admin/templates/receipt/preview': () => ({ subject: 'Your receipt', html: '<p>Paid</p>', text: 'Paid' }),
    [`POST ${at}/preview`]: ({ body }) => {
      const text = (body as TemplateWords).intro.replace('{{ticket}}', '1187')
      return { subject: 'Ticket 1187', html: `<p>${text}</p>`, text }
    },
  })
})

const open = (query = '?mail=ticket-received') =>
  showAt(`/admin/communications/templates${query}`, <TemplatesSection />)
const above = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Above the text' })
const type = async (value: string) => fireEvent.change(await above(), { target: { value } })
const press = (name: string) => user.click(screen.getByRole('button', { name }))

test('[ROUTE-14] every mail is listed, the query opens one, and the mails that were changed are marked', async () => {
  words = { subject: '', intro: 'Hello', outro: '' }
  open('')
  const list = within(await screen.findByRole('navigation', { name: 'Mails' }))
  expect(list.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Receipt', 'Ticket receivedchanged'])
  expect(list.getByRole('link', { current: true }).textContent).toBe('Receipt')
  await user.click(list.getByRole('link', { name: /^Ticket received/ }))
  expect((await above()).value).toBe('Hello')
  expect(screen.getByText('{{ticket}}').nextElementSibling?.textContent).toBe('1187')
})

test('[ROUTE-14] the words of a mail are previewed as they are typed, saved, and reset after a question', async () => {
  open()
  await type('Hello about {{ticket}}')
  await user.click(screen.getByRole('tab', { name: 'Plain text' }))
  expect(await screen.findByText('Hello about 1187')).toBeTruthy()
  expect(store.asked(SAVE)).toEqual([])
  await press('Save')
  expect(await screen.findByText('Saved.')).toBeTruthy()
  expect(store.asked(SAVE).map(({ body }) => body)).toEqual([
    { subject: '', intro: 'Hello about {{ticket}}', outro: '' },
  ])
  await press('Reset')
  const asked = within(await screen.findByRole('alertdialog', { name: 'Reset this e-mail to the default text?' }))
  expect(asked.getByText('Your words for this e-mail are deleted.')).toBeTruthy()
  expect(store.asked(RESET)).toEqual([])
  await user.click(asked.getByRole('button', { name: 'Reset' }))
  await waitFor(async () => expect((await above()).value).toBe(''))
  expect(store.asked(RESET)).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'Reset' })).toBeNull()
})

test.each([
  ['Hello {{nobody}}', 'This mail has no variable "nobody". It has: ticket.'],
  ['Hello {{ticket', 'Write a variable as {{name}}, without anything else between the braces.'],
  ['Hello {{{ticket}}}', 'Write a variable as {{name}}, without anything else between the braces.'],
])('the words “%s” are explained at their field and not saved', async (text, problem) => {
  open()
  await type(text)
  await press('Save')
  expect(await screen.findByText(problem)).toBeTruthy()
  expect(store.asked(SAVE)).toEqual([])
})

test('words that the store refuses stay in their field, and a test goes to the administrator alone', async () => {
  store.answers[SAVE] = () => refuse('server.busy')
  store.answers[TEST] = () => ({ to: 'boss@mail.example' })
  open()
  await type('Hello')
  await press('Save')
  expect(await screen.findByText(/handling a lot of requests/)).toBeTruthy()
  expect((await above()).value).toBe('Hello')
  await press('Send a test to me')
  expect(await screen.findByText('Sent to boss@mail.example.')).toBeTruthy()
  expect(store.asked(TEST)[0]?.body).toEqual({ subject: '', intro: 'Hello', outro: '' })
})

test('mails and a preview that fail to load say so and can be loaded again', async () => {
  const PREVIEW = `POST ${at}/preview` as const
  const { [LIST]: all, [PREVIEW]: preview } = store.answers
  store.answers[LIST] = () => refuse('server.failed')
  store.answers[PREVIEW] = () => refuse('server.failed')
  open()
  expect(await screen.findByText('The templates could not be loaded.')).toBeTruthy()
  store.answers[LIST] = all!
  await press('Try again')
  expect(await screen.findByText('The preview could not be loaded.')).toBeTruthy()
  store.answers[PREVIEW] = preview!
  await press('Try again')
  expect(await screen.findByTitle('The mail in light colors')).toBeTruthy()
})

test('no mail is shown while the mails load, and none in a store without any', async () => {
  const { promise, resolve } = Promise.withResolvers<MailTemplate[]>()
  store.answers[LIST] = () => promise
  open()
  await waitFor(() => expect(store.asked(LIST)).toHaveLength(1))
  expect(screen.queryByRole('navigation', { name: 'Mails' })).toBeNull()
  resolve([])
  expect((await screen.findByRole('navigation', { name: 'Mails' })).textContent).toBe('')
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
})
