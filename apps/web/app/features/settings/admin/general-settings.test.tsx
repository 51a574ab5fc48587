// Preloads the lazy modules so that no test waits for them.
import '@slipstream/contract/settings-admin'
import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '@slipstream/contract/default-settings'
import { pretendStore, refuse, showAt } from '#testing/pretend-store.tsx'
import { CHANGE, pretendSettings, READ } from '../testing/pretend-settings.tsx'
import { GeneralSettings } from './general-settings.tsx'

configure({ asyncUtilTimeout: 10_000 })

const show = (values: object = {}) => pretendSettings('/admin/settings', <GeneralSettings />, 'Store name', values)
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })

test('[ROUTE-18] a settings form sends only what changed and says what is not saved', async () => {
  const { sent } = await show()
  expect(save().disabled).toBe(true)
  expect(screen.getByText('All changes saved')).toBeTruthy()
  type('Store name', 'Redline')
  type('Download window in days', '60')
  expect(screen.getByText('2 changes not saved: store name, download window in days')).toBeTruthy()
  fireEvent.click(save())
  await screen.findByText('All changes saved')
  expect(sent()).toEqual([{ storeName: 'Redline', downloadWindowDays: 60 }])
})

test('a setting has a description, shows who changed it last and can be reset', async () => {
  const { sent } = await show({ blurb: 'Loud cars.' })
  const blurb = screen.getByLabelText('Short description')
  expect(blurb.getAttribute('aria-describedby')).toBeTruthy()
  expect(screen.getByText(/by maren\.kessel$/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Reset store name' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Reset short description' }))
  fireEvent.click(save())
  await waitFor(() => expect(sent()).toEqual([{ blurb: DEFAULT_SETTINGS.blurb }]))
})

test('an invalid setting shows its problem next to its field and is not sent', async () => {
  const { sent } = await show()
  type('Support address', 'nobody')
  type('Download window in days', 'a month')
  type('Time zone', 'Atlantis')
  fireEvent.click(screen.getByRole('button', { name: 'Add link' }))
  type('Address of link 1', 'http://discord.example')
  fireEvent.click(save())
  await screen.findByText('Enter a valid e-mail address.')
  for (const label of ['Support address', 'Download window in days', 'Time zone']) {
    expect(screen.getByLabelText(label).getAttribute('aria-invalid'), label).toBe('true')
  }
  const links = screen.getByRole('group', { name: /^Social links/ })
  expect(within(links).getByText('Link 1: enter an address that begins with https://')).toBeTruthy()
  expect(sent()).toEqual([])
})

test('a refused save keeps the input, and discarding restores the stored settings', async () => {
  const { stand } = await show()
  stand.answers[CHANGE] = () => refuse('server.failed')
  type('Store name', 'Redline')
  fireEvent.click(save())
  await screen.findByRole('alert')
  expect(screen.getByLabelText<HTMLInputElement>('Store name').value).toBe('Redline')
  fireEvent.click(screen.getByRole('button', { name: 'Discard' }))
  expect(screen.getByLabelText<HTMLInputElement>('Store name').value).toBe(DEFAULT_SETTINGS.storeName)
})

test('settings that fail to load offer to try again', async () => {
  pretendStore({ [READ]: () => refuse('server.failed') })
  showAt('/admin/settings', <GeneralSettings />)
  expect(await screen.findByText('The settings could not be loaded.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})
