import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ApiCall } from '@slipstream/contract/addresses'
import { done, refuse, section, showAccount, stand, user } from './testing/account-stand.tsx'

const DIALOG = { name: 'Confirm that it’s you' }

/** Makes the fake store ask for proof until the right password is given. */
const wantProof = (route: ApiCall) => {
  let isProven = false
  stand.answers[route] = () => (isProven ? done() : refuse('auth.proof_required'))
  stand.answers['POST /api/auth/prove'] = (body) => {
    isProven = (body as { password: string }).password === 'the right one'
    return isProven ? done() : refuse('auth.wrong_password')
  }
}

const changePassword = async () => {
  const password = within(await section('Password'))
  await user.type(password.getByLabelText('New password'), 'long enough to be sent')
  await user.click(password.getByRole('button', { name: 'Change password' }))
  return password
}

test('a change that needs proof asks for the password and is then retried once', async () => {
  wantProof('POST /api/account/password')
  showAccount()
  const password = await changePassword()

  const dialog = await screen.findByRole('dialog', DIALOG)
  const field = within(dialog).getByLabelText<HTMLInputElement>('Password')
  expect(document.activeElement).toBe(field)
  await user.type(field, 'the wrong one{Enter}')
  expect(await within(dialog).findByText('Wrong password. Try again or reset it.')).toBeTruthy()
  expect(stand.asked('POST /api/account/password')).toHaveLength(1)

  await user.clear(field)
  await user.type(field, 'the right one{Enter}')
  expect(await password.findByText(/^Saved\./)).toBeTruthy()
  expect(screen.queryByRole('dialog', DIALOG)).toBeNull()
  expect(stand.asked('POST /api/account/password')).toEqual([
    { password: 'long enough to be sent' },
    { password: 'long enough to be sent' },
  ])
})

test('a change that still needs proof after the retry is not retried again', async () => {
  stand.answers['POST /api/account/password'] = () => refuse('auth.proof_required')
  stand.answers['POST /api/auth/prove'] = done
  showAccount()
  const password = await changePassword()
  await user.type(within(await screen.findByRole('dialog', DIALOG)).getByLabelText('Password'), 'right{Enter}')
  expect(await password.findByText('Confirm that it’s you.')).toBeTruthy()
  expect(stand.asked('POST /api/account/password')).toHaveLength(2)
})

test('closing the password prompt cancels the change without an error, and it can be started again', async () => {
  wantProof('POST /api/account/password')
  showAccount()
  const password = await changePassword()
  await screen.findByRole('dialog', DIALOG)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', DIALOG)).toBeNull())

  const field = password.getByLabelText<HTMLInputElement>('New password')
  expect(field.value).toBe('long enough to be sent')
  expect(field.getAttribute('aria-invalid')).toBeNull()
  expect(stand.asked('POST /api/account/password')).toHaveLength(1)

  await user.click(password.getByRole('button', { name: 'Change password' }))
  expect(await screen.findByRole('dialog', DIALOG)).toBeTruthy()
})

test('an account without a password confirms with Discord and returns to the profile', async () => {
  stand.account = { ...stand.account, hasPassword: false, discordUsername: 'mara' }
  wantProof('POST /api/account/password')
  showAccount()
  const password = within(await section('Password'))
  await user.type(password.getByLabelText('New password'), 'long enough to be sent')
  await user.click(password.getByRole('button', { name: 'Set password' }))
  const dialog = within(await screen.findByRole('dialog', DIALOG))
  expect(dialog.queryByLabelText('Password')).toBeNull()
  expect(dialog.getByRole('link', { name: 'Confirm with Discord' }).getAttribute('href')).toBe(
    '/api/auth/discord?purpose=prove&next=%2Fprofile%3Fconfirmed%3Dpassword',
  )
})

test('after confirming with Discord, the section says that the change can be made again', async () => {
  const router = showAccount('/profile?confirmed=password')
  expect((await section('Password')).textContent).toContain('Discord has confirmed your identity.')
  expect(screen.getAllByText(/Discord has confirmed/)).toHaveLength(1)
  await waitFor(() => expect(router.state.location.search).toBe(''))
})

test('an account with a second factor confirms with its password and a code', async () => {
  stand.account = { ...stand.account, twoFactorSince: '2026-03-14T10:00:00.000Z' }
  wantProof('POST /api/account/password')
  const seen: unknown[] = []
  const prove = stand.answers['POST /api/auth/prove']
  stand.answers['POST /api/auth/prove'] = (body) => {
    seen.push(body)
    return (body as { code: string }).code === '123456' ? (prove?.(body) ?? done()) : refuse('auth.wrong_code')
  }
  showAccount()
  const password = await changePassword()
  const dialog = within(await screen.findByRole('dialog', DIALOG))
  await user.type(dialog.getByLabelText('Password'), 'the right one')
  await user.type(dialog.getByLabelText('Code'), '000 000{Enter}')
  expect(await dialog.findByText('Wrong code. Check it and try again.')).toBeTruthy()
  await user.clear(dialog.getByLabelText('Code'))
  await user.type(dialog.getByLabelText('Code'), '123 456{Enter}')
  expect(await password.findByText(/^Saved\./)).toBeTruthy()
  expect(seen.at(-1)).toEqual({ password: 'the right one', code: '123456' })
})
