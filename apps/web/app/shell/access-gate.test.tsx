import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { admin, mara, open, refuse, stand } from '#testing/stand.tsx'
import { AdminGate, DeveloperGate } from './access-gate.tsx'

const developer = { ...admin, username: 'noor', isDeveloper: true }

const openAdmin = () => open(<AdminGate>the dashboard</AdminGate>, '/admin')
const openDeveloper = () => open(<DeveloperGate>the panel</DeveloperGate>, '/admin/developer')
const links = () => screen.getAllByRole('link').map((link) => `${link.textContent} ${link.getAttribute('href')}`)

test('[GATE-01] a spinner is shown until the sign-in state is known', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  stand.answers['GET /api/auth/user'] = () => promise
  openAdmin()
  expect(screen.getByRole('status').textContent).toBe('Checking access')
  expect(screen.queryByText('the dashboard')).toBeNull()
  resolve(Response.json(admin))
  await screen.findByText('the dashboard')
})

test('[GATE-01] a signed-out visitor is denied with a link to the admin login', async () => {
  openAdmin()
  await screen.findByRole('heading', { name: 'Access Denied' })
  expect(screen.getByText('You must be logged in as an administrator to access this page.')).toBeTruthy()
  expect(links()).toEqual(['Go Home /', 'Login /admin-login'])
})

test('[GATE-01] a customer is denied with a link home', async () => {
  stand.signedInAs(mara)
  openAdmin()
  await screen.findByRole('heading', { name: 'Access Denied' })
  expect(links()).toEqual(['Go Home /'])
  expect(screen.queryByText('the dashboard')).toBeNull()
})

test('[GATE-01] a user with is_admin instead of isAdmin is let in', async () => {
  stand.answers['GET /api/auth/user'] = () => Response.json({ id: 1, username: 'idris', is_admin: true })
  openAdmin()
  await screen.findByText('the dashboard')
})

test('an admin without a second factor is asked to set one up', async () => {
  stand.signedInAs({ ...admin, needsSecondFactor: true })
  openAdmin()
  await screen.findByRole('heading', { name: 'Set up a second factor' })
  expect(links()).toEqual(['Open security settings /profile#two-factor', 'Go Home /'])
  expect(screen.queryByText('the dashboard')).toBeNull()
})

test('[GATE-02] a signed-out visitor is denied the developer page with a link to the login', async () => {
  openDeveloper()
  await screen.findByRole('heading', { name: 'Access Denied' })
  expect(screen.getByText('This page is restricted to the developer account.')).toBeTruthy()
  expect(links()).toEqual(['Go Home /', 'Login /login'])
})

test('[GATE-02] an admin who is not the developer is denied', async () => {
  stand.signedInAs(admin)
  openDeveloper()
  await screen.findByText('This page is restricted to the developer account.')
  expect(links()).toEqual(['Go Home /'])
})

test('[GATE-02] a developer who signed in with a password is told that Discord is needed', async () => {
  stand.signedInAs({ ...admin, discordId: '1170001008000000001', discord_username: 'slipstream_dev' })
  openDeveloper()
  await screen.findByText('This page is restricted to the developer account.')
  expect(screen.getByText(/recognized by Discord only/)).toBeTruthy()
  expect(links()).toEqual(['Go Home /', 'Continue with Discord /api/auth/discord'])
})

test('[GATE-02] the developer is let in', async () => {
  stand.signedInAs(developer)
  openDeveloper()
  await screen.findByText('the panel')
})

test('a failed access check can be retried', async () => {
  stand.answers['GET /api/auth/user'] = () => refuse('server.busy')
  openAdmin()
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('We couldn’t check your access'))
  stand.signedInAs(admin)
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('the dashboard')
})
