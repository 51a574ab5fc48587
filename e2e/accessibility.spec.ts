import { barriersOn, expectNoBarriersHere } from './barriers.ts'
import { expect, OPEN_PAGES, test } from './store.ts'

const WIDTHS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]
const PAGES = [...OPEN_PAGES, '/nowhere']

for (const path of PAGES) {
  test(`axe finds nothing on ${path}, wide or narrow, dark or light`, async ({ page, complaints }) => {
    for (const viewport of WIDTHS) {
      // Resizing an open page leaves unused preloaded pictures, which the browser warns about.
      await page.goto('about:blank')
      await page.setViewportSize(viewport)
      await page.goto(path)
      await expectNoBarriersHere(page)
    }
    // The browser complains about the missing page, and about axe looking into frames.
    complaints.length = 0
  })
}

test('axe finds nothing in the open menu of a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  expect(await barriersOn(page)).toEqual([])
})

test('with reduced motion the theme changes immediately for every element', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/refund-policy')
  const changing = await page.evaluate(() => {
    document.documentElement.classList.toggle('dark')
    return document.getAnimations().filter((animation) => animation instanceof CSSTransition).length
  })
  expect(changing).toBe(0)
})
