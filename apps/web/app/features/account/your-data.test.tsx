import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { RETENTION_YEARS } from '@slipstream/contract/legal'
import { catchDownloads, done, onDeleted, refuse, section, showAccount, stand, user } from './testing/account-stand.tsx'

const data = async () => within(await section('Your data'))

test('the data export is saved as a JSON file', async () => {
  stand.answers['GET /api/account/export'] = () => Response.json({ account: { username: 'mara.k' } })
  const saved = catchDownloads()
  showAccount()
  const part = await data()
  await user.click(part.getByRole('button', { name: 'Download my data' }))
  expect(await part.findByText('The file is in your downloads folder.')).toBeTruthy()
  expect(saved[0]?.name).toBe('my-data-mara.k.json')
  expect(JSON.parse(await saved[0]!.text)).toEqual({ account: { username: 'mara.k' } })
})

test('a failed data export shows an error beside the button', async () => {
  stand.answers['GET /api/account/export'] = () => refuse('server.busy')
  showAccount()
  const part = await data()
  await user.click(part.getByRole('button', { name: 'Download my data' }))
  expect(await part.findByText(/^We’re handling a lot of requests/)).toBeTruthy()
})

test('the delete-account section says what is kept and for how long', async () => {
  showAccount()
  expect((await data()).getByText(/Orders and invoices/).textContent).toContain(
    `for ${RETENTION_YEARS.purchaseRecords} years`,
  )
  expect((await data()).getByText(/^Your reviews with their pictures/)).toBeTruthy()
  expect((await data()).getByText(/times of your tickets/)).toBeTruthy()
})

test('an account is deleted only after its exact username is typed and the user reauthenticates', async () => {
  let isProven = false
  stand.answers['DELETE /api/account'] = () => (isProven ? done() : refuse('auth.proof_required'))
  stand.answers['POST /api/auth/prove'] = () => {
    isProven = true
    return done()
  }
  showAccount()
  await user.click((await data()).getByRole('button', { name: 'Delete account' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete mara.k?' }))
  const field = dialog.getByRole('textbox', { name: 'Type your username to confirm' })
  await user.type(field, 'Mara.K{Enter}')
  expect(await dialog.findByText('Type it exactly: mara.k')).toBeTruthy()
  expect(stand.asked('DELETE /api/account')).toEqual([])

  await user.clear(field)
  await user.type(field, 'mara.k{Enter}')
  const proof = within(await screen.findByRole('dialog', { name: 'Confirm that it’s you' }))
  expect(onDeleted).not.toHaveBeenCalled()
  await user.type(proof.getByLabelText('Password'), 'the right one{Enter}')
  await waitFor(() => expect(onDeleted).toHaveBeenCalledOnce())
  expect(stand.asked('DELETE /api/account')).toEqual([{ username: 'mara.k' }, { username: 'mara.k' }])
})

test('a failed account deletion keeps the account and shows the reason', async () => {
  stand.answers['DELETE /api/account'] = () => refuse('account.name_differs')
  showAccount()
  await user.click((await data()).getByRole('button', { name: 'Delete account' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete mara.k?' }))
  await user.type(dialog.getByRole('textbox'), 'mara.k{Enter}')
  expect(await dialog.findByText('This is not your username. Check the spelling.')).toBeTruthy()
  expect(onDeleted).not.toHaveBeenCalled()
})
