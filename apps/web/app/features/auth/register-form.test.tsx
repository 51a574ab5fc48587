import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { RegisterForm } from './register-form.tsx'
import { lastToast, open, refuse, shownAlert, stand, welcome } from '#testing/stand.tsx'
import type { Turnstile } from './turnstile.ts'

const REGISTER = 'POST /api/auth/register'
const OPTIONS = 'GET /api/auth/options'
const SCRIPT = 'https://challenges.example/turnstile/v0/api.js'

type Options = Parameters<Turnstile['render']>[1]

/** A fake of Cloudflare's script whose widgets the test controls. */
let widgets: Map<string, Options>
let drawn: number
const widget = () => {
  const [newest] = [...widgets.values()].slice(-1)
  if (!newest) throw new Error('no widget is drawn')
  return newest
}
const pass = async (answer = 'bot-check-answer') => {
  await waitFor(() => expect(widgets.size).toBe(1))
  act(() => widget().callback(answer))
}

const script = () => document.head.querySelector<HTMLScriptElement>('script[src*="turnstile"]')
const turnstile: Turnstile = {
  render: (_, options) => {
    drawn += 1
    widgets.set(`widget-${drawn}`, options)
    return `widget-${drawn}`
  },
  remove: (id) => {
    widgets.delete(id)
  },
}

beforeEach(() => {
  widgets = new Map()
  drawn = 0
  window.turnstile = turnstile
  stand.answers[OPTIONS] = () => Response.json({ turnstile: { siteKey: 'site-key', scriptUrl: SCRIPT } })
})

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Create account' }))
const fillIn = async () => {
  await userEvent.type(field('Username'), 'mara.k')
  await userEvent.type(field('E-mail'), 'mara@example.com')
  await userEvent.type(field('Password'), 'a long password')
}

test('the bot check script loads with the registration page, and a failed load can be retried', async () => {
  delete window.turnstile
  open(<RegisterForm />, '/register')
  await waitFor(() => expect(script()).toBeTruthy())
  act(() => {
    script()?.dispatchEvent(new Event('error'))
  })
  await screen.findByText('The bot check could not be loaded.')
  expect(script()).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(script()).toBeTruthy())
  expect(new URL(script()?.src ?? '').searchParams.get('render')).toBe('explicit')
  window.turnstile = turnstile
  act(() => {
    script()?.dispatchEvent(new Event('load'))
  })
  await waitFor(() => expect(widgets.size).toBe(1))
  expect(screen.queryByText('The bot check could not be loaded.')).toBeNull()
})

test('[AUTH-01] [AUTH-13] registration sends the bot check response and continues to the destination', async () => {
  stand.answers[REGISTER] = () => welcome()
  const { where } = open(<RegisterForm />, '/register?next=%2Fcart')
  await pass()
  expect(widget()).toMatchObject({ sitekey: 'site-key', action: 'register', theme: 'light' })
  await fillIn()
  await submit()
  await screen.findByText('elsewhere')
  expect(where()).toBe('/cart')
  expect(stand.asked(REGISTER)[0]?.body).toEqual({
    username: 'mara.k',
    email: 'mara@example.com',
    password: 'a long password',
    'cf-turnstile-response': 'bot-check-answer',
  })
  expect(localStorage.getItem('auth_token')).toBe('token-of-a-sign-in')
  expect(lastToast()).toBe(
    'Welcome, mara.k. / Confirm your e-mail address with the link we’ve sent you. If it doesn’t arrive, request another one in your profile.',
  )
  await waitFor(() => expect(widgets.size).toBe(0))
})

test('[AUTH-13] without a bot check response nothing is sent, and the page says so', async () => {
  open(<RegisterForm />, '/register')
  await waitFor(() => expect(widgets.size).toBe(1))
  await fillIn()
  await submit()
  await screen.findByText('Please complete the bot check first.')
  expect(stand.asked(REGISTER)).toEqual([])
  await pass()
  expect(screen.queryByText('Please complete the bot check first.')).toBeNull()

  act(() => widget()['expired-callback']())
  await submit()
  await screen.findByText('Please complete the bot check first.')
  expect(stand.asked(REGISTER)).toEqual([])
})

test('a failed bot check shows an error beside it', async () => {
  open(<RegisterForm />, '/register')
  await waitFor(() => expect(widgets.size).toBe(1))
  act(() => void widget()['error-callback']())
  const text = await screen.findByText('The bot check failed. Please try again.')
  const described = screen.getByRole('group', { name: 'Bot check' }).getAttribute('aria-describedby') ?? ''
  expect(document.getElementById(described)?.contains(text)).toBe(true)
})

