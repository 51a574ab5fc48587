import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { secretLink } from './arrival.ts'
import { LoginPanels } from './login-panels.tsx'
import { toasts } from '#ui/toast-store.ts'
import { mara, open, refuse, shownAlert, stand, welcome } from '#testing/stand.tsx'

const LOGIN = 'POST /api/auth/login'
const CODE = 'POST /api/auth/second-factor'
const SECRET = 'secret-of-a-mailed-link'
const NO_OTHER_WAYS = { discordUsername: null, passkeys: 0, hasApp: false }

const field = (name: string | RegExp) => screen.getByLabelText<HTMLInputElement>(name)
const loginButton = () => screen.getByRole('button', { name: 'Login' })

const typeCredentials = async (username = 'mara.k', password = 'a long password') => {
  await userEvent.type(field('Username or e-mail'), username)
  await userEvent.type(field('Password'), password)
}
const arriveWith = (purpose: 'reset' | 'invitation' | 'not-me', address = '/login') => {
  secretLink.set({ purpose, secret: SECRET })
  return open(<LoginPanels />, address)
}
const arriveFromDiscord = (factors: ('app' | 'passkey')[]) => {
  secretLink.set({ purpose: 'second-factor', secret: SECRET, factors })
  return open(<LoginPanels />, '/login')
}

test('[AUTH-01] signing in with username and password leads home', async () => {
  stand.answers[LOGIN] = () => welcome()
  const { where } = open(<LoginPanels />, '/login')
  await typeCredentials(' mara.k ')
  await userEvent.keyboard('{Enter}')
  await screen.findByText('elsewhere')
  expect(where()).toBe('/')
  expect(stand.asked(LOGIN)[0]?.body).toEqual({ username: 'mara.k', password: 'a long password' })
  expect(localStorage.getItem('auth_token')).toBe('token-of-a-sign-in')
})

test.each([
  ['/mods/7?tab=specs#top', '/mods/7?tab=specs'],
  ['//evil.example/x', '/'],
  ['/\\evil.example', '/'],
  ['https://evil.example', '/'],
  ['javascript:alert(1)', '/'],
])('signing in with next=%s leads to %s', async (next, destination) => {
  stand.answers[LOGIN] = () => welcome()
  const { where } = open(<LoginPanels />, `/login?next=${encodeURIComponent(next)}`)
  await typeCredentials()
  await userEvent.click(loginButton())
  await screen.findByText('elsewhere')
  expect(where()).toBe(destination)
})

test('[AUTH-01] a sign-in whose answer lacks the user asks for the user', async () => {
  stand.answers[LOGIN] = () => {
    stand.signedInAs(mara)
    return Response.json({ success: true, token: 'token-of-a-sign-in' })
  }
  open(<LoginPanels />, '/login')
  await typeCredentials()
  await userEvent.click(loginButton())
  await screen.findByText('elsewhere')
  expect(localStorage.getItem('auth_token')).toBe('token-of-a-sign-in')
})

test('a wrong password shows an error, keeps the input and selects the password', async () => {
  stand.answers[LOGIN] = () => refuse('auth.wrong_credentials')
  open(<LoginPanels />, '/login')
  await typeCredentials()
  await userEvent.click(loginButton())
  expect(await shownAlert()).toBe('Invalid credentials')
  expect(field('Username or e-mail').value).toBe('mara.k')
  expect(field('Password').value).toBe('a long password')
  expect(document.activeElement).toBe(field('Password'))
  expect(field('Password').selectionEnd).toBe('a long password'.length)
})

test("[AUTH-11] a rejected login without a message reads 'Login failed'", async () => {
  stand.answers[LOGIN] = () => new Response('', { status: 502 })
  open(<LoginPanels />, '/login')
  await typeCredentials()
  await userEvent.click(loginButton())
  expect(await shownAlert()).toBe('Login failed')
})

test('empty login fields show errors, nothing is sent, and the first one gets the focus', async () => {
  open(<LoginPanels />, '/login')
  await userEvent.click(loginButton())
  await screen.findByText('Enter your username or e-mail address.')
  expect(screen.getByText('Enter your password.')).toBeTruthy()
  expect(document.activeElement).toBe(field('Username or e-mail'))
  expect(stand.asked(LOGIN)).toEqual([])
  await userEvent.type(field('Username or e-mail'), 'm')
  expect(screen.queryByText('Enter your username or e-mail address.')).toBeNull()
})

