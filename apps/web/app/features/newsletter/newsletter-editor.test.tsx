import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { refuse } from '#testing/pretend-store.tsx'
import { AUDIENCE, exampleForm, ONE, openAt, sentNewsletter, stand } from './testing/newsletter-stand.tsx'

const user = userEvent.setup({ delay: null })
const CREATE = 'POST /api/admin/newsletters'
const EDIT = 'PATCH /api/admin/newsletters/12'
const SEND = 'POST /api/admin/newsletters/12/send'
// Queries by role are slow in a form of this size.
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const press = (name: string) => user.click(screen.getByRole('button', { name }))
const question = async (name: string) => within(await screen.findByRole('alertdialog', { name }))
const openDraft = async () => {
  const place = openAt('?letter=12')
  await screen.findByDisplayValue('November news')
  return place
}

test('[ROUTE-14] a new newsletter needs a subject, a heading and a text, and its draft opens at its own address', async () => {
  stand.store.answers[CREATE] = () => sentNewsletter()
  const { here } = openAt('?letter=new')
  expect(await screen.findByText('Write a subject, a heading and a text to see the e-mail here.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Send a test to me' })).toHaveProperty('disabled', true)
  await press('Save draft')
  for (const problem of ['Enter a subject.', 'Enter a heading.', 'Enter some text.']) {
    expect(await screen.findByText(problem)).toBeTruthy()
  }
  expect(stand.store.asked(CREATE)).toEqual([])
  type('Subject', ' November news ')
  type('Heading', 'New in the garage')
  type('Text', 'Hello')
  await press('Save draft')
  await waitFor(() => expect(here()).toBe('/admin/communications/newsletter?letter=12'))
  expect(stand.store.asked(CREATE).map(({ body }) => body)).toEqual([exampleForm])
  expect((await screen.findByTitle('The mail in light colors')).getAttribute('srcdoc')).toContain('New in the garage')
})

test('a button without a page, a rate above the limit and an audience without days are refused at their fields', async () => {
  await openDraft()
  type('Button', 'Look')
  type('Page the button opens', 'https://other.example')
  type('E-mails per minute', '6001')
  type('Visited in the last … days', 'many')
  await press('Save')
  expect(await screen.findByText('Enter a page of this store, like /mods/12.')).toBeTruthy()
  expect(screen.getByText('Enter a number from 1 to 6000.')).toBeTruthy()
  expect(screen.getByText('Enter a number of days.')).toBeTruthy()
  expect(stand.store.asked(EDIT)).toEqual([])
})

test('the audience is counted with everybody left out, and again when it is narrowed', async () => {
  await openDraft()
  const size = await screen.findByText(/people get it/)
  expect(size.textContent).toBe(
    '1,204 people get it. Left out: 3 did not ask for it, 2 without a confirmed address, 1 suppressed.',
  )
  stand.store.answers[AUDIENCE] = () => ({ recipients: 1, excluded: { didNotAsk: 0, unverified: 0, suppressed: 0 } })
  type('Visited in the last … days', '30')
  expect(await screen.findByText(/person gets it/)).toBeTruthy()
  expect(stand.store.asked(AUDIENCE).at(-1)?.body).toEqual({
    audience: { owns: [], wishes: [], seenWithinDays: 30, awayForDays: null },
  })
})

test('sending asks first, with the subject and the number of people, and a refusal stays in the question', async () => {
  stand.store.answers[SEND] = () => refuse('newsletter.held')
  await openDraft()
  await screen.findByText(/people get it/)
  await press('Send now')
  const asked = await question('Send “November news” now?')
  expect(
    asked.getByText('It goes to 1,204 people. You can pause it, but not take back what has been sent.'),
  ).toBeTruthy()
  expect(stand.store.asked(SEND)).toEqual([])
  await user.click(asked.getByRole('button', { name: 'Send now' }))
  expect((await asked.findByRole('alert')).textContent).toBeTruthy()

  const sending = sentNewsletter({ state: 'done' })
  stand.store.answers[ONE] = () => sending
  stand.store.answers[SEND] = () => sending
  await user.click(asked.getByRole('button', { name: 'Send now' }))
  expect(await screen.findByText('Submitted to the mail server')).toBeTruthy()
  expect(stand.store.asked(SEND).map(({ body }) => body)).toEqual([{ at: null }, { at: null }])
  expect(screen.queryByRole('button', { name: 'Send now' })).toBeNull()
})

test('a newsletter with unsaved changes cannot be sent', async () => {
  stand.store.answers[EDIT] = ({ body }) => sentNewsletter({ form: { ...exampleForm, ...(body as object) } })
  await openDraft()
  type('Subject', 'December news')
  expect(screen.queryByRole('button', { name: 'Send now' })).toBeNull()
  expect(screen.getByText('Save your changes before you send it.')).toBeTruthy()
  await press('Save')
  expect(await screen.findByRole('button', { name: 'Send now' })).toBeTruthy()
  expect(stand.store.asked(EDIT)[0]?.body).toEqual({ ...exampleForm, subject: 'December news' })
})

test('a scheduled newsletter shows when it goes out, and one that was missed says so', async () => {
  stand.store.answers[SEND] = ({ body }) =>
    sentNewsletter({ state: 'scheduled', scheduledAt: (body as { at: string }).at })
  await openDraft()
  await press('Schedule')
  const dialog = within(await screen.findByRole('dialog', { name: 'Send “November news” later' }))
  fireEvent.change(dialog.getByLabelText('When'), { target: { value: '2096-05-01T10:00' } })
  const at = new Date('2096-05-01T10:00').toISOString()
  stand.store.answers[ONE] = () => sentNewsletter({ state: 'scheduled', scheduledAt: at })
  await user.click(dialog.getByRole('button', { name: 'Schedule' }))
  expect(await screen.findByText(/^Goes out/)).toBeTruthy()
  expect(stand.store.asked(SEND)[0]?.body).toEqual({ at })
  stand.store.answers['POST /api/admin/newsletters/12/pause'] = () => {
    stand.store.answers[ONE] = () => sentNewsletter({ state: 'missed' })
    return sentNewsletter()
  }
  await press('Cancel schedule')
  expect(await screen.findByText('This newsletter was not sent.')).toBeTruthy()
})

test('a test goes to the administrator alone, and removing a draft asks first', async () => {
  const REMOVE = 'DELETE /api/admin/newsletters/12'
  stand.store.answers['POST /api/admin/newsletters/test'] = () => ({ to: 'boss@mail.example' })
  stand.store.answers[REMOVE] = () => null
  const { here } = await openDraft()
  await press('Send a test to me')
  expect(await screen.findByText('Sent to boss@mail.example.')).toBeTruthy()
  await press('Remove')
  const asked = await question('Remove “November news”?')
  expect(stand.store.asked(REMOVE)).toEqual([])
  await user.click(asked.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(here()).toBe('/admin/communications/newsletter'))
  expect(stand.store.asked(REMOVE)).toHaveLength(1)
})
