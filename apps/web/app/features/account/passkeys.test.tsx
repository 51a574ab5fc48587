import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Passkey } from '@slipstream/contract/passkeys'
import { passkeyName } from './passkeys.queries.ts'
import { done, refuse, section, showAccount, stand, user } from './testing/account-stand.tsx'

const PHONE: Passkey = {
  id: 3,
  name: 'My phone',
  isBackedUp: true,
  createdAt: '2026-05-01T08:00:00.000Z',
  usedAt: '2026-06-01T08:00:00.000Z',
}

const passkeys = async () => within(await section('Passkeys'))

beforeEach(() => {
  document.documentElement.dataset.passkeys = ''
})
afterEach(() => {
  document.documentElement.removeAttribute('data-passkeys')
})

const have = (...list: Passkey[]) => {
  stand.answers['GET /api/account/passkeys'] = () => Response.json(list)
  stand.account = { ...stand.account, passkeys: list.length, recoveryCodesLeft: 9 }
}

test('an account without passkeys offers to add one if the browser supports it', async () => {
  showAccount()
  const part = await passkeys()
  expect(await part.findByText('You have no passkeys yet.')).toBeTruthy()
  expect(part.getByRole('button', { name: 'Add a passkey' })).toBeTruthy()
})

test('a browser without passkey support shows the list but no add button', async () => {
  document.documentElement.removeAttribute('data-passkeys')
  have(PHONE)
  showAccount()
  const part = await passkeys()
  expect(await part.findByText('My phone')).toBeTruthy()
  expect(part.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
})

test('a passkey can be renamed', async () => {
  have(PHONE)
  stand.answers['PATCH /api/account/passkeys/3'] = () => {
    have({ ...PHONE, name: 'Old phone' })
    return Response.json({ ...PHONE, name: 'Old phone' })
  }
  showAccount()
  const part = await passkeys()
  await user.click(await part.findByRole('button', { name: 'Rename My phone' }))
  const name = screen.getByRole('textbox', { name: 'Name' })
  await user.clear(name)
  await user.type(name, 'Old phone{Enter}')
  expect(await part.findByText('Old phone')).toBeTruthy()
  expect(stand.asked('PATCH /api/account/passkeys/3')).toEqual([{ name: 'Old phone' }])
})

test('the last way to sign in cannot be removed, and the page says why', async () => {
  have(PHONE)
  stand.answers['DELETE /api/account/passkeys/3'] = () => refuse('account.last_way_in')
  showAccount()
  const part = await passkeys()
  const remove = async () => {
    await user.click(await part.findByRole('button', { name: 'Remove My phone' }))
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove passkey' }))
  }
  await remove()
  expect(await part.findByText('Set a password first: this is your only way to log in.')).toBeTruthy()
  stand.answers['DELETE /api/account/passkeys/3'] = () => {
    have()
    return done()
  }
  await remove()
  expect(await part.findByText('You have no passkeys yet.')).toBeTruthy()
})

test('the two-factor section counts passkeys as a second factor and shows how many recovery codes are left', async () => {
  have(PHONE)
  showAccount()
  const part = within(await section('Two-factor sign-in'))
  expect(
    await part.findByText(/Your passkeys already count as a second factor\. 9 recovery codes are left\./),
  ).toBeTruthy()
  expect(part.getByRole('button', { name: 'Create recovery codes' })).toBeTruthy()
})

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 'iPhone passkey'],
  ['Mozilla/5.0 (Linux; Android 15; Pixel 9)', 'Android passkey'],
  ['Mozilla/5.0 (X11; CrOS x86_64 14541.0.0)', 'Chromebook passkey'],
  ['Something else', 'Passkey'],
])('the user agent "%s" adds a passkey called "%s"', (userAgent, name) => {
  expect(passkeyName(userAgent)).toBe(name)
})
