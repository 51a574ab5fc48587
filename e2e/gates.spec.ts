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
  const login = main.getByRole('link', { name: 'Login' })
  if (loginPath === null) await expect(login).toHaveCount(0)
  else await expect(login).toHaveAttribute('href', loginPath)
}
const dashboard = (page: Page) => page.getByRole('heading', { level: 1, name: 'Dashboard' })

test('[GATE-01] visitors and customers are denied the admin area, and nothing of it shows during the check', async ({
  page,
}) => {
  const { username } = await createPerson()
  await page.route('**/api/auth/user', async (route) => {
    await expect(page.getByRole('main').getByRole('status')).toHaveText('Checking access')
    await expect(dashboard(page)).toHaveCount(0)
    await route.continue()
  })
  await page.goto('/admin')
  await expectDenied(page, ADMIN_TEXT, '/admin-login')
  await page.unrouteAll()
  await signIn(page, username, '/admin/orders')
  await expectDenied(page, ADMIN_TEXT, null)
})

test('[AUTH-12] [GATE-02] [ROUTE-21] the developer signed in with a password is denied the developer page, and with Discord is let in', async ({
  page,
}) => {
  await signIn(page, 'demo_developer', '/admin/developer')
  await expectDenied(page, DEVELOPER_TEXT, null)
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())

  await signInAsDeveloper(page)
  await expect(adminSidebar(page)).toContainText('demo_developer')
  await expect(page).toHaveURL('/admin/developer')
  await expect(page.getByRole('heading', { level: 1, name: 'Developer dashboard' })).toBeVisible()
  await page.goto('/admin')
  await expect(dashboard(page)).toBeVisible()
})
