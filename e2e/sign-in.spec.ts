import { api } from './api.ts'
import {
  accountButton,
  adminSidebar,
  createPerson,
  loginLink,
  logOut,
  newName,
  openAwake,
  sessionCookieIn,
  signIn,
  tokenIn,
  typeCredentials,
} from './people.ts'
import { runStoreCommand } from './store-process.ts'
import { expect, store, test } from './store.ts'

test('[AUTH-01] a user signs in by username and, after logging out, by e-mail address', async ({ page }) => {
  const { username, email } = await createPerson()
  await signIn(page, username.toUpperCase())
  await expect(accountButton(page, username)).toBeVisible()
  const token = await tokenIn(page)
  expect(token).toBeTruthy()
  expect(await sessionCookieIn(page)).not.toBe(token)

  await logOut(page, username)
  // The toast title; screen readers get a second copy.
  await expect(page.getByText('Logged out', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('You have been successfully logged out.').first()).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(loginLink(page)).toBeVisible()
  expect(await tokenIn(page)).toBeNull()
  expect(await sessionCookieIn(page)).toBeUndefined()

  await loginLink(page).click()
  await typeCredentials(page, email)
  await expect(accountButton(page, username)).toBeVisible()
})

test('the header’s Login leads back to the page and its filters, on a phone too', async ({ page }) => {
  const { username } = await createPerson()
  await openAwake(page, '/mods?category=rally')
  await loginLink(page).click()
  await typeCredentials(page, username)
  await expect(accountButton(page, username)).toBeVisible()
  await expect(page).toHaveURL('/mods?category=rally')
  await logOut(page, username)

  await expect(page).toHaveURL('/')
  await page.setViewportSize({ width: 390, height: 844 })
  // Not openAwake: after a logout the page knows that nobody is signed in and does not ask.
  await page.goto('/mods/1')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Login' }).click()
  await typeCredentials(page, username)
  await expect(page).toHaveURL('/mods/1')
})

test('a wrong password shows an error and keeps the input', async ({ page, expectRefusal }) => {
  expectRefusal('POST /api/auth/login', 401)
  const { username } = await createPerson()
  await openAwake(page, '/login')
  await typeCredentials(page, username, 'not-the-password')
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('Invalid credentials')
  await expect(page.getByLabel('Username or e-mail')).toHaveValue(username)
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()

  await typeCredentials(page, username)
  await expect(accountButton(page, username)).toBeVisible()
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

test('after ten sign-in attempts in a minute an IP address is rate-limited for every account', async ({
  page,
  expectRefusal,
}) => {
  expectRefusal('POST /api/auth/login', 429)
  const { username } = await createPerson()
  for (let attempt = 0; attempt < 10; attempt++) {
    const data = { username: `${username}_${attempt}`, password: 'a guess' }
    expect((await page.request.post(api('/api/auth/login'), { data })).status()).toBe(401)
  }
  await openAwake(page, '/login')
  await typeCredentials(page, username)
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    'Too many requests. Please wait a moment and try again.',
  )
})

test('[AUTH-05] a browser with a session but no token fetches a token', async ({ page }) => {
  const { username } = await createPerson()
  await signIn(page, username)
  const first = await tokenIn(page)
  await page.evaluate(() => localStorage.clear())
  const fetched = page.waitForResponse('**/api/auth/generate-token')
  await page.reload()
  await fetched
  await expect(accountButton(page, username)).toBeVisible()
  await expect.poll(() => tokenIn(page)).toBeTruthy()
  expect(await tokenIn(page)).not.toBe(first)
})

test('[AUTH-06] a failed logout does not sign in again and is retried later', async ({ page, expectRefusal }) => {
  expectRefusal('POST /api/auth/logout', 500)
  const { username } = await createPerson()
  await signIn(page, username, '/about')
  const session = await sessionCookieIn(page)
  await page.route('**/api/auth/logout', (route) => route.fulfill({ status: 500, body: '' }))
  await logOut(page, username)
  await expect(page.getByText('Error', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('Failed to log out. Please try again.').first()).toBeVisible()
  await expect(page).toHaveURL('/about')
  await expect(loginLink(page)).toBeVisible()
  expect(await tokenIn(page)).toBeNull()

  // The session is still valid, and a reload could use it.
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const triedAgain = page.waitForResponse('**/api/auth/logout')
  await page.reload()
  await triedAgain
  await expect(loginLink(page)).toBeVisible()
  expect(await sessionCookieIn(page)).toBe(session)
  expect(asked).not.toContain(api('/api/auth/generate-token'))
  expect(await tokenIn(page)).toBeNull()

  await page.unroute('**/api/auth/logout')
  const told = page.waitForResponse('**/api/auth/logout')
  await page.reload()
  expect((await told).status()).toBe(200)
  await expect.poll(() => sessionCookieIn(page)).toBeUndefined()
  const answer = await fetch(`${store.url()}/api/auth/user`, { headers: { cookie: `session=${session}` } })
  expect(answer.status).toBe(401)
  await page.reload()
  await expect(loginLink(page)).toBeVisible()
})

test('a tab notices when another tab signs in or out', async ({ page, context }) => {
  const { username } = await createPerson()
  const other = await context.newPage()
  await openAwake(other, '/about')
  await expect(loginLink(other)).toBeVisible()
  await signIn(page, username)
  await expect(accountButton(other, username)).toBeVisible()
  await logOut(page, username)
  await expect(loginLink(other)).toBeVisible()
})
