import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { done, refuse, section, showAccount, stand, user } from './testing/account-stand.tsx'
import { ACCOUNT_SECTIONS } from './section-titles.ts'

test('every entry of the profile menu is a section of the page, in the same order', async () => {
  showAccount()
  await section('Name and picture')
  const shown = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(shown).toEqual(ACCOUNT_SECTIONS.map(({ title }) => title))
  for (const { id, title } of ACCOUNT_SECTIONS) expect(document.getElementById(id)).toBe(await section(title))
})

test('the profile shows a skeleton while the account loads', async () => {
  stand.answers['GET /api/account'] = () => new Promise(() => {})
  showAccount()
  expect(await screen.findByRole('status', { name: 'Loading your profile' })).toBeTruthy()
})

test('a profile that fails to load shows an error with the request id and can be retried', async () => {
  stand.answers['GET /api/account'] = () => refuse('server.failed')
  showAccount()
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Your profile could not be loaded.')
  expect(alert.textContent).toContain('req-7')

  stand.answers['GET /api/account'] = () => Response.json(stand.account)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await section('Name and picture')).toBeTruthy()
})

test('[ROUTE-23] an expired session leads to sign-in and back', async () => {
  stand.answers['GET /api/account'] = () => refuse('auth.required')
  showAccount()
  const link = await screen.findByRole('link', { name: 'Log in' })
  expect(link.getAttribute('href')).toBe('/login?next=%2Fprofile')
})

test('a new username is saved, and a taken one shows an error at the field', async () => {
  stand.answers['PATCH /api/account'] = () => refuse('auth.username_taken')
  showAccount()
  const name = within(await section('Name and picture'))
  const field = name.getByRole<HTMLInputElement>('textbox', { name: 'Username' })
  expect(field.value).toBe('mara.k')
  await user.clear(field)
  await user.type(field, 'idris')
  await user.click(name.getByRole('button', { name: 'Save username' }))
  await waitFor(() => expect(describedBy(field)).toContain('This username is taken. Choose another one.'))
  expect(document.activeElement).toBe(field)

  await user.type(field, '_h')
  expect(describedBy(field)).not.toContain('taken')
  stand.answers['PATCH /api/account'] = () => {
    stand.account = { ...stand.account, username: 'idris_h' }
    return Response.json(stand.account)
  }
  await user.click(name.getByRole('button', { name: 'Save username' }))
  expect(await name.findByText('Saved.')).toBeTruthy()
  expect(stand.asked('PATCH /api/account')).toEqual([{ username: 'idris' }, { username: 'idris_h' }])
  expect(await name.findByText('idris_h')).toBeTruthy()
})

test('an invalid username is not sent', async () => {
  showAccount()
  const name = within(await section('Name and picture'))
  const field = name.getByRole('textbox', { name: 'Username' })
  await user.clear(field)
  await user.type(field, 'no spaces')
  await user.click(name.getByRole('button', { name: 'Save username' }))
  await waitFor(() => expect(describedBy(field)).toContain('Use only letters, digits, dots, dashes and underscores.'))
  expect(stand.asked('PATCH /api/account')).toEqual([])
})

test('changing a verified e-mail address tells the user to open the link', async () => {
  stand.answers['POST /api/account/email'] = done
  showAccount()
  const email = within(await section('E-mail'))
  expect(email.getByText('Verified')).toBeTruthy()
  expect(email.queryByRole('button', { name: 'Send the link again' })).toBeNull()
  await user.type(email.getByRole('textbox', { name: 'New e-mail address' }), 'new@example.com')
  await user.click(email.getByRole('button', { name: 'Change address' }))
  expect((await email.findByText('new@example.com')).parentElement?.textContent).toContain('We sent a link to')
  expect(stand.asked('POST /api/account/email')).toEqual([{ email: 'new@example.com' }])
  expect(email.getByText('mara@example.com')).toBeTruthy()
})

test('an invalid e-mail address shows an error at the field and is not sent', async () => {
  showAccount()
  const email = within(await section('E-mail'))
  const field = email.getByRole('textbox', { name: 'New e-mail address' })
  await user.type(field, 'mara@')
  await user.click(email.getByRole('button', { name: 'Change address' }))
  await waitFor(() => expect(describedBy(field)).toContain('Enter a valid e-mail address.'))
  expect(stand.asked('POST /api/account/email')).toEqual([])
})

test('the verification link can be sent again, and a rejection shows beside the button', async () => {
  stand.account = { ...stand.account, emailVerified: false }
  stand.answers['POST /api/account/email/confirmation'] = () => refuse('auth.mailbox_full')
  showAccount()
  const email = within(await section('E-mail'))
  const button = email.getByRole('button', { name: 'Send the link again' })
  await user.click(button)
  expect(await email.findByText(/^We have sent several e-mails/)).toBeTruthy()

  stand.answers['POST /api/account/email/confirmation'] = done
  await user.click(button)
  expect(await email.findByText(/^We sent a link to/)).toBeTruthy()
  expect(stand.asked('POST /api/account/email/confirmation')).toHaveLength(2)
  expect(stand.asked('POST /api/account/email')).toEqual([])
})

test('an account without an e-mail address is asked for one', async () => {
  stand.account = { ...stand.account, email: null, emailVerified: false }
  showAccount()
  const email = within(await section('E-mail'))
  expect(email.getByText(/has no e-mail address yet/)).toBeTruthy()
  expect(email.getByRole('textbox', { name: 'E-mail address' })).toBeTruthy()
})

