import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { done, refuse, section, showAccount, stand, user } from './testing/account-stand.tsx'

const discord = async () => within(await section('Discord'))
const unlink = async () => {
  await user.click((await discord()).getByRole('button', { name: 'Unlink' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Unlink Discord' }))
}

test('the link to Discord returns to the profile', async () => {
  showAccount()
  const link = (await discord()).getByRole('link', { name: 'Link Discord' })
  expect(link.getAttribute('href')).toBe('/api/auth/discord?purpose=link&next=%2Fprofile')
})

test('unlinking Discord asks for confirmation first', async () => {
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

test('Discord cannot be unlinked while it is the only way to sign in; the page points to the password', async () => {
  stand.account = { ...stand.account, hasPassword: false, discordUsername: 'mara_drives' }
  stand.answers['DELETE /api/account/discord'] = () => refuse('account.last_way_in')
  showAccount()
  await unlink()
  const part = await discord()
  expect(await part.findByText(/Discord is your only way to log in/)).toBeTruthy()
  expect(part.getByRole('link', { name: 'Set a password first' }).getAttribute('href')).toBe('#password')
  expect(part.getByText('mara_drives')).toBeTruthy()
})

test.each([
  ['linked=discord', /^Discord is linked\./],
  ['error=discord_taken', 'That Discord account is already linked to another account here.'],
])('coming back from Discord with %s shows its message once and cleans the address', async (flag, words) => {
  const router = showAccount(`/profile?tab=1&${flag}`)
  expect(await (await discord()).findByText(words)).toBeTruthy()
  await waitFor(() => expect(router.state.location.search).toBe('?tab=1'))
})

test('linking Discord asks for proof when needed, then continues', async () => {
  const assign = vi.fn()
  vi.stubGlobal('location', { hash: '', assign })
  stand.answers['POST /api/auth/prove'] = done
  showAccount('/profile?error=proof_required')
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm that it’s you' }))
  expect(assign).not.toHaveBeenCalled()
  await user.type(dialog.getByLabelText('Password'), 'the right one{Enter}')
  await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('/api/auth/discord?purpose=link&next=%2Fprofile'))
})
