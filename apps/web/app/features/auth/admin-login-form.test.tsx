import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { AdminLoginForm } from './admin-login-form.tsx'
import { admin, open, refuse, shownAlert, stand, welcome } from '#testing/stand.tsx'

const LOGIN = 'POST /api/auth/admin-login'

const signIn = async () => {
  await userEvent.type(screen.getByLabelText('Username or e-mail'), 'idris')
  await userEvent.type(screen.getByLabelText('Password'), 'a long password{Enter}')
}

test('[CALL-01] an administrator is taken to the dashboard', async () => {
  stand.answers[LOGIN] = () => welcome(admin)
  const { where } = open(<AdminLoginForm />, '/admin-login')
  await signIn()
  await screen.findByText('elsewhere')
  expect(where()).toBe('/admin')
  expect(stand.asked(LOGIN)[0]?.body).toEqual({ username: 'idris', password: 'a long password' })
})

test.each([
  ['rejected with a message', () => refuse('auth.wrong_credentials'), 'Invalid credentials'],
  ['rejected without a message', () => new Response('', { status: 401 }), 'Invalid credentials'],
  ['answered by a proxy', () => new Response('<h1>Bad Gateway</h1>', { status: 502 }), 'Admin login failed'],
  ['unreachable', () => Promise.reject(new TypeError('Failed to fetch')), 'Admin login failed'],
])('[AUTH-11] an admin login that is %s shows the specified text', async (_, answer, text) => {
  stand.answers[LOGIN] = answer
  open(<AdminLoginForm />, '/admin-login')
  await signIn()
  expect(await shownAlert()).toBe(text)
  expect(screen.getByLabelText<HTMLInputElement>('Username or e-mail').value).toBe('idris')
})

test('the admin login offers Discord and no registration', () => {
  open(<AdminLoginForm />, '/admin-login')
  const discord = screen.getByRole('link')
  expect([discord.textContent, discord.getAttribute('href')]).toEqual(['Continue with Discord', '/api/auth/discord'])
  expect(discord.dataset.next).toBe('/admin')
})

test('the admin login asks for the second factor, and an expired code leads back to the start', async () => {
  const challenge = 'challenge-of-an-admin'
  stand.answers[LOGIN] = () =>
    Response.json({ success: false, challenge, factors: ['app'], message: 'Enter the code.' })
  stand.answers['POST /api/auth/second-factor'] = () => refuse('auth.link_expired')
  const { where } = open(<AdminLoginForm />, '/admin-login')
  await signIn()
  await userEvent.type(await screen.findByLabelText('Six-digit code'), '123456{Enter}')
  expect(await shownAlert()).toBe('That took too long. Please log in again.')

  stand.answers['POST /api/auth/second-factor'] = () => welcome(admin)
  await signIn()
  await userEvent.type(await screen.findByLabelText('Six-digit code'), '654321{Enter}')
  await screen.findByText('elsewhere')
  expect(where()).toBe('/admin')
})

test('only the demo store says that its admins need no second factor', () => {
  const note = () => screen.queryByText(/In this demo, admins don’t need a second factor\./)
  const { unmount } = open(<AdminLoginForm />)
  expect(note()).toBeNull()
  unmount()
  open(<AdminLoginForm isDemo />)
  expect(note()).toBeTruthy()
})
