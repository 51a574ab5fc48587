import type { Page } from '@playwright/test'
import { openAwake } from './people.ts'
import { expect, test } from './store.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const DESKTOP = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }

const scrollPage = (page: Page, y: number) => page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), y)

/** Sums up layout shifts once the fonts are loaded: a font swap moves text, scrolling must not. */
const watchShifts = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const shifts = { sum: 0 }
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.sum += (entry as PerformanceEntry & { value: number }).value
    }).observe({ type: 'layout-shift' })
  })
const shiftsOf = (page: Page) => page.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts.sum)

test('[HEAD-01] the header is fixed and turns into a pill after 20 px and back, without shifting the page', async ({
  page,
}) => {
  await page.setViewportSize(DESKTOP)
  await page.goto('/about')
  const header = page.getByRole('banner')
  const logo = header.getByRole('link', { name: 'Slipstream' })
  const login = header.getByRole('link', { name: 'Login' })
  /** The width of the header's contents relative to the window. */
  const span = async () => {
    const [left, right] = [await logo.boundingBox(), await login.boundingBox()]
    return right!.x + right!.width - left!.x
  }
  await expect(header).toHaveCSS('position', 'fixed')
  await expect(header).toHaveAttribute('data-pill', 'false')
  expect(await span()).toBeGreaterThan(1_280)
  await page.waitForLoadState('networkidle')
  await watchShifts(page)

  await scrollPage(page, 20)
  await expect(header).toHaveAttribute('data-pill', 'false')
  await scrollPage(page, 21)
  await expect(header).toHaveAttribute('data-pill', 'true')
  await expect.poll(span).toBe(1_024 - 40)

  await scrollPage(page, 0)
  await expect(header).toHaveAttribute('data-pill', 'false')
  await expect.poll(span).toBeGreaterThan(1_280)
  expect(await shiftsOf(page)).toBe(0)
})

test('[HEAD-02] the header shows logo, links, tickets, cart and Login', async ({ page }) => {
  await page.setViewportSize(DESKTOP)
  await page.goto('/about')
  const header = page.getByRole('banner')
  await expect(header.getByRole('link', { name: 'Slipstream' })).toHaveAttribute('href', '/')
  const links = header.getByRole('navigation', { name: 'Main' }).getByRole('link')
  await expect(links).toHaveText(['Home', 'Mods', 'Subscription', 'About', 'Support'])
  await expect(header.getByRole('link', { name: 'Support Tickets' })).toHaveAttribute('href', '/tickets')
  await expect(header.getByRole('link', { name: 'Cart' })).toHaveAttribute('href', '/cart')
  await expect(header.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login')
})

test('[HEAD-05] on a phone a right-side sheet holds the same links', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await page.goto('/about')
  const header = page.getByRole('banner')
  await expect(header.getByRole('navigation', { name: 'Main' })).toBeHidden()

  const open = header.getByRole('button', { name: 'Open menu' })
  await open.click()
  const sheet = page.getByRole('dialog', { name: 'Menu' })
  await expect(sheet.getByRole('link')).toHaveText([
    'Home',
    'Mods',
    'Subscription',
    'About',
    'Support',
    'Cart',
    'Support Tickets',
    'Login',
  ])
  await expect
    .poll(async () => sheet.boundingBox().then((box) => box && Math.round(box.x + box.width)))
    .toBe(PHONE.width)

  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(open).toBeFocused()

  await open.click()
  await sheet.getByRole('link', { name: 'Home' }).click()
  await expect(page).toHaveURL('/')
  await expect(sheet).toBeHidden()
})

for (const [width, isPhone] of [
  [767, true],
  [768, false],
] as const) {
  test(`[UI-05] at ${width} px the header has the ${isPhone ? 'phone' : 'desktop'} layout`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/about')
    await expect(page.getByRole('button', { name: 'Open menu' })).toBeVisible({ visible: isPhone })
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible({ visible: !isPhone })
  })
}

