import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { secretLink } from './arrival.ts'
import { LoginPanels } from './login-panels.tsx'
import { mara, open, refuse, shownAlert, stand, welcome } from '#testing/stand.tsx'

const SECRET = 'secret-of-a-mailed-link'
const VERIFY = 'POST /api/auth/verify-email'
const TAKE_OVER = 'POST /api/auth/take-over'

const arriveWith = (purpose: 'verify' | 'reset') => {
  secretLink.set({ purpose, secret: SECRET })
  return open(<LoginPanels />, '/login')
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

test('a verification link confirms the e-mail address only after a click', async () => {
  stand.signedInAs({ ...mara, emailVerified: false })
  localStorage.setItem('auth_token', 'abc')
  stand.answers['POST /api/auth/verify-email'] = () =>
    Response.json({ success: true, message: 'Your e-mail address is confirmed.' })
  arriveWith('verify')
  const button = await screen.findByRole('button', { name: 'Confirm address' })
  expect(stand.asked('POST /api/auth/verify-email')).toEqual([])
  await userEvent.click(button)
  await screen.findByText('Your e-mail address is confirmed.')
  expect(stand.asked('POST /api/auth/verify-email').map(({ body }) => body)).toEqual([{ token: SECRET }])
})

test('a used verification link shows an error', async () => {
  stand.answers['POST /api/auth/verify-email'] = () => refuse('auth.link_expired')
  arriveWith('verify')
  await userEvent.click(await screen.findByRole('button', { name: 'Confirm address' }))
  expect(await shownAlert()).toBe('This link has expired or was already used. Request a new one.')
  expect(screen.getByRole('link', { name: 'Open profile' }).getAttribute('href')).toBe('/profile')
})

test('a verification link opened in another browser asks to log in, and then confirms the address', async () => {
  stand.answers[VERIFY] = () => refuse('auth.sign_in_or_take_over')
  arriveWith('verify')
  await press('Confirm address')
  await press('Log in to confirm')
  stand.answers['POST /api/auth/login'] = () => welcome()
  stand.answers[VERIFY] = () => Response.json({ success: true, message: 'Your e-mail address is confirmed.' })
  await userEvent.type(screen.getByLabelText('Username or e-mail'), 'mara.k')
  await userEvent.type(screen.getByLabelText('Password'), 'a long password{Enter}')
  await press('Confirm address')
  expect(await screen.findByText('Your e-mail address is confirmed.')).toBeTruthy()
  expect(stand.asked(VERIFY).map(({ body }) => body)).toEqual([{ token: SECRET }, { token: SECRET }])
})

test('an account that a stranger created with the address is taken over with a new password', async () => {
  stand.answers[VERIFY] = () => refuse('auth.sign_in_or_take_over')
  stand.answers[TAKE_OVER] = () => Response.json({ success: true, message: 'The account is yours.' })
  arriveWith('verify')
  await press('Confirm address')
  expect(await screen.findByText(/removes every other way to log in/)).toBeTruthy()
  await press('Take over the account')
  await userEvent.type(await screen.findByLabelText('New password'), 'short no more{Enter}')
  expect(await screen.findByText('The account is yours.')).toBeTruthy()
  expect(stand.asked(TAKE_OVER)[0]?.body).toEqual({ token: SECRET, password: 'short no more' })
})

test('an account with a confirmed address can only be logged in to', async () => {
  stand.answers[VERIFY] = () => refuse('auth.sign_in_to_confirm')
  arriveWith('verify')
  await press('Confirm address')
  expect(await screen.findByRole('button', { name: 'Log in to confirm' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Take over the account' })).toBeNull()
})

test('after a reset the other ways into the account are named, and the profile opens to remove them', async () => {
  stand.answers['POST /api/auth/reset-password'] = () =>
    Response.json({
      success: true,
      message: 'Your new password is set.',
      otherWays: { discordUsername: 'mallory', passkeys: 2, hasApp: false },
    })
  stand.answers['POST /api/auth/login'] = () => welcome()
  const { where } = arriveWith('reset')
  await userEvent.type(await screen.findByLabelText('New password'), 'short no more{Enter}')
  expect(await screen.findByText(/Your account also has Discord \(mallory\) and 2 passkeys\./)).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Username or e-mail'), 'mara.k')
  await userEvent.type(screen.getByLabelText('Password'), 'short no more{Enter}')
  await screen.findByText('elsewhere')
  expect(where()).toBe('/profile')
})