test('the registration rules are shown beside the fields and update while typing', async () => {
  open(<RegisterForm />, '/register')
  expect(screen.getByText(/^3 to 32 letters/)).toBeTruthy()
  await userEvent.type(field('Username'), 'ma')
  await screen.findByText('At least 3 characters.')
  expect(field('Username').getAttribute('aria-invalid')).toBeNull()
  await userEvent.type(field('Username'), ' k')
  await screen.findByText('Use only letters, digits, dots, dashes and underscores.')
  await userEvent.tab()
  expect(field('Username').getAttribute('aria-invalid')).toBe('true')
  await userEvent.clear(field('Username'))
  await userEvent.type(field('Username'), 'mara.k')
  await screen.findByText(/^3 to 32 letters/)
  expect(field('Username').getAttribute('aria-invalid')).toBeNull()
})

test('all invalid registration fields show errors at once, and the first one gets the focus', async () => {
  open(<RegisterForm />, '/register')
  await pass()
  await userEvent.type(field('Username'), 'mara.k')
  await submit()
  await screen.findByText('Enter a valid e-mail address.')
  expect(screen.getByText('At least 10 characters.')).toBeTruthy()
  expect(document.activeElement).toBe(field('E-mail'))
  expect(stand.asked(REGISTER)).toEqual([])
})

test('a taken username shows an error at its field, keeps the input and resets the bot check', async () => {
  stand.answers[REGISTER] = () => refuse('auth.username_taken')
  open(<RegisterForm />, '/register')
  await pass()
  await fillIn()
  await submit()
  await screen.findByText('This username is taken. Choose another one.')
  expect(document.activeElement).toBe(field('Username'))
  expect(field('Username').getAttribute('aria-invalid')).toBe('true')
  expect(field('E-mail').value).toBe('mara@example.com')
  expect(field('Password').value).toBe('a long password')
  await waitFor(() => expect(drawn).toBe(2))
  expect(widgets.size).toBe(1)

  stand.answers[REGISTER] = () => welcome()
  await pass('second-answer')
  await userEvent.type(field('Username'), 'l')
  expect(screen.queryByText('This username is taken. Choose another one.')).toBeNull()
  await submit()
  await screen.findByText('elsewhere')
  expect(stand.asked(REGISTER)[1]?.body).toMatchObject({
    username: 'mara.kl',
    'cf-turnstile-response': 'second-answer',
  })
})

test('server errors about a registration field show at that field', async () => {
  stand.answers[REGISTER] = () => refuse('request.invalid', [{ path: '/email', message: 'This address bounces.' }])
  open(<RegisterForm />, '/register')
  await pass()
  await fillIn()
  await submit()
  await screen.findByText('This address bounces.')
  expect(document.activeElement).toBe(field('E-mail'))
  expect(screen.queryByRole('alert')).toBeNull()
})

test.each([
  ['is rejected without a message', () => new Response('', { status: 502 })],
  ['cannot reach the server', () => Promise.reject(new TypeError('Failed to fetch'))],
])("[AUTH-11] a registration that %s shows 'Registration failed'", async (_, answer) => {
  stand.answers[REGISTER] = answer
  open(<RegisterForm />, '/register')
  await pass()
  await fillIn()
  await submit()
  expect(await shownAlert()).toBe('Registration failed')
  expect(document.activeElement).toBe(screen.getByRole('alert'))
})

test('a bot check response that the server rejects shows an error beside the bot check', async () => {
  stand.answers[REGISTER] = () => refuse('auth.bot_check_failed')
  open(<RegisterForm />, '/register')
  await pass()
  await fillIn()
  await submit()
  await screen.findByText('The bot check failed. Try again.')
  expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Bot check' }))
})

test('the bot check widget uses the page’s theme', async () => {
  document.documentElement.classList.add('dark')
  try {
    open(<RegisterForm />, '/register')
    await waitFor(() => expect(widgets.size).toBe(1))
    expect(widget().theme).toBe('dark')
  } finally {
    document.documentElement.classList.remove('dark')
  }
})

test('a failed load of the bot check settings can be retried', async () => {
  const working = stand.answers[OPTIONS] as () => Response
  stand.answers[OPTIONS] = () => refuse('server.busy')
  open(<RegisterForm />, '/register')
  await screen.findByText('The bot check could not be loaded.')
  stand.answers[OPTIONS] = working
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(widgets.size).toBe(1))
})
