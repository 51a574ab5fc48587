import type { CDPSession, Page } from '@playwright/test'
import { accountButton, createPerson, loginLink, logOut, signIn, tokenIn, typeCredentials } from './people.ts'
import { startStore, type StoreProcess } from './store-process.ts'
import { expect, store, test } from './store.ts'

/** Browsers support passkeys for host names only, so this store does not use an IP address. */
const url = () => `http://localhost:${store.freePort(14)}`

let shop: StoreProcess
test.beforeAll(async () => {
  shop = await startStore(store.environment(), store.freePort(14), { publicUrl: url() })
})
test.afterAll(() => shop.stop())
test.use({ baseURL: async ({}, use) => use(url()) })

/** A phone with a screen lock whose user always agrees. */
const addAuthenticator = async (devtools: CDPSession) => {
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/**
 * Turns autofill offers off until the next page load, because this virtual phone accepts every offer immediately and
 * the journey also tests other ways to sign in.
 */
const withoutOffers = (page: Page) =>
  page.evaluate(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
  })

/** Wait for the navigation: it would close the account menu. */
const expectHome = async (page: Page, username: string) => {
  await expect(accountButton(page, username)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Browse all mods' })).toBeVisible()
}

const section = (page: Page) => page.getByRole('region', { name: 'Passkeys' })

test('a passkey is added in the profile, signs in alone and as a second factor, autofills the username field, and can be removed', async ({
  page,
  devtools,
}) => {
  const { username } = await createPerson()
  await addAuthenticator(devtools)
  await signIn(page, username, '/profile')
  await expect(section(page)).toContainText('You have no passkeys yet.')
  await section(page).getByRole('button', { name: 'Add a passkey' }).click()
  await expect(section(page).getByRole('heading', { name: 'Your recovery codes' })).toBeVisible()
  await section(page).getByRole('button', { name: 'I have saved them' }).click()
  const passkeys = section(page).getByRole('list', { name: 'Passkeys' }).getByRole('listitem')
  await expect(passkeys).toHaveCount(1)
  await passkeys.getByRole('button', { name: /^Rename/ }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('My phone')
  await page.getByRole('button', { name: 'Save name' }).click()
  await expect(passkeys).toContainText('My phone')

  await withoutOffers(page)
  await logOut(page, username)
  // Login leads back to where it was clicked.
  await expect(page).toHaveURL(`${url()}/`)
  await loginLink(page).click()
  await page.getByRole('button', { name: 'Log in with a passkey' }).click()
  await expectHome(page, username)

  await logOut(page, username)
  // Login leads back to where it was clicked.
  await expect(page).toHaveURL(`${url()}/`)
  await loginLink(page).click()
  await typeCredentials(page, username)
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  expect(await tokenIn(page)).toBeNull()
  await page.getByRole('button', { name: 'Use your passkey' }).click()
  await expectHome(page, username)

  await logOut(page, username)
  await page.goto('/login?next=%2Fprofile')
  await expect(accountButton(page, username)).toBeVisible()
  await expect(page).toHaveURL(`${url()}/profile`)
  await passkeys.getByRole('button', { name: 'Remove My phone' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove passkey' }).click()
  await expect(section(page)).toContainText('You have no passkeys yet.')
})
