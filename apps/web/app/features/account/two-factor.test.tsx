import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { catchDownloads, done, refuse, section, showAccount, stand, user } from './testing/account-stand.tsx'

const SECRET = 'JBSWY3DPEHPK3PXP'
const CODES = ['abcd-efgh-jkmn', 'pqrs-tuvw-xyz2']
const isOn = { twoFactorSince: '2026-05-01T08:00:00.000Z', recoveryCodesLeft: 10 }

const twoFactor = async () => within(await section('Two-factor sign-in'))

beforeEach(() => {
  stand.answers['POST /api/account/two-factor'] = () =>
    Response.json({ secret: SECRET, uri: `otpauth://totp/Store:mara.k?secret=${SECRET}&issuer=Store` })
})

const setUp = async () => {
  showAccount()
  const part = await twoFactor()
  await user.click(part.getByRole('button', { name: 'Set up' }))
  return { part, field: await part.findByRole('textbox', { name: 'Authenticator code' }) }
}

test('the two-factor section warns that turning it on signs out other devices', async () => {
  showAccount()
  expect((await twoFactor()).getByText(/Turning it on signs you out on all other devices\./)).toBeTruthy()
})

test('the two-factor secret is shown as a QR code and as text to copy', async () => {
  const { part } = await setUp()
  const drawing = await part.findByRole('img', { name: 'QR code for your authenticator app' })
  expect(drawing.querySelector('path')?.getAttribute('d')?.length).toBeGreaterThan(1_000)
  expect(part.getByText('JBSW Y3DP EHPK 3PXP')).toBeTruthy()
  await user.click(part.getByRole('button', { name: 'Copy the secret' }))
  expect(await navigator.clipboard.readText()).toBe(SECRET)
})

test('a malformed or wrong first code shows an error at the field', async () => {
  stand.answers['POST /api/account/two-factor/confirm'] = () => refuse('auth.wrong_code')
  const { part, field } = await setUp()
  await user.type(field, '12345{Enter}')
  expect(await part.findByText('Enter the six digits.')).toBeTruthy()
  expect(stand.asked('POST /api/account/two-factor/confirm')).toEqual([])
  await user.type(field, '6{Enter}')
  expect(await part.findByText(/^Wrong code\./)).toBeTruthy()
})

test('a correct first code turns two-factor sign-in on and shows the recovery codes once', async () => {
  stand.answers['POST /api/account/two-factor/confirm'] = () => {
    stand.account = { ...stand.account, ...isOn }
    return Response.json({ recoveryCodes: CODES })
  }
  const { part, field } = await setUp()
  await user.type(field, '654 321{Enter}')
  const heading = await part.findByRole('heading', { name: 'Your recovery codes' })
  expect(document.activeElement?.contains(heading) && document.activeElement !== document.body).toBe(true)
  expect(stand.asked('POST /api/account/two-factor/confirm')).toEqual([{ code: '654321' }])
  expect(part.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(CODES)
  await user.click(part.getByRole('button', { name: 'Copy the recovery codes' }))
  expect(await navigator.clipboard.readText()).toBe(CODES.join('\n'))

  await user.click(part.getByRole('button', { name: 'I have saved them' }))
  expect(await part.findByText('10 recovery codes are left.')).toBeTruthy()
  expect(document.body.textContent).not.toContain(CODES[0])
  expect(document.body.textContent).not.toContain(SECRET)
})

test('a canceled two-factor setup leaves no secret on the page', async () => {
  const { part } = await setUp()
  await user.click(part.getByRole('button', { name: 'Cancel' }))
  expect(part.getByRole('button', { name: 'Set up' })).toBeTruthy()
  expect(document.body.textContent).not.toContain('JBSW')
})

test('a two-factor setup that cannot start says why beside the button', async () => {
  stand.answers['POST /api/account/two-factor'] = () => refuse('account.two_factor_is_on')
  showAccount()
  const part = await twoFactor()
  await user.click(part.getByRole('button', { name: 'Set up' }))
  expect(await part.findByText('The second factor is already on.')).toBeTruthy()
})

test('new recovery codes are created after a confirmation, shown once, and can be saved as a file', async () => {
  stand.account = { ...stand.account, ...isOn, recoveryCodesLeft: 1 }
  stand.answers['POST /api/account/two-factor/recovery-codes'] = () => Response.json({ recoveryCodes: CODES })
  const saved = catchDownloads()
  showAccount()
  const part = await twoFactor()
  expect(part.getByText(/^One recovery code is left\. Create new ones/)).toBeTruthy()
  await user.click(part.getByRole('button', { name: 'Create recovery codes' }))
  expect(stand.asked('POST /api/account/two-factor/recovery-codes')).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Create new codes' }))

  await part.findByRole('heading', { name: 'Your recovery codes' })
  await user.click(part.getByRole('button', { name: 'Download' }))
  expect(await saved[0]?.text).toBe(`${CODES.join('\n')}\n`)
  await user.click(part.getByRole('button', { name: 'I have saved them' }))
  expect(document.body.textContent).not.toContain(CODES[0])
})

test('turning off two-factor sign-in asks for confirmation and proof, and says why when it is rejected', async () => {
  stand.account = { ...stand.account, ...isOn }
  stand.answers['DELETE /api/account/two-factor'] = () => refuse('server.busy')
  showAccount()
  const part = await twoFactor()
  const switchOff = async () => {
    await user.click(part.getByRole('button', { name: 'Turn off' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Turn off' }))
  }
  await switchOff()
  expect(await part.findByText(/^We’re handling a lot of requests/)).toBeTruthy()

  let isProven = false
  stand.answers['DELETE /api/account/two-factor'] = () => {
    if (!isProven) return refuse('auth.proof_required')
    stand.account = { ...stand.account, twoFactorSince: null, recoveryCodesLeft: 0 }
    return done()
  }
  stand.answers['POST /api/auth/prove'] = () => {
    isProven = true
    return done()
  }
  await switchOff()
  const dialog = await screen.findByRole('dialog', { name: 'Confirm that it’s you' })
  await user.type(within(dialog).getByLabelText('Password'), 'the right one')
  await user.type(within(dialog).getByLabelText('Code'), '123456{Enter}')
  expect(await part.findByText('Two-factor sign-in is off.')).toBeTruthy()
  expect(stand.asked('DELETE /api/account/two-factor')).toHaveLength(3)
})
