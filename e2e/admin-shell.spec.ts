import { expectNoBarriersHere, sidewaysOverflow } from './barriers.ts'
import { adminSidebar, createPerson, signIn } from './people.ts'
import { signInAsDeveloper } from './providers.ts'
import { expect, test } from './store.ts'

const DESKTOP = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }

test('[SIDE-01] the sidebar is 256 px wide, collapses to 64 px with a tooltip for each icon, and stays collapsed', async ({
  page,
}) => {
  const { username } = await createPerson({ isAdmin: true })
  await page.setViewportSize(DESKTOP)
  await signIn(page, username, '/admin')
  const sidebar = adminSidebar(page)
  const width = async () => (await sidebar.boundingBox())?.width
  expect(await width()).toBe(256)
  await expect(sidebar.getByRole('button', { name: 'Dashboard' })).toHaveAttribute('aria-expanded', 'true')
  await expect(sidebar.getByRole('button', { name: 'Team' })).toHaveAttribute('aria-expanded', 'false')

  await sidebar.getByRole('button', { name: 'Collapse sidebar' }).click()
  expect(await width()).toBe(64)
  await sidebar.getByRole('button', { name: 'Legal & Policies' }).hover()
  await expect(page.getByRole('tooltip')).toHaveText('Legal & Policies')

  await page.reload()
  await expect(sidebar).toBeVisible()
  expect(await width()).toBe(64)
  await sidebar.getByRole('button', { name: 'Expand sidebar' }).click()
  expect(await width()).toBe(256)
})

test('[SIDE-02] [SIDE-03] the sidebar leads from page to page without the store’s header and footer', async ({
  page,
}) => {
  const { username, email } = await createPerson({ isAdmin: true })
  await page.setViewportSize(DESKTOP)
  await signIn(page, username, '/admin')
  const sidebar = adminSidebar(page)
  await expect(sidebar).toContainText(username)
  await expect(sidebar).toContainText(email)
  await expect(sidebar.getByRole('link', { name: 'Developer Panel' })).toHaveCount(0)
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
  await expect(page.getByRole('contentinfo')).toHaveCount(0)

  await sidebar.getByRole('button', { name: 'Team' }).click()
  await sidebar.getByRole('link', { name: 'Members' }).click()
  await expect(page).toHaveURL('/admin/team/members')
  await expect(sidebar.getByRole('link', { name: 'Members' })).toHaveAttribute('aria-current', 'page')
  // Navigation moves the keyboard focus to the content.
  await expect(page.locator('#main')).toBeFocused()

  await sidebar.getByRole('link', { name: 'View Site' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
})

test('[SIDE-02] items marked "soon" lead to the not-found page', async ({ page, expectRefusal }) => {
  expectRefusal('GET /admin/support/analytics', 404)
  const { username } = await createPerson({ isAdmin: true })
  await page.setViewportSize(DESKTOP)
  await signIn(page, username, '/admin')
  await adminSidebar(page).getByRole('button', { name: 'Support Management' }).click()
  for (const [name, path] of [
    ['Support Analytics', '/admin/support/analytics'],
    ['FAQ Management', '/admin/support/faq'],
  ] as const) {
    const link = adminSidebar(page).getByRole('link', { name })
    await expect(link).toContainText('soon')
    await expect(link).toHaveAttribute('href', path)
  }
  await page.goto('/admin/support/analytics')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await expect(adminSidebar(page)).toBeVisible()
})

test('[SIDE-03] the developer, signed in with Discord, sees the Developer Panel link', async ({ page }) => {
  await page.setViewportSize(DESKTOP)
  await signInAsDeveloper(page, '/admin')
  await adminSidebar(page).getByRole('link', { name: 'Developer Panel' }).click()
  await expect(page).toHaveURL('/admin/developer')
  await expect(adminSidebar(page)).toBeVisible()
})

test('[SIDE-04] on a phone the menu is a drawer over the page, and the page cannot be scrolled while it is open', async ({
  page,
}) => {
  const { username } = await createPerson({ isAdmin: true })
  await page.setViewportSize(PHONE)
  await signIn(page, username, '/admin')
  await expect(adminSidebar(page)).toBeHidden()
  const button = page.getByRole('button', { name: 'Open Menu' })
  await button.click()
  const drawer = page.getByRole('dialog', { name: 'Menu' })
  await expect(drawer).toContainText(username)
  await expect.poll(async () => (await drawer.boundingBox())?.x).toBe(0)
  expect((await drawer.boundingBox())?.width).toBeLessThan(PHONE.width - 40)
  await expect(page.locator('body')).toHaveCSS('overflow', 'hidden')

  await drawer.getByRole('button', { name: 'Close Menu' }).click()
  await expect(drawer).toBeHidden()
  await expect(button).toBeFocused()
  await expect(page.locator('body')).not.toHaveCSS('overflow', 'hidden')

  // Clicking the page beside the drawer closes it too.
  await button.click()
  await expect(drawer.getByRole('button', { name: 'Close Menu' })).toBeFocused()
  // The drawer listens for clicks outside from the next task on.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
  await page.mouse.click(PHONE.width - 10, 400)
  await expect(drawer).toBeHidden()

  await button.click()
  await drawer.getByRole('button', { name: 'Team' }).click()
  await drawer.getByRole('link', { name: 'Members' }).click()
  await expect(page).toHaveURL('/admin/team/members')
  await expect(drawer).toBeHidden()
})

for (const [width, isPhone] of [
  [767, true],
  [768, false],
] as const) {
  test(`[SIDE-04] at ${width} px the menu is ${isPhone ? 'behind a button' : 'beside the page'}`, async ({ page }) => {
    const { username } = await createPerson({ isAdmin: true })
    await page.setViewportSize({ width, height: 900 })
    await signIn(page, username, '/admin')
    await expect(page.getByRole('button', { name: 'Open Menu' })).toBeVisible({ visible: isPhone })
    await expect(adminSidebar(page)).toBeVisible({ visible: !isPhone })
  })
}

test('axe finds nothing in the admin layout, wide, narrow or collapsed, dark or light', async ({ page }) => {
  const { username } = await createPerson({ isAdmin: true })
  await page.setViewportSize(DESKTOP)
  await signIn(page, username, '/admin/support/tickets')
  await expect(adminSidebar(page)).toBeVisible()
  await expectNoBarriersHere(page)
  await adminSidebar(page).getByRole('button', { name: 'Collapse sidebar' }).click()
  await expectNoBarriersHere(page)
  await page.setViewportSize(PHONE)
  expect(await sidewaysOverflow(page)).toBe(0)
  await page.getByRole('button', { name: 'Open Menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  await expectNoBarriersHere(page)
})
