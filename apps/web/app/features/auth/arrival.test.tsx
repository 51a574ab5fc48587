import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { toasts } from '#ui/toast-store.ts'
import { lastToast, mara, open, refuse, stand, welcome } from '#testing/stand.tsx'

const TICKET = 'POST /api/auth/discord/ticket'

/** A page load: the module is evaluated again with this URL. */
const load = async (address: string) => {
  history.replaceState(null, '', address)
  vi.resetModules()
  const { takeSecretsFromAddress, returnFromDiscord, secretLink } = await import('./arrival.ts')
  const { AuthKeeper } = await import('./auth-keeper.tsx')
  const { useUser } = await import('./auth.queries.ts')
  const { toasts: shown } = await import('#ui/toast-store.ts')
  takeSecretsFromAddress()
  const Page = () => (
    <>
      <AuthKeeper />
      <output>{useUser().data?.username}</output>
    </>
  )
  return { returnFromDiscord, secretLink, Page, shown }
}
const addressBar = () => location.pathname + location.search + location.hash

beforeEach(() => toasts.set([]))

test('[AUTH-07] the ticket is removed from the address before anything else and exchanged for the token', async () => {
  stand.answers[TICKET] = () => welcome()
  stand.answers['GET /api/auth/user'] = () =>
    stand.calls.at(-1)?.bearer === 'token-of-a-sign-in' ? Response.json(mara) : refuse('auth.required')
  localStorage.setItem('signed_out', 'confirmed')
  const { Page, shown } = await load('/?discord_success=true&token=ticket-of-one-use&utm=1')
  expect(addressBar()).toBe('/?utm=1')

  open(<Page />)
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('mara.k'))
  expect(stand.routes()).toEqual([TICKET, 'GET /api/auth/user'])
  expect(stand.calls[0]?.body).toEqual({ ticket: 'ticket-of-one-use' })
  expect(localStorage.getItem('auth_token')).toBe('token-of-a-sign-in')
  expect(localStorage.getItem('signed_out')).toBeNull()
  expect(shown.get()[0]).toMatchObject({
    title: 'Welcome!',
    description: 'You have been successfully logged in with Discord.',
  })
})

test('after Discord the visitor returns to the page they came from', async () => {
  stand.answers[TICKET] = () => welcome()
  stand.signedInAs(mara)
  sessionStorage.setItem('after_discord', '/profile')
  const { Page } = await load('/?discord_success=true&token=ticket-of-one-use')
  const { where } = open(<Page />)
  await waitFor(() => expect(where()).toBe('/profile'))
  expect(sessionStorage.getItem('after_discord')).toBeNull()
})

test('an account with a second factor is asked for its code after Discord', async () => {
  stand.answers[TICKET] = () =>
    Response.json({ success: false, challenge: 'challenge-1', factors: ['passkey'], message: 'Enter the code.' })
  sessionStorage.setItem('after_discord', '/profile')
  const { Page, shown, secretLink } = await load('/?discord_success=true&token=ticket-of-one-use')
  const { router } = open(<Page />)
  await waitFor(() =>
    expect(secretLink.get()).toEqual({ purpose: 'second-factor', secret: 'challenge-1', factors: ['passkey'] }),
  )
  expect(router.state.location.pathname + router.state.location.search).toBe('/login?next=%2Fprofile')
  expect(localStorage.getItem('auth_token')).toBeNull()
  expect(shown.get()).toEqual([])
})

test.each([
  ['is denied', '/?error=discord_failed', () => welcome()],
  ['has an expired ticket', '/?discord_success=true&token=old', () => refuse('auth.link_expired')],
  ['cannot be completed', '/?discord_success=true&token=t', () => Promise.reject(new TypeError('Failed to fetch'))],
])('[AUTH-08] a Discord sign-in that %s shows an error and cleans the query', async (_, address, answer) => {
  stand.answers[TICKET] = answer
  const { returnFromDiscord, shown } = await load(address)
  expect(addressBar()).toBe('/')
  await returnFromDiscord()
  expect(shown.get()[0]).toMatchObject({
    title: 'Discord Login Failed',
    description: 'There was an issue with Discord authentication. Please try again.',
    tone: 'destructive',
  })
  expect(localStorage.getItem('auth_token')).toBeNull()
})

test.each(['reset', 'invitation', 'verify', 'not-me'] as const)(
  'the secret of a %s link is removed from the address and kept for its page',
  async (purpose) => {
    const { secretLink } = await load(`/login?next=%2Fcart#${purpose}=a-secret_1`)
    expect(addressBar()).toBe('/login?next=%2Fcart')
    expect(secretLink.get()).toEqual({ purpose, secret: 'a-secret_1' })
  },
)

test.each(['/?linked=discord', '/profile?error=discord_taken', '/?token=abc', '/terms#changes', '/#reset='])(
  'an address like %s is left unchanged',
  async (address) => {
    const { returnFromDiscord, secretLink } = await load(address)
    expect(addressBar()).toBe(address)
    expect(returnFromDiscord()).toBeNull()
    expect(secretLink.get()).toBeNull()
    expect(stand.calls).toEqual([])
    expect(lastToast()).toBeUndefined()
  },
)
