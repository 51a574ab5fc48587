import { randomBytes } from 'node:crypto'
import { expect, inject } from 'vitest'
import type { SignedIn } from '@slipstream/contract/auth'
import type { users } from '@slipstream/db/tables/users'
import { createUser, PUBLIC_PASSWORD } from '@slipstream/db/testing/factories'
import type { App } from '#app.ts'
import { type Browser, openBrowser } from './browser.ts'
import type { TestStore } from './test-store.ts'

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** A unique username. */
export const freshName = () => `racer_${randomBytes(6).toString('hex')}`

/** Calls with a token only, like a script: no cookie, no origin. */
export const withToken = (app: App, token: string) => (method: Method, url: string, body?: unknown) =>
  app.inject({
    method,
    url,
    headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  })

export const newBrowser = (store: TestStore) => openBrowser(store.app, store.config.publicUrl)

/** Signs in with username and password; the browser then has the cookie. */
export const signIn = async (browser: Browser, username: string, password = PUBLIC_PASSWORD) => {
  const answer = await browser.call('POST', '/api/auth/login', { username, password })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<SignedIn>()
}

/** A person with an account, signed in through the API. */
export const newPerson = async (store: TestStore, values: Partial<typeof users.$inferInsert> = {}) => {
  const row = await createUser(store.db, { username: freshName(), ...values })
  const browser = newBrowser(store)
  const { token } = await signIn(browser, row.username)
  return { row, browser, token, call: withToken(store.app, token) }
}
export type Person = Awaited<ReturnType<typeof newPerson>>

/** A bot-check token as the widget on the registration page would get it. */
export const botCheckAnswer = async (changes: { action?: string; hostname?: string } = {}) => {
  const { TURNSTILE_URL, PUBLIC_URL } = inject('environment')
  const answer = await fetch(`${TURNSTILE_URL}/_control/answer`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ action: 'register', hostname: new URL(PUBLIC_URL ?? '').hostname, ...changes }),
  })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { token: string }).token
}

/** Registers a new person with these details. */
export const register = async (browser: Browser, changes: Record<string, string> = {}) => {
  const username = changes.username ?? freshName()
  return browser.call('POST', '/api/auth/register', {
    username,
    email: `${username}@mail.example`,
    password: PUBLIC_PASSWORD,
    'cf-turnstile-response': changes['cf-turnstile-response'] ?? (await botCheckAnswer()),
    ...changes,
  })
}
