import type { ApiCall } from '@slipstream/contract/addresses'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#lib/query-client.ts'
import Profile from './routes/profile.tsx'

const user = { id: 7, username: 'mara.k', email: 'mara@example.com', emailVerified: true }
const account = {
  ...user,
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

let isSignedIn = true
const answers: Partial<Record<ApiCall, () => Response>> = {
  'GET /api/auth/user': () =>
    isSignedIn ? Response.json(user) : Response.json({ code: 'auth.required' }, { status: 401 }),
  'GET /api/account': () => Response.json(account),
  'GET /api/account/sessions': () => Response.json([]),
  'GET /api/account/sign-ins': () => Response.json([]),
  'GET /api/account/passkeys': () => Response.json([]),
  'GET /api/wishlist': () => Response.json([]),
  'DELETE /api/account': () => {
    isSignedIn = false
    return Response.json({ success: true, message: 'Your account was deleted.' })
  },
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  isSignedIn = true
  localStorage.setItem('auth_token', 'a token')
  vi.stubGlobal('fetch', async (path: string, { method }: { method: string }) =>
    answers[`${method} ${path}` as ApiCall]!(),
  )
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
})
afterEach(() => {
  localStorage.clear()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const page = (address = '/profile') => {
  const router = createMemoryRouter(
    [
      { path: '/profile', element: <Profile /> },
      { path: '/', element: <p>The home page</p> },
    ],
    { initialEntries: [address] },
  )
  const element = (
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
  return { router, element }
}

test('[ROUTE-23] the profile shows a signed-out visitor a sign-in link that leads back to it', async () => {
  isSignedIn = false
  render(page().element)
  const link = await screen.findByRole('link', { name: 'Log in' })
  expect(link.getAttribute('href')).toBe('/login?next=%2Fprofile')
})

test('the server renders the same profile page for everyone', () => {
  const html = renderToString(page().element)
  expect(html).toContain('Loading your profile')
  expect(html).not.toContain('mara.k')
})

test('[ROUTE-01] a signed-in user sees the profile and its contents', async () => {
  render(page().element)
  expect(await screen.findByRole('region', { name: 'Name and picture' })).toBeTruthy()
  const [contents] = screen.getAllByRole('navigation', { name: 'On this page' })
  expect(within(contents!).getByRole('link', { name: 'Your data' }).getAttribute('href')).toBe('#data')
})

test('the wishlist is a tab of the profile with its own URL', async () => {
  render(page('/profile?tab=wishlist').element)
  expect(await screen.findByText('Nothing on your wishlist yet')).toBeTruthy()
  const parts = screen.getByRole('navigation', { name: 'Profile sections' })
  expect(within(parts).getByRole('link', { name: 'Wishlist' }).getAttribute('aria-current')).toBe('true')

  await userEvent.click(within(parts).getByRole('link', { name: 'Account' }))
  expect(await screen.findByRole('region', { name: 'Name and picture' })).toBeTruthy()
})

test('a signed-out visitor of the wishlist comes back to it after signing in', async () => {
  isSignedIn = false
  render(page('/profile?tab=wishlist').element)
  const link = await screen.findByRole('link', { name: 'Log in' })
  expect(link.getAttribute('href')).toBe('/login?next=%2Fprofile%3Ftab%3Dwishlist')
})

test('deleting the account signs out and goes home', async () => {
  const { router, element } = page()
  render(element)
  await userEvent.click(await screen.findByRole('button', { name: 'Delete account' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Type your username to confirm' }), 'mara.k{Enter}')
  expect(await screen.findByText('The home page')).toBeTruthy()
  expect(router.state.location.pathname).toBe('/')
  await waitFor(() => expect(localStorage.getItem('auth_token')).toBeNull())
})