test('a short password is rejected at the field; a valid one is saved and the field is cleared', async () => {
  stand.answers['POST /api/account/password'] = done
  showAccount()
  const password = within(await section('Password'))
  const field = password.getByLabelText<HTMLInputElement>('New password')
  await user.type(field, 'short')
  await user.click(password.getByRole('button', { name: 'Change password' }))
  await waitFor(() => expect(describedBy(field)).toContain('At least 10 characters.'))
  expect(stand.asked('POST /api/account/password')).toEqual([])

  await user.type(field, ' and now long')
  await user.click(password.getByRole('button', { name: 'Change password' }))
  expect(await password.findByText(/^Saved\./)).toBeTruthy()
  expect(stand.asked('POST /api/account/password')).toEqual([{ password: 'short and now long' }])
  expect(field.value).toBe('')
})

test('a network failure shows a different message than a rejection', async () => {
  showAccount()
  const password = within(await section('Password'))
  const field = password.getByLabelText('New password')
  await user.type(field, 'long enough to be sent')
  await user.click(password.getByRole('button', { name: 'Change password' }))
  await waitFor(() => expect(describedBy(field)).toContain('The store could not be reached.'))
})

test('a theme choice applies immediately and is stored', async () => {
  showAccount()
  const appearance = within(await section('Appearance'))
  expect(appearance.getByRole<HTMLInputElement>('radio', { name: /System/ }).checked).toBe(true)
  await user.click(appearance.getByRole('radio', { name: /Dark/ }))
  expect(localStorage.getItem('theme')).toBe('dark')
  expect(document.documentElement.classList.contains('dark')).toBe(true)
})

test('a notification switch moves immediately, and moves back with a reason when saving fails', async () => {
  const answer = Promise.withResolvers<Response>()
  stand.answers['PATCH /api/account'] = () => answer.promise
  showAccount()
  const notifications = within(await section('Notifications'))
  const updates = notifications.getByRole<HTMLInputElement>('switch', { name: /Updates to my mods/ })
  await user.click(updates)
  expect(updates.checked).toBe(false)

  answer.resolve(refuse('server.busy'))
  expect(
    await notifications.findByText('We’re handling a lot of requests right now. Try again in a few seconds.'),
  ).toBeTruthy()
  expect(updates.checked).toBe(true)

  stand.answers['PATCH /api/account'] = () => Response.json(stand.account)
  await user.click(updates)
  expect(await notifications.findByText('Saved.')).toBeTruthy()
  expect(updates.checked).toBe(false)
  expect(stand.asked('PATCH /api/account')).toEqual(
    [false, false].map((modUpdates) => ({ notificationChoices: { modUpdates } })),
  )
})

test('the profile offers switches only for e-mails that the store sends', async () => {
  showAccount()
  const switches = within(await section('Notifications')).getAllByRole('switch')
  const names = switches.map((each) => each.closest('label')?.textContent ?? '')
  expect(names).toEqual([
    expect.stringContaining('Updates to my mods'),
    expect.stringContaining('Invitations to review'),
    expect.stringContaining('Answers to my tickets'),
    expect.stringContaining('News and offers'),
    expect.stringContaining('News about my wishlist'),
  ])
})

test('[ROUTE-13] an administrator also has a switch for mails about new tickets', async () => {
  stand.account = { ...stand.account, isAdmin: true }
  showAccount()
  expect(within(await section('Notifications')).getByRole('switch', { name: /^New tickets/ })).toBeDefined()
})

test('two quick clicks on a switch reach the server in order', async () => {
  const first = Promise.withResolvers<Response>()
  stand.answers['PATCH /api/account'] = () => first.promise
  showAccount()
  const notifications = within(await section('Notifications'))
  const updates = notifications.getByRole<HTMLInputElement>('switch', { name: /Updates to my mods/ })
  await user.click(updates)
  await user.click(updates)
  expect(updates.checked).toBe(true)
  expect(stand.asked('PATCH /api/account')).toHaveLength(1)

  stand.answers['PATCH /api/account'] = () => Response.json(stand.account)
  first.resolve(Response.json(stand.account))
  await notifications.findByText('Saved.')
  expect(stand.asked('PATCH /api/account')).toEqual(
    [false, true].map((modUpdates) => ({ notificationChoices: { modUpdates } })),
  )
})

const describedBy = (control: HTMLElement) =>
  (control.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')

test('[LEGAL-08] billing details are saved as typed, and a text that is too long is refused at its field', async () => {
  stand.account = { ...stand.account, billing: { name: 'Racing Ltd', address: '', taxId: '' } }
  stand.answers['PATCH /api/account'] = () => Response.json(stand.account)
  showAccount()
  const billing = within(await section('Billing details'))
  expect(billing.getByRole<HTMLInputElement>('textbox', { name: /Company or full name/ }).value).toBe('Racing Ltd')
  const taxId = billing.getByRole<HTMLInputElement>('textbox', { name: /Tax number/ })
  await user.click(taxId)
  await user.paste('X'.repeat(41))
  await user.click(billing.getByRole('button', { name: 'Save billing details' }))
  await waitFor(() => expect(describedBy(taxId)).toContain('At most 40 characters.'))
  await user.clear(taxId)
  await user.type(taxId, 'GB1')
  await user.type(billing.getByRole('textbox', { name: /Address/ }), '2 Grid{Enter}Apex')
  await user.click(billing.getByRole('button', { name: 'Save billing details' }))
  expect(await billing.findByText('Saved.')).toBeTruthy()
  expect(stand.asked('PATCH /api/account')).toEqual([
    { billing: { name: 'Racing Ltd', address: '2 Grid\nApex', taxId: 'GB1' } },
  ])
})
