import type { Page } from '@playwright/test'
import { adminSidebar, createPerson, signIn } from './people.ts'
import { signInAsDeveloper } from './providers.ts'
import { expect, test } from './store.ts'

const ADMIN_TEXT = 'You must be logged in as an administrator to access this page.'
const DEVELOPER_TEXT = 'This page is restricted to the developer account.'

const expectDenied = async (page: Page, text: string, loginPath: string | null) => {
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1, name: 'Access Denied' })).toBeVisible()
  await expect(main.getByText(text)).toBeVisible()
  await expect(main.getByRole('link', { name: 'Go Home' })).toHaveAttribute('href', '/')
  const login = main.getByRole('link', { name: 'Login' })
  if (loginPath === null) await expect(login).toHaveCount(0)
  else await expect(login).toHaveAttribute('href', loginPath)
}
const expectOpen = (page: Page) => expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()

test('[GATE-01] [GATE-02] a signed-out visitor is denied and sent to the right login', async ({ page }) => {
  // Nothing of the page may show while the user is being checked.
  await page.route('**/api/auth/user', async (route) => {
    await expect(page.getByRole('main').getByRole('status')).toHaveText('Checking access')
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toHaveCount(0)
    await route.continue()
  })
  for (const path of ['/admin', '/admin/orders', '/admin/products/edit/7']) {
    await page.goto(path)
    await expectDenied(page, ADMIN_TEXT, '/admin-login')
  }
  await page.goto('/admin/developer')
  await expectDenied(page, DEVELOPER_TEXT, '/login')
})

test('[GATE-01] [GATE-02] a customer is denied without a login link', async ({ page }) => {
  const { username } = await createPerson()
  await signIn(page, username, '/admin')
  await expectDenied(page, ADMIN_TEXT, null)
  await page.goto('/admin/developer')
  await expectDenied(page, DEVELOPER_TEXT, null)
  await page.getByRole('link', { name: 'Go Home' }).click()
  await expect(page).toHaveURL('/')
})

test('[GATE-01] [GATE-02] an admin is let in, but not to the developer page', async ({ page }) => {
  const { username } = await createPerson({ isAdmin: true })
  await signIn(page, username, '/admin')
  await expectOpen(page)
  await page.goto('/admin/developer')
  await expectDenied(page, DEVELOPER_TEXT, null)
})

test('[AUTH-12] [GATE-02] [ROUTE-21] the developer, signed in with Discord, can open the admin panel and the developer dashboard', async ({
  page,
}) => {
  await signInAsDeveloper(page)
  await expect(adminSidebar(page)).toContainText('demo_developer')
  await expect(page).toHaveURL('/admin/developer')
  await expect(page.getByRole('heading', { level: 1, name: 'Developer dashboard' })).toBeVisible()
  await page.goto('/admin')
  await expectOpen(page)
})

test('[AUTH-12] signing in with the developer’s password does not open the developer page', async ({ page }) => {
  await signIn(page, 'demo_developer', '/admin/developer')
  await expectDenied(page, DEVELOPER_TEXT, null)
})
