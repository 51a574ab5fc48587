import '@slipstream/contract/compatibility'
import { configure, fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Board, BoardRow, CompatibilityChange } from '@slipstream/contract/compatibility'
import { pretendStore, refuse, showAt } from '#testing/pretend-store.tsx'
import { CompatibilityBoard } from './board.tsx'

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })

const row = (releaseId: number, title: string, values: Partial<BoardRow> = {}): BoardRow => ({
  modId: releaseId + 100,
  title,
  picture: null,
  releaseId,
  version: '1.0',
  state: 'unconfirmed',
  fixedIn: null,
  note: '',
  changedAt: null,
  changedBy: null,
  ...values,
})
const board = (rows: BoardRow[], versions = ['0.38', '0.37']): Board => ({
  gameVersions: versions.map((version) => ({ version, announcedAt: '2026-11-01T10:00:00.000Z' })),
  gameVersion: versions[0] ?? null,
  rows,
})
const KESTREL = row(1, 'Kestrel', { state: 'confirmed', changedAt: '2026-11-02T10:00:00.000Z', changedBy: 'idris' })
const FULL = board([KESTREL, row(2, 'Orsana'), row(3, 'Senko', { state: 'broken', note: 'Wheels fall off.' })])

const BOARD = 'GET /api/admin/compatibility'
const SET = 'POST /api/admin/compatibility'
const ANNOUNCE = 'POST /api/admin/compatibility/game-versions'

let store: ReturnType<typeof pretendStore>
beforeEach(() => {
  store = pretendStore({ [BOARD]: () => FULL })
})

const open = (address = '/admin/mods') => showAt(address, <CompatibilityBoard />)
const titles = async () => (await screen.findAllByRole('rowheader')).map((cell) => cell.querySelector('a')?.textContent)
// Queries by text or label: queries by role take seconds on a page of this size.
const button = (name: string, room: HTMLElement = document.body) =>
  within(room).queryByLabelText(name, { selector: 'button' }) ?? within(room).getByText(name, { selector: 'button' })
const click = (name: string) => userEvent.click(button(name))
const choose = (title: string) => fireEvent.click(screen.getByLabelText(`Select ${title}`))
const chosenBar = () => screen.queryByLabelText('Selected rows')
const openMenu = async (title: string, item: string) => {
  await click(`More for ${title}`)
  await userEvent.click(screen.getByText(item, { selector: '[role=menuitem]' }))
}

test('mods that need review come first, with the number left', async () => {
  open()
  expect(await titles()).toEqual(['Orsana', 'Senko', 'Kestrel'])
  expect(screen.getByText('1 to confirm for 0.38')).not.toBeNull()
  expect(screen.getByText('2 of 3 reviewed')).not.toBeNull()
  expect(screen.getByText('Wheels fall off.')).not.toBeNull()
})

test('selected mods are confirmed in one request, and the board shows their new state', async () => {
  store.answers[SET] = () => board(FULL.rows.map((each) => ({ ...each, state: 'confirmed', note: '' })))
  open()
  await titles()
  choose('Orsana')
  choose('Senko')
  await click('Confirm 2')
  expect(await screen.findByText('All mods are reviewed for 0.38')).not.toBeNull()
  const confirmed = { gameVersion: '0.38', state: 'confirmed', fixedIn: null, note: '' }
  expect(store.asked(SET)).toMatchObject([{ body: { releaseIds: [2, 3], ...confirmed } }])
  expect(chosenBar()).toBeNull()
})

test('a failed bulk confirm shows an error and keeps the selection', async () => {
  store.answers[SET] = () => refuse('release.not_found')
  open()
  await titles()
  choose('Orsana')
  await click('Confirm 1')
  expect((await screen.findByRole('alert')).textContent).toContain('This release does not exist.')
  expect(chosenBar()).not.toBeNull()
})

