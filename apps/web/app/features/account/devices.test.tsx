import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { done, refuse, section, showAccount, stand, user } from './testing/account-stand.tsx'

const session = (id: number, device: string, isThisOne = false) => ({
  id,
  isThisOne,
  device,
  method: 'password',
  ip: `203.0.113.${id}`,
  createdAt: '2024-05-01T08:00:00.000Z',
  usedAt: '2024-05-02T09:30:00.000Z',
})
const LAPTOP = session(1, 'Firefox on Linux', true)
const PHONE = session(2, 'Safari on iOS')
const OLD_PC = session(3, 'Edge on Windows')

let sessions = [PHONE, LAPTOP, OLD_PC]
beforeEach(() => {
  sessions = [PHONE, LAPTOP, OLD_PC]
  stand.answers['GET /api/account/sessions'] = () => Response.json(sessions)
})

const shownDevices = async () => {
  const list = await within(await section('Devices')).findByRole('list', { name: 'Devices' })
  return within(list).getAllByRole('listitem')
}

test('the current device comes first in the list and cannot be signed out there', async () => {
  showAccount()
  const [laptop, phone] = await shownDevices()
  expect(laptop!.textContent).toContain('This device')
  expect(within(laptop!).queryByRole('button')).toBeNull()
  expect(phone!.textContent).toContain('Safari on iOS')
  expect(phone!.textContent).toContain('203.0.113.2')
  expect(phone!.textContent).toContain('Last used May 2, 2024')
  expect(document.activeElement).toBe(document.body)
})

test('a signed-out device leaves the list, and the list keeps the focus', async () => {
  stand.answers['DELETE /api/account/sessions/2'] = () => {
    sessions = [LAPTOP, OLD_PC]
    return done()
  }
  showAccount()
  await shownDevices()
  await user.click(screen.getByRole('button', { name: 'Sign out Safari on iOS, 203.0.113.2' }))
  expect(await screen.findByText('The device is signed out.')).toBeTruthy()
  await waitFor(async () => expect(await shownDevices()).toHaveLength(2))
  expect(document.activeElement).toBe(screen.getByRole('list', { name: 'Devices' }))
})

test('a device that could not be signed out stays in the list with the reason', async () => {
  stand.answers['DELETE /api/account/sessions/2'] = () => refuse('server.failed')
  showAccount()
  await shownDevices()
  await user.click(screen.getByRole('button', { name: 'Sign out Safari on iOS, 203.0.113.2' }))
  expect(await screen.findByText(/^Something went wrong on our side/)).toBeTruthy()
  expect(await shownDevices()).toHaveLength(3)
})

test('"sign out everywhere else" asks for confirmation first', async () => {
  stand.answers['DELETE /api/account/sessions'] = () => {
    sessions = [LAPTOP]
    return done()
  }
  showAccount()
  await shownDevices()
  await user.click(screen.getByRole('button', { name: 'Sign out everywhere else' }))
  const question = within(await screen.findByRole('alertdialog'))
  expect(stand.asked('DELETE /api/account/sessions')).toHaveLength(0)
  await user.click(question.getByRole('button', { name: 'Sign out everywhere else' }))
  expect(await screen.findByText('All other devices are signed out.')).toBeTruthy()
  await waitFor(async () => expect(await shownDevices()).toHaveLength(1))
  expect(screen.queryByRole('button', { name: 'Sign out everywhere else' })).toBeNull()
})

test('devices and sign-ins that fail to load show errors, and the sign-ins can be retried in place', async () => {
  stand.answers['GET /api/account/sessions'] = () => refuse('server.busy')
  stand.answers['GET /api/account/sign-ins'] = () => refuse('server.busy')
  showAccount()
  const devices = within(await section('Devices'))
  const failed = async (words: string) => within((await devices.findByText(words)).closest('[role=alert]')!)
  await failed('Your devices could not be loaded.')
  stand.answers['GET /api/account/sign-ins'] = () => Response.json([])
  const button = (await failed('Your sign-ins could not be loaded.')).getByRole('button', { name: 'Try again' })
  await user.click(button)
  expect(await devices.findByText('No recent sign-ins.')).toBeTruthy()
  expect(await section('Name and picture')).toBeTruthy()
})

test('the first eight recent sign-ins are listed, the rest on demand', async () => {
  const results = ['ok', 'second_factor', 'wrong_secret', 'limited', 'banned', 'unknown_name']
  stand.answers['GET /api/account/sign-ins'] = () =>
    Response.json(
      Array.from({ length: 12 }, (_, index) => ({
        id: 12 - index,
        at: '2026-05-02T09:30:00.000Z',
        method: index === 0 ? 'discord' : 'password',
        result: results[index % results.length],
        device: 'Firefox on Linux',
        ip: '203.0.113.9',
      })),
    )
  showAccount()
  const table = within(await screen.findByRole('table', { name: 'Recent sign-ins' }))
  await table.findByText('Discord')
  const words = table
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell').at(-1)!.textContent)
  expect(words.slice(0, 6)).toEqual([
    'Signed in',
    'Code requested',
    'Wrong password or code',
    'Too many attempts',
    'Account banned',
    'Unknown username',
  ])
  expect(words).toHaveLength(8)
  await user.click(screen.getByRole('button', { name: 'Show all 12' }))
  expect(table.getAllByRole('row')).toHaveLength(13)
})
