import { barriersOn } from './barriers.ts'
import { expect, test } from './store.ts'

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
