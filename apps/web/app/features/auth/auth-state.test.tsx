import { useQuery } from '@tanstack/react-query'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { request } from '#lib/request.ts'
import { toasts } from '#ui/toast-store.ts'
import { AuthKeeper } from './auth-keeper.tsx'
import { endSession, enterAs, useLogout, useUser } from './auth.queries.ts'
import { lastToast, mara, open, refuse, stand } from '#testing/stand.tsx'

const USER = 'GET /api/auth/user'
const TOKEN = 'POST /api/auth/generate-token'
const LOGOUT = 'POST /api/auth/logout'

const token = () => localStorage.getItem('auth_token')

const Page = () => {
  const { data, isError } = useUser()
  const { logOut } = useLogout()
  return (
    <>
      <AuthKeeper />
      <output>{isError ? 'failed' : data === undefined ? 'unknown' : (data?.username ?? 'nobody')}</output>
      <button onClick={logOut}>Logout</button>
    </>
  )
}
const shows = (text: string) =>
  waitFor(() => expect(screen.getByRole('status').textContent).toBe(text), { timeout: 4_000 })
const leaveAndComeBack = () => window.dispatchEvent(new Event('focus'))

beforeEach(() => {
  stand.answers[TOKEN] = () => Response.json({ success: true, token: 'fresh-token' })
  stand.answers[LOGOUT] = () => Response.json({ success: true, message: 'You have been successfully logged out.' })
})

test('[AUTH-03] a 401 on the user check means signed out and clears the token', async () => {
  localStorage.setItem('auth_token', 'dead')
  open(<Page />)
  await shows('nobody')
  expect(token()).toBeNull()
  expect(stand.asked(TOKEN)).toEqual([])
})

test('the body of a rejected user check is read to the end, which frees its connection', async () => {
  const answer = refuse('auth.required')
  stand.answers[USER] = () => answer
  open(<Page />)
  await shows('nobody')
  expect(answer.bodyUsed).toBe(true)
})

test('[AUTH-03] a failed user check is not retried and does not sign the user out', async () => {
  localStorage.setItem('auth_token', 'abc')
  stand.answers[USER] = () => refuse('server.busy')
  open(<Page />)
  await shows('failed')
  expect(stand.asked(USER)).toHaveLength(1)
  expect(token()).toBe('abc')
})

test('[AUTH-03] the user is checked on mount, and on focus after 60 s', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  localStorage.setItem('auth_token', 'abc')
  stand.signedInAs(mara)
  open(<Page />)
  await shows('mara.k')
  await act(() => vi.advanceTimersByTimeAsync(58_000))
  leaveAndComeBack()
  await act(() => vi.advanceTimersByTimeAsync(0))
  expect(stand.asked(USER)).toHaveLength(1)

  await act(() => vi.advanceTimersByTimeAsync(3_000))
  stand.signedInAs({ ...mara, username: 'mara.kl' })
  leaveAndComeBack()
  await shows('mara.kl')
  expect(stand.asked(USER)).toHaveLength(2)
})

test('[AUTH-03] a component mounted later checks the user again after 60 s', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  localStorage.setItem('auth_token', 'abc')
  stand.signedInAs(mara)
  const Later = () => {
    const [isMounted, setMounted] = useState(false)
    return (
      <>
        <Page />
        <button onClick={() => setMounted((is) => !is)}>Mount</button>
        {isMounted && <AuthKeeper />}
      </>
    )
  }
  open(<Later />)
  await shows('mara.k')
  const mount = async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Mount' }))
    await act(() => vi.advanceTimersByTimeAsync(0))
  }
  await act(() => vi.advanceTimersByTimeAsync(58_000))
  await mount()
  expect(stand.asked(USER)).toHaveLength(1)

  await mount()
  await act(() => vi.advanceTimersByTimeAsync(3_000))
  stand.signedInAs({ ...mara, username: 'mara.kl' })
  await mount()
  await shows('mara.kl')
  expect(stand.asked(USER)).toHaveLength(2)
})

test('[AUTH-05] with a session but no token the browser requests a token and stores it', async () => {
  stand.signedInAs(mara)
  open(<Page />)
  await shows('mara.k')
  expect(token()).toBe('fresh-token')
})

