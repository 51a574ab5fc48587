// Preloads the lazy modules so that no test waits for them.
import '@slipstream/contract/legal-admin'
import '@slipstream/contract/legal-documents'
import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { LegalDesk as Desk } from '@slipstream/contract/legal-admin'
import type { LegalDocument } from '@slipstream/contract/legal-terms'
import { BUILT_IN } from '@slipstream/legal-text/built-in'
import { checkLegal } from '@slipstream/legal-text/check-legal'
import { pretendStore, refuse, showAt } from '#testing/pretend-store.tsx'
import { LegalDesk } from './legal-desk.tsx'

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })

const STORE = {
  storeName: 'Nightshift',
  gameName: 'Torque Valley',
  contactEmail: 'desk@nightshift.example',
  downloadWindowDays: 30,
  renewals: 'one-click',
  givesDiscordRole: true,
} as const
const AT = '/api/admin/legal/refunds'
const SAVE = `PATCH ${AT}/draft` as const
const user = userEvent.setup({ delay: null })

const deskOf = (document: LegalDocument, draft: string | null = null): Desk => ({
  builtIn: BUILT_IN[document],
  current: {
    number: 0,
    state: 'current',
    effectiveAt: null,
    publishedAt: null,
    publishedBy: null,
    note: '',
    body: BUILT_IN[document],
  },
  upcoming: null,
  draft:
    draft === null
      ? null
      : { body: draft, revision: 4, updatedAt: '2026-11-16T10:00:00.000Z', updatedBy: 'demo_admin' },
  checked: checkLegal(document, draft ?? BUILT_IN[document]),
})

let store: ReturnType<typeof pretendStore>
let desk: Desk
let revision: number
beforeEach(() => {
  desk = deskOf('refunds')
  revision = 0
  store = pretendStore({
    [`GET ${AT}`]: () => desk,
    [`GET ${AT}/versions`]: () => ({ items: [], next: null }),
    'GET /api/legal/cookies': () => ({
      document: 'cookies',
      number: 0,
      state: 'current',
      updatedAt: '2026-11-15T00:00:00.000Z',
      text: checkLegal('cookies', BUILT_IN.cookies).text,
      earlier: [],
      upcoming: null,
    }),
    [SAVE]: ({ body }) => ({
      revision: ++revision,
      updatedAt: '2026-11-16T10:00:00.000Z',
      checked: checkLegal('refunds', (body as { body: string }).body),
    }),
  })
})

const open = async (address = '/admin/legal/refunds') => {
  showAt(address, <LegalDesk document="refunds" store={STORE} />)
  return screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Text' })
}
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })

test('[ROUTE-19] the legal editor starts with the text in effect and previews its page', async () => {
  const field = await open()
  expect(field.value).toBe(BUILT_IN.refunds)
  expect(screen.getByText('Customers read the built-in text.')).toBeTruthy()
  const preview = screen.getByRole('tabpanel', { name: 'Preview' })
  expect(preview.textContent).toContain('You can request a refund within 14 days of buying a mod.')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Publish…' }).disabled).toBe(true)
  expect(await screen.findByText('Nothing is published yet')).toBeTruthy()
})

