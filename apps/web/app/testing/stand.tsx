import type { ApiCall } from '@slipstream/contract/addresses'
import { QueryClientProvider } from '@tanstack/react-query'
import { configure, render, screen } from '@testing-library/react'
import type { ReactElement } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, vi } from 'vitest'
import { ERRORS, type ErrorCode } from '@slipstream/contract/errors'
import type { User } from '@slipstream/contract/users'
import { createQueryClient } from '#lib/query-client.ts'
import { toasts } from '#ui/toast-store.ts'
import { secretLink } from '#features/auth/arrival.ts'

// Lazy modules load slowly on a busy machine.
configure({ asyncUtilTimeout: 10_000 })

export const mara: User = {
  id: 7,
  username: 'mara.k',
  email: 'mara@example.com',
  emailVerified: true,
  isAdmin: false,
  is_admin: false,
  isDeveloper: false,
  isPremium: false,
  premiumExpiresAt: null,
  discordId: null,
  discord_username: null,
  discordAvatar: null,
  image: null,
}
export const admin: User = { ...mara, id: 1, username: 'idris', isAdmin: true, is_admin: true }

export const refuse = (code: ErrorCode, issues?: { path: string; message: string }[]) => {
  const [status, message] = ERRORS[code]
  return Response.json({ code, message, requestId: 'req-7', ...(issues && { issues }) }, { status })
}
export const welcome = (user = mara) =>
  Response.json({ success: true, token: 'token-of-a-sign-in', user, message: `Welcome, ${user.username}.` })

interface Call {
  route: string
  body: unknown
  bearer: string | null
  keepalive: boolean
  signal: AbortSignal | null | undefined
}

type Answer = (body: unknown) => Response | Promise<Response>

/** A fake store: responses by "METHOD /path", and the requests it received. */
export const stand = {
  answers: {} as Partial<Record<ApiCall, Answer>>,
  calls: [] as Call[],
  asked: (route: string) => stand.calls.filter((call) => call.route === route),
  routes: () => stand.calls.map(({ route }) => route),
  signedInAs: (user: User) => {
    stand.answers['GET /api/auth/user'] = () => Response.json(user)
  },
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  localStorage.clear()
  sessionStorage.clear()
  document.documentElement.removeAttribute('data-session')
  document.documentElement.removeAttribute('data-passkeys')
  toasts.set([])
  secretLink.set(null)
  stand.calls = []
  stand.answers = {
    'GET /api/auth/user': () => refuse('auth.required'),
    'GET /api/site/status': () => Response.json({ maintenanceMode: false }),
  }
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const route = `${init.method} ${path}`
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    const bearer = new Headers(init.headers).get('authorization')?.replace('Bearer ', '') ?? null
    stand.calls.push({ route, body, bearer, keepalive: init.keepalive === true, signal: init.signal })
    const answer = stand.answers[route as ApiCall]
    if (!answer) throw new TypeError(`no answer is defined for ${route}`)
    return answer(body)
  })
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe = () => undefined
      disconnect = () => undefined
    },
  )
})

/** Renders one element at a path; every other path shows "elsewhere". */
export const open = (element: ReactElement, address = '/') => {
  const [path = '/'] = address.split(/[?#]/)
  const elsewhere = { path: '*', element: <p>elsewhere</p> }
  const router = createMemoryRouter([{ path, element }, elsewhere], { initialEntries: [address] })
  const client = createQueryClient()
  const view = render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  const where = () => router.state.location.pathname + router.state.location.search
  return { ...view, router, client, where }
}

/** The newest toast as "title / description". */
export const lastToast = () => {
  const [newest] = toasts.get()
  return newest && `${newest.title} / ${newest.description}`
}

export const shownAlert = async () => (await screen.findByRole('alert')).textContent
