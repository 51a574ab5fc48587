// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { done, refuse, section, showAccount, stand, user } from './testing/account-stand.tsx'

const discord = async () => within(await section('Discord'))
const unlink = async () => {
  await user.click((await discord()).getByRole('button', { name: 'Unlink' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Unlink Discord' }))
}

test('without Discord the page offers to link it, by a way that comes back here', async () => {
  showAccount()
  const link = (await discord()).getByRole('link', { name: 'Link Discord' })
  expect(link.getAttribute('href')).toBe('/api/auth/discord?purpose=link&next=%2Fprofile')
})

test('Discord is unlinked after a question', async () => {
  stand.account = { ...stand.account, discordUsername: 'mara_drives' }
  stand.answers['DELETE /api/account/discord'] = () => {
    stand.account = { ...stand.account, discordUsername: null }
    return done()
  }
  showAccount()
  const part = await discord()
  expect(part.getByText('mara_drives')).toBeTruthy()
  await unlink()
  expect(await part.findByText('Discord is no longer linked.')).toBeTruthy()
  expect(part.getByRole('link', { name: 'Link Discord' })).toBeTruthy()
})

test('the only way in is not unlinked: the page says so and points to the password', async () => {
  stand.account = { ...stand.account, hasPassword: false, discordUsername: 'mara_drives' }
  stand.answers['DELETE /api/account/discord'] = () => refuse('account.last_way_in')
  showAccount()
  await unlink()
  const part = await discord()
  expect(await part.findByText(/Discord is your only way to sign in/)).toBeTruthy()
  expect(part.getByRole('link', { name: 'Set a password first' }).getAttribute('href')).toBe('#password')
  expect(part.getByText('mara_drives')).toBeTruthy()
})

test.each([
  ['linked=discord', /^Discord is linked\./],
  ['error=discord_taken', 'That Discord account is already linked to another account here.'],
])('who comes back with %s reads it once, and the address is cleaned', async (flag, words) => {
  const router = showAccount(`/profile?tab=1&${flag}`)
  expect(await (await discord()).findByText(words)).toBeTruthy()
  await waitFor(() => expect(router.state.location.search).toBe('?tab=1'))
})

test('linking that wants proof first asks for it, and then sets out again', async () => {
  const assign = vi.fn()
  vi.stubGlobal('location', { hash: '', assign })
  stand.answers['POST /api/auth/prove'] = done
  showAccount('/profile?error=proof_required')
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm that it’s you' }))
  expect(assign).not.toHaveBeenCalled()
  await user.type(dialog.getByLabelText('Password'), 'the right one{Enter}')
  await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('/api/auth/discord?purpose=link&next=%2Fprofile'))
})
