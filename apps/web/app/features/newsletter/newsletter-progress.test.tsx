import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { refuse } from '#testing/pretend-store.tsx'
import { ONE, openAt, sentNewsletter, stand } from './testing/newsletter-stand.tsx'

const user = userEvent.setup({ delay: null })
type Move = 'pause' | 'resume' | 'cancel' | 'unknown/resend'
const at = <Wanted extends Move>(move: Wanted) => `POST /api/admin/newsletters/12/${move}` as const
const COUNTS = { waiting: 40, sending: 10, accepted: 100, refused: 3, unknown: 2, skipped: 5 }
const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
const figures = () =>
  Object.fromEntries(
    screen.getAllByRole('term').map((name) => [name.textContent, name.nextElementSibling?.textContent]),
  )

const show = (changes: Parameters<typeof sentNewsletter>[0]) => {
  stand.store.answers[ONE] = () => sentNewsletter({ counts: COUNTS, ...changes })
}

test('[ROUTE-14] a newsletter that is being sent counts its e-mails by what became of them and can be paused', async () => {
  show({ state: 'paused', startedAt: '2026-11-04T10:00:00.000Z' })
  stand.store.answers['GET /api/admin/newsletters/12/unknown'] = () => ({ items: [], next: null })
  stand.store.answers[at('resume')] = () => {
    show({ state: 'sending' })
    return sentNewsletter()
  }
  stand.store.answers[at('pause')] = () => refuse('newsletter.wrong_state')
  openAt('?letter=12')
  expect(await screen.findByText('110 of 160')).toBeTruthy()
  expect(figures()).toEqual({
    Submitted: '100',
    Waiting: '50',
    'No longer eligible': '5',
    Refused: '3',
    Unknown: '2',
  })
  expect(screen.getByText(/at most 300 e-mails per minute/)).toBeTruthy()
  await press('Resume')
  await press('Pause')
  expect(await screen.findByRole('alert')).toBeTruthy()
})

test('a newsletter that stopped by itself says why, and ending it asks first', async () => {
  show({ state: 'paused', problem: 'The mail server refused ten e-mails in a row.', counts: { ...COUNTS, unknown: 0 } })
  const ended = at('cancel')
  stand.store.answers[ended] = () => {
    show({ state: 'canceled', counts: { ...COUNTS, unknown: 0 } })
    return sentNewsletter()
  }
  openAt('?letter=12')
  expect(await screen.findByText('The newsletter stopped automatically.')).toBeTruthy()
  expect(screen.getByText('The mail server refused ten e-mails in a row.')).toBeTruthy()
  await press('End it')
  const asked = within(await screen.findByRole('alertdialog', { name: 'End this newsletter?' }))
  expect(asked.getByText('40 people will not get it. You can’t undo this.')).toBeTruthy()
  expect(stand.store.asked(ended)).toEqual([])
  await user.click(asked.getByRole('button', { name: 'End it' }))
  expect(await screen.findByText('Canceled')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Resume' })).toBeNull()
})

test('e-mails of which nobody knows whether they arrived are sent again only after a question', async () => {
  show({ state: 'done' })
  stand.store.answers['GET /api/admin/newsletters/12/unknown'] = () => ({
    items: [{ userId: 7, username: 'silentlynx', claimedAt: '2026-11-04T10:00:00.000Z' }],
    next: null,
  })
  const again = at('unknown/resend')
  stand.store.answers[again] = () => sentNewsletter()
  openAt('?letter=12')
  const list = await screen.findByRole('list', { name: 'Recipients with unknown delivery' })
  await waitFor(() => expect(list.textContent).toContain('silentlynx'))
  await press('Send again')
  const asked = within(await screen.findByRole('alertdialog', { name: 'Send it again to these people?' }))
  expect(asked.getByText('Some of them will get it twice.')).toBeTruthy()
  expect(stand.store.asked(again)).toEqual([])
  await user.click(asked.getByRole('button', { name: 'Send again' }))
  await waitFor(() => expect(stand.store.asked(again)).toHaveLength(1))
})