test('the state "fixed later" asks for the release, and the note is saved for players', async () => {
  store.answers[SET] = () => FULL
  open()
  await titles()
  await openMenu('Senko', 'Set state…')
  const dialog = within(screen.getByRole('dialog', { name: 'Senko with 0.38' }))
  const save = () => fireEvent.click(dialog.getByText('Save', { selector: 'button' }))
  expect(dialog.getByLabelText<HTMLTextAreaElement>('Note for players').value).toBe('Wheels fall off.')
  fireEvent.change(dialog.getByLabelText('State'), { target: { value: 'fixed' } })
  save()
  expect(await dialog.findByText('Enter the release that fixes it.')).not.toBeNull()
  expect(store.asked(SET)).toEqual([])
  fireEvent.change(dialog.getByLabelText('Fixed in release'), { target: { value: '1.1' } })
  save()
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(store.asked(SET)).toMatchObject([
    { body: { releaseIds: [3], state: 'fixed', fixedIn: '1.1', note: 'Wheels fall off.' } },
  ])
})

test('only a newer game version can be announced', async () => {
  store.answers[ANNOUNCE] = () => board([row(1, 'Kestrel')], ['0.39', '0.38', '0.37'])
  open()
  await titles()
  await click('Announce game version')
  const dialog = within(screen.getByRole('dialog', { name: 'Announce game version' }))
  const field = dialog.getByLabelText('Game version')
  const announce = (version: string) => {
    fireEvent.change(field, { target: { value: version } })
    fireEvent.click(dialog.getByText(/^Announce/, { selector: 'button' }))
  }
  announce('0.9')
  expect(await dialog.findByText('Enter a version newer than 0.38.')).not.toBeNull()
  announce('0.39')
  expect(await screen.findByText('1 to confirm for 0.39')).not.toBeNull()
  expect(store.asked(ANNOUNCE)).toMatchObject([{ body: { version: '0.39' } }])
})

test('retracting the newest game version asks for confirmation', async () => {
  const retract = 'DELETE /api/admin/compatibility/game-versions/0.38'
  store.answers[retract] = () => board([KESTREL], ['0.37'])
  open()
  await titles()
  await click('Retract 0.38')
  expect(store.asked(retract)).toEqual([])
  fireEvent.click(button('Retract 0.38', screen.getByRole('alertdialog')))
  expect(await screen.findByText('All mods are reviewed for 0.37')).not.toBeNull()
})

test('the compatibility board applies the version, state and search in the URL', async () => {
  const rows = [...FULL.rows, row(4, 'Ardent', { state: 'broken' })]
  store.answers[BOARD] = ({ query }) => ({ ...FULL, rows, gameVersion: query.gameVersion })
  open('/admin/mods?version=0.37&state=broken&q=s')
  expect(await titles()).toEqual(['Senko'])
  expect(screen.getByText('1 of 4 mods')).not.toBeNull()
  // Only the newest version can be retracted.
  expect(screen.queryByText(/^Retract/)).toBeNull()
})

test('the compatibility board says when nothing is left to confirm', async () => {
  store.answers[BOARD] = () => board([KESTREL])
  const { here } = open('/admin/mods?state=unconfirmed')
  expect(await screen.findByText('Nothing is left to confirm.')).not.toBeNull()
  await click('Show all')
  expect(here()).toBe('/admin/mods')
  expect(await titles()).toEqual(['Kestrel'])
})

test('a store without a game version asks for one', async () => {
  store.answers[BOARD] = () => board([], [])
  open()
  expect(await screen.findByText('No game version announced yet.')).not.toBeNull()
  expect(button('Announce a version')).toBeTruthy()
})

test('the compatibility history of a mod shows who changed what', async () => {
  const change: CompatibilityChange = {
    id: 9,
    at: '2026-11-02T10:00:00.000Z',
    by: 'idris',
    version: '1.0',
    gameVersion: '0.38',
    from: 'unconfirmed',
    to: 'broken',
    note: 'Wheels fall off.',
  }
  store.answers['GET /api/admin/mods/103/compatibility'] = () => [change]
  open()
  await titles()
  await openMenu('Senko', 'History')
  const sheet = within(await screen.findByRole('dialog', { name: 'Compatibility history' }))
  const item = await sheet.findByRole('listitem')
  expect(item.textContent).toMatch(/Unconfirmed.*Broken.*Release 1\.0 with 0\.38.*by idris.*Wheels fall off\./)
})