test('the login button is busy while the request runs, and nothing is sent twice', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  stand.answers[LOGIN] = () => promise
  open(<LoginPanels />, '/login')
  await typeCredentials()
  await userEvent.keyboard('{Enter}{Enter}')
  await waitFor(() => expect(loginButton().getAttribute('aria-busy')).toBe('true'))
  await userEvent.click(loginButton())
  // Submits the form without the button, like a password manager.
  fireEvent.submit(field('Password').form as HTMLFormElement)
  resolve(refuse('auth.wrong_credentials'))
  await shownAlert()
  expect(stand.asked(LOGIN)).toHaveLength(1)
  expect(loginButton().getAttribute('aria-busy')).toBeNull()
})

test('the login fields work with password managers, the password can be revealed, and it never reaches the URL', async () => {
  open(<LoginPanels />, '/login')
  expect(field('Username or e-mail').autocomplete).toBe('username webauthn')
  expect(field('Password').autocomplete).toBe('current-password')
  expect(field('Password').type).toBe('password')
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }))
  expect(field('Password').type).toBe('text')
  expect(field('Password').form?.method).toBe('post')
})

test('[AUTH-11] a sign-in refused with status 200 and a message shows that message', async () => {
  stand.answers[LOGIN] = () => Response.json({ success: false, message: 'Sign-in is paused until noon.' })
  open(<LoginPanels />, '/login')
  await typeCredentials()
  await userEvent.click(loginButton())
  expect(await shownAlert()).toBe('Sign-in is paused until noon.')
  expect(localStorage.getItem('auth_token')).toBeNull()
})

test('the second factor is requested after the password, and a wrong code can be corrected', async () => {
  stand.answers[LOGIN] = () =>
    Response.json({ success: false, challenge: SECRET, factors: ['app'], message: 'Enter the code.' })
  stand.answers[CODE] = () => refuse('auth.wrong_code')
  const { where } = open(<LoginPanels />, '/login?next=%2Fcart')
  await typeCredentials()
  await userEvent.click(loginButton())
  const code = await screen.findByLabelText<HTMLInputElement>('Six-digit code')
  expect(document.activeElement).toBe(code)
  expect(code.autocomplete).toBe('one-time-code')
  expect(localStorage.getItem('auth_token')).toBeNull()

  await userEvent.type(code, '123')
  await userEvent.click(loginButton())
  await screen.findByText('Enter the six digits.')
  expect(stand.asked(CODE)).toEqual([])

  await userEvent.type(code, ' 456')
  await userEvent.click(loginButton())
  await screen.findByText('Wrong code. Check it and try again.')
  expect(document.activeElement).toBe(code)
  expect(stand.asked(CODE)[0]?.body).toEqual({ challenge: SECRET, code: '123456' })

  stand.answers[CODE] = () => welcome()
  await userEvent.click(loginButton())
  await screen.findByText('elsewhere')
  expect(where()).toBe('/cart')
})

test('a recovery code works as a second factor after a Discord sign-in', async () => {
  stand.answers[CODE] = () => welcome()
  arriveFromDiscord(['app'])
  await screen.findByLabelText('Six-digit code')
  await userEvent.click(screen.getByRole('button', { name: 'Use a recovery code' }))
  await userEvent.type(field('Recovery code'), 'k7f2-9mq4')
  await userEvent.keyboard('{Enter}')
  await screen.findByText('elsewhere')
  expect(stand.asked(CODE)[0]?.body).toEqual({ challenge: SECRET, code: 'k7f2-9mq4' })
})

test('a code that is entered too late leads back to the login form', async () => {
  stand.answers[CODE] = () => refuse('auth.link_expired')
  arriveFromDiscord(['app'])
  await userEvent.type(await screen.findByLabelText('Six-digit code'), '123456{Enter}')
  expect(await shownAlert()).toBe('That took too long. Please log in again.')
  expect(field('Password')).toBeTruthy()
})

