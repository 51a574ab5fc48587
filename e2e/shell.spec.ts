import type { Page } from '@playwright/test'
import { expectNoBarriersHere } from './barriers.ts'
import { openAwake } from './people.ts'
import { expect, test } from './store.ts'
import { lowControls } from './targets.ts'

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

test('[HEAD-01] the header is fixed and turns into a pill after 20 px and back, without shifting the page, and Tab reaches its skip link first', async ({
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

  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Tab')
  await expect(logo).toBeFocused()
  await expect(logo).toHaveCSS('outline-style', 'solid')
})

test('[HEAD-05] [UI-05] below 768 px the links are in a right-side sheet, whose code loads when it is opened', async ({
  page,
}) => {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  await page.setViewportSize({ width: 767, height: 900 })
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  await page.waitForLoadState('networkidle')
  expect(scripts.length).toBeGreaterThan(3)
  expect(scripts.filter((url) => /mobile-menu|toaster|recharts|area-chart|bar-chart/.test(url))).toEqual([])
  const links = page.getByRole('banner').getByRole('navigation', { name: 'Main' })
  const open = page.getByRole('banner').getByRole('button', { name: 'Open menu' })
  await expect(open).toBeVisible()
  await expect(links).toBeHidden()
  await page.setViewportSize({ width: 768, height: 900 })
  await expect(open).toBeHidden()
  await expect(links).toBeVisible()

  await page.setViewportSize(PHONE)
  await page.goto('/about')
  await open.click()
  await expect.poll(() => scripts.some((url) => url.includes('mobile-menu'))).toBe(true)
  const sheet = page.getByRole('dialog', { name: 'Menu' })
  await expect
    .poll(async () => sheet.boundingBox().then((box) => box && Math.round(box.x + box.width)))
    .toBe(PHONE.width)
  await expectNoBarriersHere(page)
  expect(await lowControls(page)).toEqual([])

  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(open).toBeFocused()
  await open.click()
  await sheet.getByRole('link', { name: 'Home' }).click()
  await expect(page).toHaveURL('/')
  await expect(sheet).toBeHidden()
})

test('[UI-01] before any script file has loaded the page has the theme of the system, or the one that was chosen', async ({
  page,
  complaints,
}) => {
  const root = page.locator('html')
  const withoutFiles = async (load: () => Promise<unknown>) => {
    await page.route('**/*.js', (route) => route.abort())
    await load()
  }
  for (const system of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme: system })
    await withoutFiles(() => page.goto('/about'))
    await expect(root).toHaveClass(system === 'dark' ? 'dark' : '')
  }

  await page.unroute('**/*.js')
  await openAwake(page, '/about')
  await page.getByRole('radio', { name: 'Dark' }).check({ force: true })
  await expect(root).toHaveClass('dark')
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark')
  await withoutFiles(() => page.reload())
  await expect(root).toHaveClass('dark')

  // With reduced motion a change of the theme is not animated.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const changing = await page.evaluate(() => {
    document.documentElement.classList.toggle('dark')
    return document.getAnimations().filter((animation) => animation instanceof CSSTransition).length
  })
  expect(changing).toBe(0)
  complaints.length = 0
})
