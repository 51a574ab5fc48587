import type { Page } from '@playwright/test'
import {
  accountButton,
  createPerson,
  loginLink,
  openAnotherBrowser,
  openAwake,
  signIn,
  tokenIn,
  typeCredentials,
} from './people.ts'
import { runStoreCommand } from './store-process.ts'
import { expect, store, test } from './store.ts'

const admin = (...words: string[]) => runStoreCommand(store.environment(), 'apps/server/src/bin/admin.ts', ...words)
const lookAt = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')))

test('a user banned while signed in is signed out at the next request, sees no account data, and cannot sign in again', async ({
  page,
  browser,
  complaints,
  expectRefusal,
  expectSessionEnd,
}) => {
  expectSessionEnd()
  expectRefusal('POST /api/auth/login', 403)
  const { username, email } = await createPerson()
  await signIn(page, username, '/profile')
  await expect(page.getByRole('region', { name: 'E-mail' })).toContainText(email)
  const phone = await openAnotherBrowser(browser, complaints)
  await phone.page.clock.install()
  await signIn(phone.page, username, '/about')

  await admin('ban', username, 'Shared', 'paid', 'mods.')
  await lookAt(page)
  await expect(page.getByText('Log in to see and edit your profile.')).toBeVisible()
  await expect(loginLink(page)).toBeVisible()
  await expect(page.getByText(username)).toHaveCount(0)
  await expect(page.getByText(email)).toHaveCount(0)
  expect(await tokenIn(page)).toBeNull()

  // On other pages the user check stays fresh for a minute (AUTH-03). The first focus after that repeats it.
  await phone.page.clock.fastForward(61_000)
  await lookAt(phone.page)
  await expect(loginLink(phone.page)).toBeVisible()
  expect(await tokenIn(phone.page)).toBeNull()
  await phone.close()

  await openAwake(page, '/login')
  await typeCredentials(page, username)
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    'This account is banned. Reason: Shared paid mods.',
  )
  await expect(page.getByRole('main').getByRole('link', { name: 'Write to us' })).toHaveAttribute(
    'href',
    '/contact?new=account',
  )
  expect(await tokenIn(page)).toBeNull()

  await admin('unban', username)
  await typeCredentials(page, username)
  await expect(accountButton(page, username)).toBeVisible()
})