test('a browser without passkey support asks for a recovery code when a passkey is the only factor', async () => {
  arriveFromDiscord(['passkey'])
  expect(await screen.findByLabelText('Recovery code')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /passkey|authenticator/ })).toBeNull()
})

test('a browser with passkey support offers the passkey first and keeps the other methods', async () => {
  document.documentElement.dataset.passkeys = ''
  vi.stubGlobal('PublicKeyCredential', class {})
  arriveFromDiscord(['app', 'passkey'])
  expect(await screen.findByRole('button', { name: 'Use your passkey' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Use the authenticator app' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Use a recovery code' }))
  expect(field('Recovery code')).toBeTruthy()
})

test('the password reset form rejects an invalid address and shows the answer of the server', async () => {
  const sentence = 'If this address has an account, check its inbox for a link.'
  stand.answers['POST /api/auth/forgot-password'] = () => Response.json({ success: true, message: sentence })
  open(<LoginPanels />, '/login')
  await userEvent.click(screen.getByRole('button', { name: 'Forgot your password?' }))
  const email = field('E-mail')
  expect(document.activeElement).toBe(email)
  await userEvent.type(email, 'not an address')
  await userEvent.click(screen.getByRole('button', { name: 'Send the link' }))
  await screen.findByText('Enter a valid e-mail address.')
  expect(stand.asked('POST /api/auth/forgot-password')).toEqual([])

  await userEvent.clear(email)
  await userEvent.type(email, 'mara@example.com{Enter}')
  await screen.findByText(sentence)
  expect(stand.asked('POST /api/auth/forgot-password')[0]?.body).toEqual({ email: 'mara@example.com' })
  await userEvent.click(screen.getByRole('button', { name: 'Back to login' }))
  expect(document.activeElement).toBe(field('Username or e-mail'))
})

test('a reset link lets the user choose a password, then shows the login form', async () => {
  const sentence = 'Your new password is set. Log in with it.'
  stand.answers['POST /api/auth/reset-password'] = () =>
    Response.json({ success: true, message: sentence, otherWays: NO_OTHER_WAYS })
  arriveWith('reset')
  await screen.findByRole('heading', { name: 'Choose a new password' })
  const password = field('New password')
  expect(password.autocomplete).toBe('new-password')
  await userEvent.type(password, 'short{Enter}')
  await screen.findByText('At least 10 characters.')
  expect(stand.asked('POST /api/auth/reset-password')).toEqual([])

  await userEvent.type(password, ' no more{Enter}')
  await screen.findByText(sentence)
  expect(stand.asked('POST /api/auth/reset-password')[0]?.body).toEqual({ token: SECRET, password: 'short no more' })
  expect(document.activeElement).toBe(field('Username or e-mail'))
})

const INVITATION = 'POST /api/auth/invitation'
const ACCEPT = 'POST /api/auth/invitation/accept'

test('an invitation names who is invited and by whom, and its password signs in', async () => {
  stand.answers[INVITATION] = () => Response.json({ username: 'mara.k', invitedBy: 'idris' })
  stand.answers[ACCEPT] = () => welcome()
  const { where } = arriveWith('invitation')
  await screen.findByRole('heading', { name: 'Welcome, mara.k' })
  expect(screen.getByText(/^idris created this account for you\./)).toBeTruthy()
  expect(stand.asked(INVITATION)[0]?.body).toEqual({ token: SECRET })
  await userEvent.type(field('New password'), 'short no more{Enter}')
  await screen.findByText('elsewhere')
  expect(where()).toBe('/')
  expect(stand.asked(ACCEPT)[0]?.body).toEqual({ token: SECRET, password: 'short no more' })
  expect(localStorage.getItem('auth_token')).toBe('token-of-a-sign-in')
  expect(toasts.get().at(-1)).toMatchObject({ title: 'Welcome, mara.k.' })
})

test('an invitation of an account with a second factor asks for it', async () => {
  stand.answers[INVITATION] = () => Response.json({ username: 'mara.k', invitedBy: null })
  stand.answers[ACCEPT] = () =>
    Response.json({ success: false, challenge: 'challenge', factors: ['app'], message: 'Enter the code.' })
  arriveWith('invitation')
  await userEvent.type(await screen.findByLabelText('New password'), 'short no more{Enter}')
  expect(await screen.findByLabelText(/code/i)).toBeTruthy()
})