test('[CAP-12] a legal draft is saved after a pause, and a missing statement can be inserted', async () => {
  const field = await open()
  type(field, BUILT_IN.refunds.replace('**Decision:** in {{refundDecisionHours}} hours.', 'Soon.'))
  const missing = await screen.findByRole('list', { name: 'Missing statements' })
  expect(missing.textContent).toContain('How soon a refund is decided. (LEGAL-02)')
  expect(store.asked(SAVE)).toHaveLength(1)

  await user.click(screen.getByRole('button', { name: 'Publish…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'This text cannot be published yet' }))
  expect(dialog.queryByRole('button', { name: /Publish|Schedule/ })).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Close' }))

  await user.click(await screen.findByRole('button', { name: 'Insert: How soon a refund is decided.' }))
  expect(field.value).toContain('We decide in {{refundDecisionHours}} hours.')
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Missing statements' })).toBeNull())
  expect(store.asked(SAVE).at(-1)?.body).toMatchObject({ revision: 1 })
})

test('a legal draft that fails to save keeps the typed text and is retried', async () => {
  const answer = store.answers[SAVE]
  store.answers[SAVE] = () => refuse('server.busy')
  const field = await open()
  type(field, `${BUILT_IN.refunds}\nMore.\n`)
  expect(await screen.findByText('Draft not saved, trying again')).toBeTruthy()
  expect(field.value).toContain('More.')
  store.answers[SAVE] = answer!
  expect(await screen.findByText('Draft saved, not published')).toBeTruthy()
})

test('in a conflict, “Show the other version” loads the legal draft that was saved elsewhere', async () => {
  store.answers[SAVE] = () => refuse('legal.draft_changed')
  const field = await open()
  type(field, `${BUILT_IN.refunds}\nMine.\n`)
  await screen.findByText('This draft was changed somewhere else.')
  desk = deskOf('refunds', `${BUILT_IN.refunds}\nTheirs.\n`)
  await user.click(screen.getByRole('button', { name: 'Show the other version' }))
  await waitFor(() => expect(field.value).toContain('Theirs.'))
  expect(screen.queryByText('This draft was changed somewhere else.')).toBeNull()
})

test('[CAP-12] publishing a legal text sends the revision that was read, its effective date and a note', async () => {
  desk = deskOf('refunds', `${BUILT_IN.refunds}\nMore.\n`)
  const publish = `POST ${AT}/versions` as const
  store.answers[publish] = () => refuse('legal.too_early')
  await open()
  await user.click(screen.getByRole('button', { name: 'Publish…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Publish the Refund Policy' }))
  expect(dialog.getByText(/2 lines added, 0 removed/)).toBeTruthy()
  fireEvent.change(dialog.getByLabelText('Takes effect'), { target: { value: '2026-12-01T10:00' } })
  await user.type(dialog.getByLabelText('What changed'), 'More words')
  await user.click(dialog.getByRole('button', { name: 'Schedule' }))
  expect(await dialog.findByText(/Choose a time in the future/)).toBeTruthy()
  expect(store.asked(publish)[0]?.body).toEqual({
    revision: 4,
    effectiveAt: new Date('2026-12-01T10:00').toISOString(),
    note: 'More words',
  })
})

test('the diff of a legal text shows changed lines with some context', async () => {
  desk = deskOf('refunds', BUILT_IN.refunds.replace('- it never reached your locker;', '- it never arrived;'))
  await open()
  await user.click(screen.getByRole('tab', { name: 'Difference' }))
  const lines = within(screen.getByRole('list', { name: 'Changed lines' })).getAllByRole('listitem')
  const texts = lines.map(({ textContent }) => textContent)
  expect(texts).toContain('−Removed: - it never reached your locker;')
  expect(texts).toContain('+Added: - it never arrived;')
  expect(texts.length).toBeLessThan(12)
})

test('[CAP-12] the legal editor looks up which versions applied to the order in the URL', async () => {
  store.answers['GET /api/admin/legal/orders/SL-2026-000123'] = () => ({
    order: 'SL-2026-000123',
    placedAt: '2026-11-16T10:00:00.000Z',
    documents: [
      { document: 'terms', number: 2, effectiveAt: '2026-11-15T10:00:00.000Z' },
      { document: 'cookies', number: 0, effectiveAt: null },
    ],
  })
  await open('/admin/legal/refunds?order=SL-2026-000123')
  const list = within(await screen.findByRole('list', { name: 'Texts of order SL-2026-000123' }))
  expect(list.getByRole('link', { name: 'Terms of Service' }).getAttribute('href')).toBe('/terms?version=2')
  expect(list.getByRole('link', { name: 'Cookie Policy' }).getAttribute('href')).toBe('/privacy?cookies=0#cookies')
})

test('an order that does not exist has no legal versions', async () => {
  store.answers['GET /api/admin/legal/orders/SL-2026-999999'] = () => refuse('orders.not_found')
  await open()
  await user.type(screen.getByLabelText('Order number'), ' sl-2026-999999 ')
  await user.click(screen.getByRole('button', { name: 'Look up' }))
  expect(await screen.findByText('This order does not exist.')).toBeTruthy()
  expect(screen.queryByRole('list', { name: /^Texts of order/ })).toBeNull()
})

test('[CAP-12] the built-in legal text can be put into the draft after a confirmation', async () => {
  desk = deskOf('refunds', `${BUILT_IN.refunds}\nA house rule.\n`)
  const field = await open()
  await user.click(screen.getByRole('button', { name: 'Back to the built-in text' }))
  expect(field.value).toContain('A house rule.')
  await user.click(await screen.findByRole('button', { name: 'Use the built-in text' }))
  await waitFor(() => expect(field.value).toBe(BUILT_IN.refunds))
  await waitFor(() => expect(store.asked(SAVE).at(-1)?.body).toMatchObject({ body: BUILT_IN.refunds, revision: 4 }))
  expect(screen.queryByRole('button', { name: 'Back to the built-in text' })).toBeNull()
})

test('a legal draft can be discarded after a confirmation', async () => {
  const DISCARD = `DELETE ${AT}/draft` as const
  desk = deskOf('refunds', `${BUILT_IN.refunds}\nA house rule.\n`)
  store.answers[DISCARD] = () => {
    desk = deskOf('refunds')
    return null
  }
  const field = await open()
  await user.click(screen.getByRole('button', { name: 'Discard draft' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Discard the draft?' }))
  expect(store.asked(DISCARD)).toEqual([])
  await user.click(question.getByRole('button', { name: 'Discard draft' }))
  await waitFor(() => expect(field.value).toBe(BUILT_IN.refunds))
  expect(await screen.findByText('Same as the text in effect')).toBeTruthy()
  expect(store.asked(DISCARD)).toHaveLength(1)
})

test('a legal text that fails to load can be retried', async () => {
  store.answers[`GET ${AT}`] = () => refuse('server.failed')
  showAt('/admin/legal/refunds', <LegalDesk document="refunds" store={STORE} />)
  await screen.findByText('This text could not be loaded.')
  store.answers[`GET ${AT}`] = () => desk
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('textbox', { name: 'Text' })).toBeTruthy()
})

test.each([
  ['upcoming', 'Changes to the current text', 'Added: Only in version 3.'],
  ['earlier', 'Changes since then', 'Removed: Only in version 3.'],
] as const)(
  'the text of a legal version that is %s differs from the current text in the right direction',
  async (state, tab, line) => {
    const version = { ...desk.current, number: 3, state, publishedBy: 'kit', publishedAt: '2026-11-16T10:00:00.000Z' }
    const body = `${BUILT_IN.refunds}\nOnly in version 3.\n`
    store.answers[`GET ${AT}/versions`] = () => ({ items: [version], next: null })
    store.answers[`GET ${AT}/versions/3`] = () => ({ ...version, body, text: checkLegal('refunds', body).text })
    await open()
    await user.click(await screen.findByRole('button', { name: 'Version 3' }))
    await user.click(await screen.findByRole('tab', { name: tab }))
    const lines = await screen.findByRole('list', { name: 'Changed lines' })
    expect(lines.textContent).toContain(line)
  },
)
