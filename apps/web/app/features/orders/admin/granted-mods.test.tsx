// Preloads the lazy modules so that no test waits for them.
import '@slipstream/contract/orders-admin'
import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { ERRORS } from '@slipstream/contract/errors'
import type { GrantedMod } from '@slipstream/contract/orders-admin'
import { pretendStore, refuse, showAt } from '#testing/pretend-store.tsx'
import { GrantedMods } from './granted-mods.tsx'
import type { FindMod } from './grant-dialog.tsx'

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })

const LIST = 'GET /api/admin/entitlements'
const GRANT = 'POST /api/admin/entitlements'
const REVOKE = 'POST /api/admin/entitlements/7/revoke'
const user = userEvent.setup({ delay: null })

const sentGift = (changes: Partial<GrantedMod> = {}): GrantedMod => ({
  id: 7,
  userId: 5,
  username: 'racer',
  modId: 77,
  title: 'Brigand',
  reason: 'For testing it',
  by: 'boss',
  grantedAt: '2026-11-04T10:00:00.000Z',
  firstDownloadedAt: null,
  revokedAt: null,
  revokeReason: null,
  ...changes,
})
const REVOKED = { revokedAt: '2026-11-06T10:00:00.000Z', revokeReason: 'Testing is over' }

let store: ReturnType<typeof pretendStore>
beforeEach(() => {
  store = pretendStore({ [LIST]: () => ({ items: [sentGift()], next: null }) })
})

/** The route passes the mod finder of another feature. */
const findMod: FindMod = (onFound) => (
  <button type="button" onClick={() => onFound({ id: 77, title: 'Brigand' })}>
    Found Brigand
  </button>
)

const open = (address = '/admin/orders?tab=granted') =>
  showAt(address, <GrantedMods findMod={findMod} guard={(act) => act()} />)
const rows = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent)

test('[ROUTE-11] every granted mod shows the customer, the admin, the reason and its status', async () => {
  store.answers[LIST] = () => ({
    items: [
      sentGift(),
      sentGift({ id: 8, firstDownloadedAt: '2026-11-05T10:00:00.000Z' }),
      sentGift({ id: 9, title: 'Senko', ...REVOKED }),
    ],
    next: null,
  })
  open()
  await screen.findAllByRole('rowheader')
  expect(rows()[0]).toMatch(/Brigand.*For testing it.*In the locker.*racer.*boss/)
  expect(rows()[1]).toContain('Downloaded')
  expect(rows()[2]).toMatch(/Revoked Nov 6.*: Testing is over/)
  expect(screen.queryByRole('button', { name: 'Revoke Senko from racer' })).toBeNull()
  expect(screen.getAllByRole('link', { name: 'All orders by racer' })[0]?.getAttribute('href')).toBe(
    '/admin/orders?q=racer',
  )
})

test('a granted mod is revoked with a reason after a confirmation, and the list shows it', async () => {
  store.answers[REVOKE] = () => refuse('server.busy')
  open()
  await user.click(await screen.findByRole('button', { name: 'Revoke Brigand from racer' }))
  const form = within(await screen.findByRole('dialog', { name: 'Revoke Brigand?' }))
  await user.click(form.getByRole('button', { name: 'Revoke access' }))
  expect(await form.findByText('Enter a reason.')).toBeTruthy()
  expect(store.asked(REVOKE)).toHaveLength(0)
  await user.type(form.getByRole('textbox', { name: 'Reason' }), 'Testing is over')
  await user.click(form.getByRole('button', { name: 'Revoke access' }))
  expect(await form.findByRole('alert')).toBeTruthy()

  store.answers[REVOKE] = () => ({ success: true, message: 'Gone.' })
  store.answers[LIST] = () => ({ items: [sentGift(REVOKED)], next: null })
  await user.click(form.getByRole('button', { name: 'Revoke access' }))
  await waitFor(() => expect(rows()[0]).toMatch(/Revoked Nov 6.*: Testing is over/))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(store.asked(REVOKE).at(-1)?.body).toEqual({ reason: 'Testing is over' })
  // The button that opened the dialog is gone, but the row remains.
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Brigand' })))
})

