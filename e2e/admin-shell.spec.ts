import { expectNoBarriersHere } from './barriers.ts'
import { adminSidebar, createPerson, signIn } from './people.ts'
import { expect, test } from './store.ts'

const DESKTOP = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }

test('[SIDE-01] [SIDE-02] [SIDE-03] the sidebar is 256 px wide, collapses to 64 px with a tooltip for each icon, stays collapsed and leads from page to page', async ({
  page,
}) => {
  const { username, email } = await createPerson({ isAdmin: true })
  await page.setViewportSize(DESKTOP)
  await signIn(page, username, '/admin')
  const sidebar = adminSidebar(page)
  await expect(sidebar).toContainText(username)
  await expect(sidebar).toContainText(email)
  // The store’s own header and footer are not here.
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
  await expect(page.getByRole('contentinfo')).toHaveCount(0)
  const width = async () => (await sidebar.boundingBox())?.width
  expect(await width()).toBe(256)
  await expect(sidebar.getByRole('button', { name: 'Dashboard' })).toHaveAttribute('aria-expanded', 'true')
  await expect(sidebar.getByRole('button', { name: 'Team' })).toHaveAttribute('aria-expanded', 'false')

  await sidebar.getByRole('button', { name: 'Collapse sidebar' }).click()
  expect(await width()).toBe(64)
  await expectNoBarriersHere(page)
  await sidebar.getByRole('button', { name: 'Legal & Policies' }).hover()
  await expect(page.getByRole('tooltip')).toHaveText('Legal & Policies')

  await page.reload()
  await expect(sidebar).toBeVisible()
  expect(await width()).toBe(64)
  await sidebar.getByRole('button', { name: 'Expand sidebar' }).click()
  expect(await width()).toBe(256)

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

test('[ROUTE-05] [SIDE-02] an unknown admin address, also of an item marked "soon", is a 404 that keeps the menu for administrators', async ({
  page,
  expectRefusal,
}) => {
  const SOON = '/admin/support/analytics'
  expectRefusal(`GET ${SOON}`, 404)
  await page.setViewportSize(DESKTOP)
  // Everybody else sees the not-found page of the store.
  expect((await page.goto(SOON))?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Off the map' })).toBeVisible()
  await expect(adminSidebar(page)).toHaveCount(0)

  const { username } = await createPerson({ isAdmin: true })
  await signIn(page, username, '/admin')
  await adminSidebar(page).getByRole('button', { name: 'Support Management' }).click()
  const link = adminSidebar(page).getByRole('link', { name: 'Support Analytics' })
  await expect(link).toContainText('soon')
  await expect(link).toHaveAttribute('href', SOON)
  expect((await page.goto(SOON))?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await expect(page).toHaveTitle(/Page not found/)
  await expect(page.getByRole('main')).toContainText(SOON)
  await expect(adminSidebar(page)).toBeVisible()
  await expectNoBarriersHere(page)
  await page.getByRole('main').getByRole('link', { name: 'Compatibility board' }).click()
  await expect(page).toHaveURL('/admin/mods')
})

test('[SIDE-04] below 768 px the menu is a drawer over the page, and the page cannot be scrolled while it is open', async ({
  page,
}) => {
  const { username } = await createPerson({ isAdmin: true })
  await page.setViewportSize({ ...PHONE, width: 768 })
  await signIn(page, username, '/admin')
  await expect(adminSidebar(page)).toBeVisible()
  const button = page.getByRole('button', { name: 'Open Menu' })
  await expect(button).toBeHidden()
  await page.setViewportSize({ ...PHONE, width: 767 })
  await expect(adminSidebar(page)).toBeHidden()
  await expect(button).toBeVisible()
  await page.setViewportSize(PHONE)
  await button.click()
  const drawer = page.getByRole('dialog', { name: 'Menu' })
  await expect(drawer).toContainText(username)
  await expect.poll(async () => (await drawer.boundingBox())?.x).toBe(0)
  expect((await drawer.boundingBox())?.width).toBeLessThan(PHONE.width - 40)
  await expect(page.locator('body')).toHaveCSS('overflow', 'hidden')
  await expectNoBarriersHere(page)

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
