import { randomBytes } from 'node:crypto'
import type { APIRequestContext, Browser, Page } from '@playwright/test'
import { openDatabase } from '@slipstream/db/client'
import { createUser, PUBLIC_PASSWORD } from '@slipstream/db/testing/factories'
import { withClient } from '@slipstream/db/testing/test-database'
import { expect, fromSomewhere, hearComplaints, store } from './store.ts'

export { PUBLIC_PASSWORD }

/** A unique username, short enough for every list. */
export const newName = (kind = 'driver') => `${kind}_${randomBytes(4).toString('hex')}`

export interface Person {
  username: string
  email: string
}

/** Writes to the store's database directly. */
export const withDatabase = async <T>(write: (db: ReturnType<typeof openDatabase>['db']) => Promise<T>) => {
  const { db, close } = openDatabase({
    url: store.environment().DATABASE_URL,
    applicationName: 'e2e',
    maxConnections: 1,
    onIdleError: () => {},
  })
  try {
    return await write(db)
  } finally {
    await close()
  }
}

/** Creates an account with the shared password directly, without the registration page. */
export const createPerson = async (values: Parameters<typeof createUser>[1] = {}): Promise<Person> => {
  const { username = newName() } = values
  await withDatabase((db) => createUser(db, { ...values, username }))
  return { username, email: `${username}@customer.example` }
}

const isUserCheck = (address: string) => new URL(address).pathname === '/api/auth/user'

/**
 * Opens a page and waits until the user is known and the page is hydrated. A signed-in browser requests the user before
 * hydration. React marks hydrated nodes with a property of this name; there is no public API for it.
 */
export const openAwake = async (page: Page, path: string) => {
  const checked = page.waitForResponse((response) => isUserCheck(response.url()))
  await page.goto(path)
  await checked
  await page.waitForFunction(() => Object.keys(document.body).some((key) => key.startsWith('__reactProps$')))
}

/** Opens a page whose scripts are held back until released: a slow phone without the randomness. */
export const openAsleep = async (page: Page, path: string, size?: { width: number; height: number }) => {
  if (size) await page.setViewportSize(size)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await released
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  await expect(page.getByRole('main')).toBeVisible()
  return release
}

export const typeCredentials = async (page: Page, username: string, password: string = PUBLIC_PASSWORD) => {
  await page.getByLabel('Username or e-mail').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click()
}

/** Adds a mod on its page as a visitor and goes to sign in. */
export const addSignedOut = async (page: Page, path: `/mods/${number}`) => {
  await openAwake(page, path)
  await page
    .getByRole('button', { name: /^Add to cart/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(`/login?${new URLSearchParams({ next: path }).toString()}`)
}

/** After signing in, the mod is in the cart. Closes the cart. */
export const expectOpenCart = async (page: Page, path: string) => {
  const cart = page.getByRole('dialog', { name: 'Shopping Cart' })
  await expect(cart.getByText('1 item(s) in your cart')).toBeVisible({ timeout: 15_000 })
  await expect(page).toHaveURL(path)
  await cart.getByRole('button', { name: 'Close cart' }).click()
}

/** A small file of the store. A script that runs there can fill the storage of the store's origin. */
const NO_PAGE = '/robots.txt'

/** Signs in as the login page does, whose own journeys are in sign-in.spec.ts, and opens the destination. */
export const signIn = async (page: Page, username: string, next = '/') => {
  await page.goto(NO_PAGE)
  const answer = await page.request.post('/api/auth/login', {
    headers: { origin: new URL(page.url()).origin, 'x-requested-with': 'XMLHttpRequest' },
    data: { username, password: PUBLIC_PASSWORD },
  })
  const { token, ...rest } = (await answer.json()) as { token?: string }
  if (token === undefined) throw new Error(`${username} cannot sign in: ${JSON.stringify(rest)}`)
  await page.evaluate((value) => {
    localStorage.setItem('auth_token', value)
    localStorage.removeItem('signed_out')
  }, token)
  await openAwake(page, next)
  await expect(page).toHaveURL(next)
}

export const accountButton = (page: Page, username: string) =>
  page.getByRole('banner').getByRole('button', { name: `Account of ${username}` })

/** Replaces the header on admin pages and shows the signed-in user. */
export const adminSidebar = (page: Page) => page.getByRole('complementary', { name: 'Admin sidebar' })

export const loginLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Login' })

export const logOut = async (page: Page, username: string) => {
  // A new page takes the focus, which closes the menu. The title changes at that moment, the address earlier.
  await expect(page).not.toHaveTitle(/Login/)
  await accountButton(page, username).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
}

export const tokenIn = (page: Page) => page.evaluate(() => localStorage.getItem('auth_token'))

export const sessionCookieIn = async (page: Page) =>
  (await page.context().cookies()).find(({ name }) => name === 'session')?.value

/** Another browser from another IP address, with the same list of complaints. */
export const openAnotherBrowser = async (browser: Browser, complaints: string[], baseURL = store.url()) => {
  const context = await browser.newContext({ baseURL, extraHTTPHeaders: fromSomewhere() })
  hearComplaints(context, complaints)
  return { page: await context.newPage(), close: () => context.close() }
}

/**
 * Makes the last proof expire. The server caches a session for a few seconds, once by cookie (links) and once by token
 * (API calls), so this waits until it asks for proof again in both cases.
 */
export const letProofGrowOld = async (page: Page, { username }: Person) => {
  await withClient(store.environment().DATABASE_URL, (client) =>
    client.query(
      `update sessions set proven_at = now() - interval '1 hour'
       where user_id = (select id from users where username = $1)`,
      [username],
    ),
  )
  const token = await tokenIn(page)
  await expect.poll(() => whereLinkingLeads(page.request)).toContain('proof_required')
  const headers = { authorization: `Bearer ${token}` }
  await expect.poll(() => whereLinkingLeads(page.request, headers)).toContain('proof_required')
}

const whereLinkingLeads = async (request: APIRequestContext, headers: Record<string, string> = {}) => {
  const answer = await request.get('/api/auth/discord?purpose=link', { maxRedirects: 0, headers })
  return answer.headers().location ?? ''
}
