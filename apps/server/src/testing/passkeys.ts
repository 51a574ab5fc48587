import { expect } from 'vitest'
import type { AssertionOptions, CreationOptions, Passkey } from '@slipstream/contract/passkeys'
import type { Browser } from './browser.ts'
import type { Person } from './people.ts'
import { newSoftwareAuthenticator, type SoftwareAuthenticator } from './software-authenticator.ts'
import type { TestStore } from './test-store.ts'

export const originOf = ({ config }: TestStore) => new URL(config.publicUrl).origin

export const creationOptions = async ({ call }: Person) =>
  (await call('POST', '/api/account/passkeys/options')).json<CreationOptions>()

/** Adds a passkey like the profile page. */
export const addPasskey = async (store: TestStore, person: Person, name = 'Phone') => {
  const authenticator = newSoftwareAuthenticator(originOf(store))
  const credential = authenticator.create(await creationOptions(person))
  const answer = await person.call('POST', '/api/account/passkeys', { name, credential })
  expect(answer.statusCode, answer.body).toBe(200)
  return { authenticator, ...answer.json<{ passkey: Passkey; recoveryCodes: string[] | null }>() }
}

export const signInOptions = async (browser: Browser) =>
  (await browser.call('POST', '/api/auth/passkey/options')).json<AssertionOptions>()

type Lies = Parameters<SoftwareAuthenticator['get']>[1]

export const signInByPasskey = async (
  browser: Browser,
  authenticator: SoftwareAuthenticator,
  { adminsOnly = false, ...lies }: { adminsOnly?: boolean } & Lies = {},
) => {
  const assertion = authenticator.get(await signInOptions(browser), lies)
  return browser.call('POST', '/api/auth/passkey', { assertion, adminsOnly })
}
