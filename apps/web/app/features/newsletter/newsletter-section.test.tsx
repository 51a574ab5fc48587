import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { refuse } from '#testing/pretend-store.tsx'
import { DOMAIN, LIST, ONE, openAt, sentNewsletter, stand, SUPPRESSED } from './testing/newsletter-stand.tsx'

const user = userEvent.setup({ delay: null })
const tryAgain = () => user.click(screen.getByRole('button', { name: 'Try again' }))

test('[ROUTE-14] every newsletter is listed with its state and how many e-mails were submitted', async () => {
  stand.store.answers[LIST] = ({ query }) =>
    query.after
      ? { items: [sentNewsletter({ id: 1 })], next: null }
      : {
          items: [
            sentNewsletter(),
            sentNewsletter({
              id: 11,
              state: 'done',
              counts: { waiting: 0, sending: 0, accepted: 1_200, refused: 0, unknown: 4, skipped: 0 },
            }),
          ],
          next: 'there',
        }
  openAt()
  const list = within(await screen.findByRole('list', { name: 'Newsletters, newest first' }))
  const [draft, done] = list.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(draft).toMatch(/^November news.*Draft$/)
  expect(done).toMatch(/1,200 submitted4 unknownSubmitted$/)
  expect(list.getAllByRole('link')[0]?.getAttribute('href')).toBe('/admin/communications/newsletter?letter=12')
  expect(screen.getByRole('link', { name: 'Write a newsletter' }).getAttribute('href')).toBe(
    '/admin/communications/newsletter?letter=new',
  )
  expect(screen.getByText('The wished mods')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /^Load/ }))
  await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(3))
})

test('a list of newsletters shows no message while it loads, says when it is empty, and can be loaded again', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  stand.store.answers[LIST] = () => promise
  openAt()
  expect(await screen.findByText('The wished mods')).toBeTruthy()
  expect(screen.queryByText('No newsletter yet')).toBeNull()
  resolve(refuse('server.failed'))
  expect(await screen.findByText('The newsletters could not be loaded.')).toBeTruthy()
  stand.store.answers[LIST] = () => ({ items: [], next: null })
  await tryAgain()
  expect(await screen.findByText('No newsletter yet')).toBeTruthy()
})

test('a newsletter that could not be loaded can be loaded again', async () => {
  stand.store.answers[ONE] = () => refuse('newsletter.not_found')
  openAt('?letter=12')
  expect(await screen.findByText('The newsletter could not be loaded.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'All newsletters' }).getAttribute('href')).toBe(
    '/admin/communications/newsletter',
  )
  stand.store.answers[ONE] = () => sentNewsletter()
  await tryAgain()
  expect(await screen.findByDisplayValue('November news')).toBeTruthy()
})

test('each record of the sender domain shows its state, and what to paste if it is missing', async () => {
  const check = {
    name: 'SPF',
    state: 'fine',
    host: 'mail.example',
    found: 'v=spf1 -all',
    record: null,
    advice: 'Good.',
  }
  const missing = {
    ...check,
    ...{ name: 'DMARC', state: 'missing', host: '_dmarc.mail.example', found: null, record: 'v=DMARC1; p=none' },
  }
  stand.store.answers[DOMAIN] = () => refuse('server.failed')
  openAt()
  expect(await screen.findByText('The records could not be checked.')).toBeTruthy()
  stand.store.answers[DOMAIN] = () => ({ domain: 'mail.example', checks: [check, missing] })
  await user.click(screen.getByRole('button', { name: 'Check again' }))
  const records = within(await screen.findByRole('list', { name: 'Records of the sender domain' }))
  const [spf, dmarc] = records.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(spf).toBe('SPFFineGood.Foundv=spf1 -all')
  expect(dmarc).toBe('DMARCMissingGood.Name_dmarc.mail.exampleTXTv=DMARC1; p=none')
})

test('a suppressed address can get newsletters again', async () => {
  const LET_IN = 'DELETE /api/admin/mail-suppressions/3'
  const address = 'gone@mail.example'
  stand.store.answers[SUPPRESSED] = () => ({
    items: [{ id: 3, address, reason: 'bounce', detail: '', createdAt: '2026-11-04T10:00:00.000Z' }],
    next: null,
  })
  stand.store.answers[LET_IN] = () => {
    stand.store.answers[SUPPRESSED] = () => ({ items: [], next: null })
    return null
  }
  openAt()
  expect((await screen.findByRole('row', { name: new RegExp(address) })).textContent).toContain('Does not exist')
  await user.click(screen.getByRole('button', { name: `Let ${address} get newsletters again` }))
  expect(await screen.findByText('No e-mail has bounced or been marked as spam.')).toBeTruthy()
  expect(stand.store.asked(LET_IN)).toHaveLength(1)
})