test('[FOOT-01] [FOOT-04] the footer has the brand blurb, social links and the payment note', async ({ page }) => {
  await page.goto('/about')
  const footer = page.getByRole('contentinfo')
  await expect(footer).toContainText('Vehicle mods built panel by panel')
  await expect(footer.getByRole('list', { name: 'Social links' }).getByRole('link')).toHaveText([
    'Discord',
    'YouTube',
    'Instagram',
  ])
  const quick = footer.getByRole('navigation', { name: 'Quick Links' }).getByRole('link')
  await expect(quick).toHaveText(['Home', 'All Mods', 'Categories', 'My Mod Locker'])
  const legal = footer.getByRole('navigation', { name: 'Legal & Support' }).getByRole('link')
  await expect(legal).toHaveText(['Terms', 'Privacy', 'Refund Policy', 'Contact Us'])
  // The note reads 'Secured by' and the name of the payment provider.
  await expect(footer.getByRole('heading', { name: 'Secured by Stripe' })).toBeVisible()
  await expect(footer).toContainText('not affiliated with')
})

test('the Tab key reaches the skip link first, then the logo with a visible focus ring', async ({ page }) => {
  await page.setViewportSize(DESKTOP)
  await page.goto('/about')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Tab')
  const logo = page.getByRole('banner').getByRole('link', { name: 'Slipstream' })
  await expect(logo).toBeFocused()
  await expect(logo).toHaveCSS('outline-style', 'solid')
})

test('[UI-04] a tooltip names an icon after 700 ms', async ({ page }) => {
  await page.setViewportSize(DESKTOP)
  await openAwake(page, '/about')
  await page.waitForLoadState('networkidle')
  let began = 0
  // Tooltips load when the page is idle, so an early hover has to be repeated.
  await expect(async () => {
    await page.mouse.move(0, 400)
    began = performance.now()
    await page.getByRole('banner').getByRole('link', { name: 'Cart' }).hover()
    await expect(page.getByRole('tooltip')).toHaveText('Cart', { timeout: 3_000 })
  }).toPass()
  // Only the lower bound: on a busy machine the upper one says nothing about the page.
  expect(performance.now() - began).toBeGreaterThanOrEqual(700)
})

for (const system of ['dark', 'light'] as const) {
  test(`[UI-01] a ${system} system gives a ${system} page before any script file has loaded`, async ({
    page,
    complaints,
  }) => {
    await page.emulateMedia({ colorScheme: system })
    await page.route('**/*.js', (route) => route.abort())
    await page.goto('/about')
    await expect(page.locator('html')).toHaveClass(system === 'dark' ? 'dark' : '')
    complaints.length = 0
  })
}

test('[UI-01] a chosen theme is stored under the key theme and applied at the first paint of the next visit', async ({
  page,
  complaints,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await openAwake(page, '/about')
  await page.getByRole('radio', { name: 'Dark' }).check({ force: true })
  await expect(page.locator('html')).toHaveClass('dark')
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark')

  await page.route('**/*.js', (route) => route.abort())
  await page.reload()
  await expect(page.locator('html')).toHaveClass('dark')
  complaints.length = 0
})

test('a store with demo data shows the demo ribbon', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('banner').getByText('Demo store')).toBeVisible()
})

test('heavy modules load only when they are needed', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  await page.setViewportSize(PHONE)
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  await page.waitForLoadState('networkidle')
  expect(scripts.length).toBeGreaterThan(3)
  expect(scripts.filter((url) => /mobile-menu|toaster|recharts|area-chart|bar-chart/.test(url))).toEqual([])
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect.poll(() => scripts.some((url) => url.includes('mobile-menu'))).toBe(true)
})

test('the not-found page can search the mods', async ({ page, complaints }) => {
  await page.goto('/nowhere-to-be-found')
  // The browser itself reports the 404.
  complaints.splice(0).forEach((complaint) => expect(complaint).toContain('404'))
  await page.getByRole('searchbox', { name: 'Search mods' }).fill('kestrel')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page).toHaveURL('/mods?q=kestrel')
  await expect(page.getByRole('link', { name: 'Kestrel R4 Rally', exact: true })).toBeVisible()
})
