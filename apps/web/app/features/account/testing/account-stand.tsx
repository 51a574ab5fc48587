import type { ApiCall } from '@slipstream/contract/addresses'
// Preloads the lazy modules so that no test waits for them.
import '@slipstream/contract/account'
import '@slipstream/contract/auth'
import '@slipstream/contract/invoices'
import '@slipstream/contract/passkeys'
import '../qr-code.tsx'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, vi } from 'vitest'
import type { Account } from '@slipstream/contract/account'
import { ERRORS, type ErrorCode } from '@slipstream/contract/errors'
import { createQueryClient } from '#lib/query-client.ts'
import AccountPage from '../account-page.tsx'

interface Call {
  route: string
  body: unknown
}

const nobodysAccount: Account = {
  username: 'mara.k',
  email: 'mara@example.com',
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

export const refuse = (code: ErrorCode) => {
  const [status, message] = ERRORS[code]
  return Response.json({ code, message, requestId: 'req-7' }, { status })
}
export const done = () => Response.json({ success: true, message: 'Done.' })

/** A fake store: responses by "METHOD /path", and the requests it received. */
export const stand = {
  account: nobodysAccount,
  answers: {} as Partial<Record<ApiCall, (body: unknown) => Response | Promise<Response>>>,
  calls: [] as Call[],
  asked: (route: string) => stand.calls.filter((call) => call.route === route).map(({ body }) => body),
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  localStorage.clear()
  stand.account = nobodysAccount
  stand.calls = []
  stand.answers = {
    'GET /api/account': () => Response.json(stand.account),
    'GET /api/account/passkeys': () => Response.json([]),
    'GET /api/account/sessions': () => Response.json([]),
    'GET /api/account/sign-ins': () => Response.json([]),
  }
  vi.stubGlobal('fetch', async (path: string, { method, body }: { method: string; body?: string }) => {
    const route = `${method} ${path}`
    const said: unknown = body === undefined ? undefined : JSON.parse(body)
    stand.calls.push({ route, body: said })
    const answer = stand.answers[route as ApiCall]
    if (!answer) throw new Error(`no answer is defined for ${route}`)
    return answer(said)
  })
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
})

/** The files the page saved as downloads. */
export const catchDownloads = () => {
  const saved: { name: string; text: Promise<string> }[] = []
  let file = new Blob()
  URL.createObjectURL = (made: Blob) => {
    file = made
    return 'blob:made'
  }
  URL.revokeObjectURL = () => {}
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, text: readBlob(file) })
  })
  return saved
}

/** jsdom's File has no text(). */
const readBlob = (file: Blob) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as string)
    reader.readAsText(file)
  })

/** Types without delays: the page is large and no test depends on pauses. */
export const user = userEvent.setup({ delay: null })

export const onDeleted = vi.fn()

export const showAccount = (address = '/profile') => {
  onDeleted.mockReset()
  const router = createMemoryRouter(
    [{ path: '/profile', element: <AccountPage image={null} menu={<nav />} onDeleted={onDeleted} /> }],
    { initialEntries: [address] },
  )
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return router
}

export const section = (name: string) => screen.findByRole('region', { name })
