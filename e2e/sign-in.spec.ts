import {
  accountButton,
  adminSidebar,
  createPerson,
  loginLink,
  newName,
  openAwake,
  sessionCookieIn,
  tokenIn,
  typeCredentials,
} from './people.ts'
import { runStoreCommand } from './store-process.ts'
import { expect, store, test } from './store.ts'

test('[AUTH-01] a user signs in after a wrong password and returns to the page, every tab follows, and after logging out on a phone signs in by e-mail address', async ({
  page,
  context,
  expectRefusal,
  expectSessionEnd,
}) => {
  expectRefusal('POST /api/auth/login', 401)
  expectSessionEnd()
  const { username, email } = await createPerson()
  const other = await context.newPage()
  await openAwake(other, '/about')
  await openAwake(page, '/mods?category=rally')
  await loginLink(page).click()
  await typeCredentials(page, username, 'not-the-password')
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('Invalid credentials')
  await expect(page.getByLabel('Username or e-mail')).toHaveValue(username)
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()

  await typeCredentials(page, username.toUpperCase())
  await expect(accountButton(page, username)).toBeVisible()
  await expect(page).toHaveURL('/mods?category=rally')
  const token = await tokenIn(page)
  expect(token).toBeTruthy()
  expect(await sessionCookieIn(page)).not.toBe(token)
  await expect(accountButton(other, username)).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  const sheet = page.getByRole('dialog', { name: 'Menu' })
  await page.getByRole('button', { name: 'Open menu' }).click()
  await sheet.getByRole('button', { name: 'Logout' }).click()
  // The toast title; screen readers get a second copy.
  await expect(page.getByText('Logged out', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('You have been successfully logged out.').first()).toBeVisible()
  await expect(page).toHaveURL('/')
  expect(await tokenIn(page)).toBeNull()
  expect(await sessionCookieIn(page)).toBeUndefined()
  await expect(loginLink(other)).toBeVisible()
  await other.close()

  // Not openAwake: after a logout the page knows that nobody is signed in and does not ask.
  await page.goto('/mods/1')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await sheet.getByRole('link', { name: 'Login' }).click()
  await typeCredentials(page, email)
  await expect(page).toHaveURL('/mods/1')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(sheet.getByText(email)).toBeVisible()
})

test("[AUTH-11] the admin login shows 'Invalid credentials' to a customer and lets an admin in", async ({
  page,
  expectRefusal,
}) => {
  expectRefusal('POST /api/auth/admin-login', 401)
  const [customer, admin] = [await createPerson(), await createPerson({ isAdmin: true })]
  await openAwake(page, '/admin-login')
  await typeCredentials(page, customer.username)
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('Invalid credentials')
  expect(await sessionCookieIn(page)).toBeUndefined()
  expect(await tokenIn(page)).toBeNull()

  await typeCredentials(page, admin.username)
  await expect(page).toHaveURL('/admin')
  await expect(adminSidebar(page)).toContainText(admin.username)
})

test('the first admin sets a password with the printed link and is signed in', async ({ page }) => {
  const username = newName('boss')
  const [command, address] = ['apps/server/src/bin/admin.ts', `${username}@store.example`]
  const said = await runStoreCommand(store.environment(), command, 'create', username, address)
  const [link = ''] = new RegExp(`${store.url()}/login#invitation=\\S+`).exec(said) ?? []
  await page.goto(link)
  await expect(page.getByRole('heading', { name: `Welcome, ${username}` })).toBeVisible()
  await expect(page).toHaveURL('/login')
  await page.getByLabel('New password').fill('keys to the workshop')
  await page.getByRole('button', { name: 'Save password and log in' }).click()
  await expect(page).toHaveURL('/')
  await openAwake(page, '/admin')
  await expect(adminSidebar(page)).toContainText(username)
})