test('[AUTH-05] a browser that has a token requests no other', async () => {
  localStorage.setItem('auth_token', 'abc')
  stand.signedInAs(mara)
  open(<Page />)
  await shows('mara.k')
  expect(stand.routes()).toEqual([USER])
  expect(stand.calls[0]?.bearer).toBe('abc')
})

test('a token that expires before its session is replaced silently', async () => {
  localStorage.setItem('auth_token', 'old')
  stand.answers[USER] = () => (stand.calls.at(-1)?.bearer === 'old' ? refuse('auth.required') : Response.json(mara))
  open(<Page />)
  await shows('mara.k')
  expect(token()).toBe('fresh-token')
})

test('the user stays signed in by cookie when no token can be fetched', async () => {
  stand.signedInAs(mara)
  stand.answers[TOKEN] = () => refuse('server.busy')
  open(<Page />)
  await shows('mara.k')
  expect(token()).toBeNull()
})

test('[AUTH-06] logout calls the server, clears the token, shows a toast and goes home', async () => {
  localStorage.setItem('auth_token', 'abc')
  stand.signedInAs(mara)
  const { where } = open(<Page />, '/profile')
  await shows('mara.k')
  await userEvent.click(screen.getByRole('button', { name: 'Logout' }))
  await screen.findByText('elsewhere')
  expect(where()).toBe('/')
  expect(lastToast()).toBe('Logged out / You have been successfully logged out.')
  expect(token()).toBeNull()
  expect(stand.asked(LOGOUT)).toMatchObject([{ bearer: 'abc', keepalive: true }])
})

test.each([
  ['rejected', () => refuse('server.failed')],
  ['unreachable', () => Promise.reject(new TypeError('Failed to fetch'))],
])('[AUTH-06] a logout that is %s shows an error and does not sign in again', async (_, answer) => {
  localStorage.setItem('auth_token', 'abc')
  stand.signedInAs(mara)
  stand.answers[LOGOUT] = answer
  const first = open(<Page />, '/profile')
  await shows('mara.k')
  await userEvent.click(screen.getByRole('button', { name: 'Logout' }))
  await shows('nobody')
  expect(first.where()).toBe('/profile')
  expect(lastToast()).toBe('Error / Failed to log out. Please try again.')
  expect(toasts.get()[0]?.tone).toBe('destructive')
  expect(token()).toBeNull()
  first.unmount()

  // On the next load the cookie is still valid on the server, and must not count.
  stand.calls = []
  stand.answers[LOGOUT] = () => Response.json({ success: true, message: 'bye' })
  const second = open(<Page />)
  await shows('nobody')
  await waitFor(() => expect(stand.routes()).toEqual([LOGOUT]))
  expect(stand.calls[0]?.keepalive).toBe(true)
  second.unmount()

  // The server has received it now, so it is not sent again.
  stand.calls = []
  open(<Page />)
  await shows('nobody')
  expect(stand.calls).toEqual([])
  expect(token()).toBeNull()
})

test('[AUTH-06] a failed logout can be retried from its toast', async () => {
  stand.signedInAs(mara)
  stand.answers[LOGOUT] = () => refuse('server.failed')
  const { where } = open(<Page />, '/profile')
  await shows('mara.k')
  await userEvent.click(screen.getByRole('button', { name: 'Logout' }))
  await waitFor(() => expect(toasts.get()[0]?.action?.label).toBe('Try again'))
  stand.answers[LOGOUT] = () => Response.json({ success: true, message: 'bye' })
  act(() => toasts.get()[0]?.action?.onSelect())
  await screen.findByText('elsewhere')
  expect(where()).toBe('/')
})

test("[AUTH-06] a rejected logout without a message reads 'Logout failed'", async () => {
  stand.answers[LOGOUT] = () => new Response('', { status: 502 })
  await expect(endSession()).rejects.toThrow(/^Logout failed$/)
  stand.answers[LOGOUT] = () => Response.json({ success: false })
  await expect(endSession()).rejects.toThrow(/^Logout failed$/)
  stand.answers[LOGOUT] = () => Response.json({ success: false, message: 'Not now.' })
  await expect(endSession()).rejects.toThrow(/^Not now\.$/)
})