test('an expired invitation leads to a mailed link, and one that cannot be read now can be tried again', async () => {
  stand.answers[INVITATION] = () => refuse('server.busy')
  arriveWith('invitation')
  const again = await screen.findByRole('button', { name: 'Try again' })
  stand.answers[INVITATION] = () => refuse('auth.link_expired')
  await userEvent.click(again)
  expect(await screen.findByText('This invitation was already used, or has expired.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Mail me a link to choose a password' }))
  expect(screen.getByRole('button', { name: 'Send the link' })).toBeTruthy()
})

test('an expired reset link offers to request a new one', async () => {
  stand.answers['POST /api/auth/reset-password'] = () => refuse('auth.link_expired')
  arriveWith('reset')
  await userEvent.type(await screen.findByLabelText('New password'), 'long enough{Enter}')
  expect(await shownAlert()).toBe('This link has expired or was already used. Request a new one.')
  expect(screen.getByRole('button', { name: 'Send the link' })).toBeTruthy()
})

test('a reset link opened in an already open page is removed from the address too', async () => {
  const { router } = open(<LoginPanels />, '/login')
  history.replaceState(null, '', `/login#reset=${SECRET}`)
  await act(() => router.navigate(`/login#reset=${SECRET}`))
  await screen.findByLabelText('New password')
  expect(location.href).not.toContain(SECRET)
})

test('[CAP-31] an address in somebody else’s account is removed only after a click, and a failure can be repeated', async () => {
  const NOT_ME = 'POST /api/account/not-me'
  stand.answers[NOT_ME] = () => refuse('server.busy')
  arriveWith('not-me')
  const button = await screen.findByRole('button', { name: 'Remove my address' })
  expect(stand.asked(NOT_ME)).toEqual([])
  await userEvent.click(button)
  await shownAlert()
  stand.answers[NOT_ME] = () => Response.json({ success: true, message: 'We removed your address.' })
  await userEvent.click(button)
  await screen.findByText('We removed your address.')
  expect(stand.asked(NOT_ME).at(-1)?.body).toEqual({ token: SECRET })
})

test('[AUTH-01] [CALL-01] Discord sign-in is a full-page navigation that names the destination', async () => {
  const assign = vi.fn()
  vi.stubGlobal('location', { ...location, assign })
  open(<LoginPanels />, '/login?next=%2Fcart')
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Continue with Discord' })
  expect(link.getAttribute('href')).toBe('/api/auth/discord')
  await userEvent.click(link)
  expect(assign).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/\/api\/auth\/discord$/))
  expect(link.dataset.next).toBe('/cart')
})

test('[AUTH-08] an error when starting the Discord sign-in shows a toast', async () => {
  const assign = vi.fn(() => {
    throw new Error('blocked')
  })
  vi.stubGlobal('location', { ...location, assign })
  open(<LoginPanels />, '/login')
  await userEvent.click(screen.getByRole('link', { name: 'Continue with Discord' }))
  expect(toasts.get()).toMatchObject([
    {
      title: 'Login Failed',
      description: 'There was a problem with Discord authentication. Please try again later.',
      tone: 'destructive',
    },
  ])
})

test('the login page tells users that they are already signed in and offers to continue', async () => {
  stand.signedInAs(mara)
  localStorage.setItem('auth_token', 'abc')
  open(<LoginPanels />, '/login?next=%2Fcart')
  const note = await screen.findByText(/You are signed in as/)
  expect(note.textContent).toContain('mara.k')
  expect(within(note).getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe('/cart')
})

test('the link to registration keeps the destination', () => {
  open(<LoginPanels />, '/login?next=%2Fcart')
  expect(screen.getByRole('link', { name: 'Create an account' }).getAttribute('href')).toBe('/register?next=%2Fcart')
})

test('the login page links to the admin login', () => {
  open(<LoginPanels />, '/login')
  expect(screen.getByRole('link', { name: 'Admin login' }).getAttribute('href')).toBe('/admin-login')
})
