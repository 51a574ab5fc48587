// Preloads the lazy modules so that no test waits for them.
import '@slipstream/contract/account'
import '@slipstream/contract/auth'
import { usersAdminApi } from '@slipstream/contract/users-admin'
import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { callApi } from '#lib/api.ts'
import { guard, ProofDeclined } from '#lib/guard.ts'
import { pretendStore, refuse, showAt } from '#testing/pretend-store.tsx'
import { AdminProof } from './admin-proof.tsx'

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })

const ACT = 'POST /api/admin/users/7/unban'
const PROVE = 'POST /api/auth/prove'
const user = userEvent.setup({ delay: null })

const account = {
  id: 7,
  username: 'boss',
  email: 'boss@mail.example',
  emailVerified: true,
  isAdmin: false,
  hasPassword: true,
  discordUsername: null,
  twoFactorSince: null,
  passkeys: 0,
  recoveryCodesLeft: 0,
  billing: { name: '', address: '', taxId: '' },
  notificationChoices: {
    modUpdates: true,
    ticketReplies: true,
    newsletter: false,
    wishlistNews: false,
    newTickets: true,
    reviewReminders: true,
  },
  createdAt: '2026-03-14T10:00:00.000Z',
}

let store: ReturnType<typeof pretendStore>
let isProven: boolean
beforeEach(() => {
  isProven = false
  store = pretendStore({
    'GET /api/auth/user': () => refuse('auth.required'),
    'GET /api/account': () => account,
    [ACT]: () => (isProven ? done() : refuse('auth.proof_required')),
    [PROVE]: () => {
      isProven = true
      return { success: true, message: 'Thank you.' }
    },
  })
})

const Page = ({ act }: { act: () => Promise<unknown> }) => {
  const [outcome, setOutcome] = useState('nothing yet')
  return (
    <>
      <button
        type="button"
        onClick={() =>
          void act().then(
            (answer) => setOutcome(answer === null ? 'given up' : 'done'),
            (error: Error) => setOutcome(error instanceof ProofDeclined ? error.message : 'failed'),
          )
        }
      >
        Act
      </button>
      <p>{outcome}</p>
    </>
  )
}

const done = () => ({ success: true, message: 'Thank you.' })
const act = () => callApi(usersAdminApi.unban, { params: { id: 7 } })

const open = async (run: () => Promise<unknown> = act) => {
  showAt(
    '/admin/orders',
    <AdminProof>
      <Page act={run} />
    </AdminProof>,
  )
  await user.click(screen.getByRole('button', { name: 'Act' }))
}

test('an admin change that needs reauthentication asks for the password and then succeeds', async () => {
  await open()
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm that it’s you' }))
  const field = dialog.getByLabelText('Password')
  await waitFor(() => expect(document.activeElement).toBe(field))
  await user.type(field, 'the right one{Enter}')
  expect(await screen.findByText('done')).toBeTruthy()
  expect(store.asked(PROVE)[0]?.body).toEqual({ password: 'the right one' })
  expect(store.asked(ACT)).toHaveLength(2)
})

test('closing the reauthentication dialog cancels the admin change without an error', async () => {
  await open(() => guard(act))
  await screen.findByRole('dialog')
  await user.keyboard('{Escape}')
  expect(await screen.findByText('given up')).toBeTruthy()
  expect(store.asked(ACT)).toHaveLength(1)
})

test('a page that does not expect the reauthentication dialog is told that the change was canceled', async () => {
  await open()
  await screen.findByRole('dialog')
  await user.keyboard('{Escape}')
  expect(await screen.findByText('The change was canceled.')).toBeTruthy()
})

test('what a page reads by itself opens no reauthentication dialog', async () => {
  store.answers['GET /api/admin/users/figures'] = () => refuse('auth.proof_required')
  await open(() => callApi(usersAdminApi.figures))
  expect(await screen.findByText('failed')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('an admin without a password confirms with Discord and returns to the same page', async () => {
  store.answers['GET /api/account'] = () => ({ ...account, hasPassword: false })
  history.replaceState(null, '', '/admin/orders?order=SL-2026-000123')
  await open()
  expect((await screen.findByRole('link', { name: 'Confirm with Discord' })).getAttribute('href')).toBe(
    '/api/auth/discord?purpose=prove&next=%2Fadmin%2Forders%3Forder%3DSL-2026-000123',
  )
})

test('an admin change that fails for another reason keeps its error', async () => {
  store.answers[ACT] = () => refuse('server.busy')
  await open()
  expect(await screen.findByText('failed')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})
