// Preloaded so that no test waits for it.
import '@slipstream/contract/auth'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { askForProof } from '#lib/guard.ts'
import { pretendStore, refuse, showAt } from '#testing/pretend-store.tsx'
import { ExportLink } from './export-link.tsx'
import { Toaster } from './toaster.tsx'

const PROOF = 'GET /api/auth/proof'
const user = userEvent.setup({ delay: null })
let store: ReturnType<typeof pretendStore>
let saved: string[]
beforeEach(() => {
  saved = []
  store = pretendStore({
    'GET /api/auth/user': () => refuse('auth.required'),
    [PROOF]: () => ({ success: true, message: 'Confirmed.' }),
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.getAttribute('href') ?? '')
  })
})

const open = async () => {
  showAt(
    '/admin/orders',
    <>
      <ExportLink to="/api/admin/orders/export" query={{ status: 'paid', q: undefined }} />
      <Toaster />
    </>,
  )
  await user.click(screen.getByRole('link', { name: 'Export CSV' }))
}

test('a file is fetched once the store knows that the administrator is present', async () => {
  await open()
  await waitFor(() => expect(saved).toEqual(['/api/admin/orders/export?status=paid']))
})

test('an export asks for reauthentication first, and fetches nothing if it is declined', async () => {
  store.answers[PROOF] = () => refuse('auth.proof_required')
  const asked = vi.fn(() => Promise.reject(new Error('declined')))
  const stop = askForProof(asked)
  await open()
  await waitFor(() => expect(asked).toHaveBeenCalledOnce())
  stop()
  expect(saved).toEqual([])
})

test('an export that the store cannot begin says so', async () => {
  store.answers[PROOF] = () => refuse('server.busy')
  await open()
  expect(await screen.findByText('The file could not be created. Please try again.')).toBeTruthy()
  expect(saved).toEqual([])
})