test('granting a mod by username shows errors at their fields and keeps the input', async () => {
  store.answers[LIST] = () => ({ items: [], next: null })
  open()
  await screen.findByText('No mods granted yet')
  const [above, below] = screen.getAllByRole('button', { name: 'Grant a mod' })
  if (!above || !below) throw new Error('a button is missing')
  await user.click(below)
  const form = within(await screen.findByRole('dialog', { name: 'Grant a mod' }))
  const username = form.getByRole<HTMLInputElement>('textbox', { name: 'Username' })
  const why = form.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reason' })
  const beside = (field: HTMLElement) =>
    (field.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent)
  const send = () => user.click(form.getByRole('button', { name: 'Grant mod' }))
  expect(document.activeElement).toBe(username)
  await send()
  await waitFor(() => expect(beside(username)).toContain('Enter a username.'))
  expect(document.activeElement).toBe(username)
  expect(beside(form.getByRole('group', { name: 'Mod' }))).toEqual(['Choose a mod.'])
  expect(beside(why)).toContain('Enter a reason.')
  expect(store.asked(GRANT)).toEqual([])

  store.answers[GRANT] = () => refuse('entitlement.no_customer')
  await user.type(username, ' raser ')
  await user.click(form.getByRole('button', { name: 'Found Brigand' }))
  await user.type(why, 'Won the contest')
  await send()
  await waitFor(() => expect(beside(username)).toEqual([ERRORS['entitlement.no_customer'][1]]))
  expect(form.queryByRole('alert')).toBeNull()
  expect([username.value, why.value]).toEqual([' raser ', 'Won the contest'])

  store.answers[GRANT] = () => refuse('entitlement.owned')
  await user.clear(username)
  expect(form.queryByText(ERRORS['entitlement.no_customer'][1])).toBeNull()
  await user.type(username, 'racer')
  await send()
  await waitFor(() =>
    expect(beside(form.getByRole('group', { name: 'Mod' }))).toEqual(['The customer already has this mod.']),
  )
  expect(form.queryByRole('alert')).toBeNull()

  store.answers[GRANT] = () => ({ id: 7 })
  store.answers[LIST] = () => ({ items: [sentGift()], next: null })
  await user.click(form.getByRole('button', { name: 'Change' }))
  await user.click(form.getByRole('button', { name: 'Found Brigand' }))
  await send()
  expect(await screen.findByText('Brigand is in the locker of racer.')).toBeTruthy()
  expect(store.asked(GRANT).at(-1)?.body).toEqual({ username: 'racer', modId: 77, reason: 'Won the contest' })
  expect(await screen.findByRole('rowheader')).toBeTruthy()
  // The button that opened the dialog is gone, but the one above the list remains.
  await waitFor(() => expect(document.activeElement).toBe(above))

  store.answers[REVOKE] = () => ({ success: true, message: 'Gone.' })
  await user.click(screen.getByRole('button', { name: 'Revoke Brigand from racer' }))
  const question = within(await screen.findByRole('dialog'))
  await user.type(question.getByRole('textbox', { name: 'Reason' }), 'Testing is over')
  store.answers[LIST] = () => ({ items: [sentGift(REVOKED)], next: null })
  await user.click(question.getByRole('button', { name: 'Revoke access' }))
  await waitFor(() => expect(screen.queryByText('Brigand is in the locker of racer.')).toBeNull())
})

test('the search for granted mods is in the URL, and older grants are loaded below', async () => {
  store.answers[LIST] = ({ query }) =>
    query.after
      ? { items: [sentGift({ id: 1, title: 'Older' })], next: null }
      : { items: [sentGift({ id: 2, title: 'Newer' })], next: 'there' }
  const { here } = open()
  await user.click(await screen.findByRole('button', { name: /^Load/ }))
  expect(await screen.findByText('Older')).toBeTruthy()
  expect(store.asked(LIST).at(-1)?.query).toEqual({ after: 'there' })

  store.answers[LIST] = () => ({ items: [], next: null })
  await user.type(screen.getByRole('searchbox', { name: 'Search granted mods' }), 'nobody{Enter}')
  expect(await screen.findByText('No granted mods match this search')).toBeTruthy()
  expect(here()).toBe('/admin/orders?tab=granted&q=nobody')
  await user.click(screen.getByRole('button', { name: 'Show all granted mods' }))
  await waitFor(() => expect(here()).toBe('/admin/orders?tab=granted'))
  expect(await screen.findByText('No mods granted yet')).toBeTruthy()
})

test('granted mods that fail to load show the request id', async () => {
  store.answers[LIST] = () => refuse('server.failed')
  open()
  expect((await screen.findByRole('alert')).textContent).toContain('req-7')
})