test('[AUTH-06] logging out aborts personal queries under way, and later ones are never sent', async () => {
  stand.signedInAs(mara)
  const never = new Promise<Response>(() => {})
  stand.answers['GET /api/orders'] = () => never
  stand.answers['GET /api/wishlist'] = () => never
  const wasAborted: (boolean | undefined)[] = []
  stand.answers[LOGOUT] = () => {
    wasAborted.push(stand.asked('GET /api/orders')[0]?.signal?.aborted)
    return Response.json({ success: true, message: 'bye' })
  }
  const Orders = () => <p>{useQuery({ queryKey: ['/api/orders'] }).fetchStatus}</p>
  const Wishlist = () => <p>wishes {useQuery({ queryKey: ['/api/wishlist'] }).fetchStatus}</p>
  const Personal = () => (useUser().data ? <Orders /> : null)
  const { router } = open(
    <>
      <Page />
      <Personal />
    </>,
    '/profile',
  )
  await screen.findByText('fetching')
  router.patchRoutes(null, [{ path: '/', element: <Wishlist /> }])
  await userEvent.click(screen.getByRole('button', { name: 'Logout' }))
  await screen.findByText('wishes idle')
  expect(wasAborted).toEqual([true])
  expect(stand.asked('GET /api/orders')).toHaveLength(1)
  expect(stand.asked('GET /api/wishlist')).toEqual([])
})

test('a token that arrives after logout is not stored', async () => {
  stand.signedInAs(mara)
  const { promise, resolve } = Promise.withResolvers<Response>()
  stand.answers[TOKEN] = () => promise
  open(<Page />)
  await waitFor(() => expect(stand.asked(TOKEN)).toHaveLength(1))
  await userEvent.click(screen.getByRole('button', { name: 'Logout' }))
  await waitFor(() => expect(lastToast()).toContain('Logged out'))
  resolve(Response.json({ success: true, token: 'too-late' }))
  await shows('nobody')
  expect(token()).toBeNull()
})

test('only a sign-in clears the signed-out flag', async () => {
  localStorage.setItem('signed_out', 'confirmed')
  stand.signedInAs(mara)
  const { client } = open(<Page />)
  await shows('nobody')
  await act(() => enterAs(client, { token: 'new', user: mara }))
  await shows('mara.k')
  expect(token()).toBe('new')
  expect(localStorage.getItem('signed_out')).toBeNull()
})

test('a tab follows when another tab signs in or out', async () => {
  const { client } = open(<Page />)
  await shows('nobody')
  localStorage.setItem('auth_token', 'from-the-other-tab')
  stand.signedInAs(mara)
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: 'auth_token' }))
  })
  await shows('mara.k')

  client.setQueryData(['/api/account'], { username: 'mara.k' })
  client.setQueryData(['/api/team/members'], [])
  localStorage.removeItem('auth_token')
  localStorage.setItem('signed_out', 'confirmed')
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: 'signed_out' }))
  })
  await shows('nobody')
  expect(client.getQueryData(['/api/account'])).toBeUndefined()
  expect(client.getQueryData(['/api/team/members'])).toEqual([])
})

test('[AUTH-04] a 401 on any request triggers a new user check', async () => {
  localStorage.setItem('auth_token', 'abc')
  stand.signedInAs(mara)
  open(<Page />)
  await shows('mara.k')
  stand.answers['GET /api/cart'] = () => refuse('auth.required')
  stand.answers[USER] = () => refuse('auth.required')
  await act(() => request('/api/cart').catch(() => undefined))
  await shows('nobody')
  expect(token()).toBeNull()
})

test('a ban signs the page out at the next user check and says why', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  localStorage.setItem('auth_token', 'abc')
  stand.signedInAs(mara)
  open(<Page />)
  await shows('mara.k')
  stand.answers[USER] = () => refuse('auth.banned')
  await act(() => vi.advanceTimersByTimeAsync(61_000))
  leaveAndComeBack()
  await shows('nobody')
  expect(lastToast()).toBe('Signed out / This account is banned.')
  expect(token()).toBeNull()
})

test('the attribute that reserves space for the avatar follows the sign-in state', async () => {
  document.documentElement.dataset.session = ''
  const { client } = open(<Page />)
  await shows('nobody')
  expect('session' in document.documentElement.dataset).toBe(false)
  await act(() => enterAs(client, { token: 'new', user: mara }))
  await waitFor(() => expect('session' in document.documentElement.dataset).toBe(true))
})
