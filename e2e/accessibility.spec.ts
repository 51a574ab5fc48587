import { AxeBuilder } from '@axe-core/playwright'
import { expect, OPEN_PAGES, test } from './store.ts'

const WIDTHS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]
const PAGES = [...OPEN_PAGES, '/cart', '/nowhere']

for (const viewport of WIDTHS) {
  for (const colorScheme of ['dark', 'light'] as const) {
    test(`axe finds nothing at ${viewport.width} px in the ${colorScheme} theme`, async ({ page, complaints }) => {
      test.setTimeout(90_000)
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      for (const path of PAGES) {
        await page.goto(path)
        const { violations } = await new AxeBuilder({ page }).analyze()
        expect(
          violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
          path,
        ).toEqual([])
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect(overflow, `${path} scrolls sideways`).toBeLessThanOrEqual(0)
      }
      complaints.length = 0
    })
  }
}

test('axe finds nothing in the open menu of a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
})
