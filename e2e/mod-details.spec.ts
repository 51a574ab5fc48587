import type { Page } from '@playwright/test'
import { barriersOn } from './barriers.ts'
import { expect, test } from './store.ts'

const PARTS = ['#specifications', '#reviews article']

/** Opens a mod page and waits until all of its lazy code has loaded. */
const openMod = async (page: Page, address: string) => {
  await page.goto(address)
  await page.waitForFunction(
    (parts) =>
      parts.every((part) => {
        const element = document.querySelector(part)
        return element !== null && Object.keys(element).some((key) => key.startsWith('__react'))
      }),
    PARTS,
  )
}

test('the picture viewer can be zoomed by keyboard, and the section tabs stay in view and mark the current section', async ({
  page,
}) => {
  await openMod(page, '/mods/1')
  const picture = page.getByRole('button', { name: /^Full screen/ })
  await picture.focus()
  await page.keyboard.press('Enter')
  const viewer = page.getByRole('dialog', { name: 'Orsana Aurelion' })
  await expect(viewer).toBeVisible()
  expect(await barriersOn(page)).toEqual([])
  await page.keyboard.press('ArrowRight')
  await expect(viewer.getByText('2 / 4')).toBeVisible()

  const widthShown = async () => (await viewer.locator('img').boundingBox())?.width ?? 0
  const fitted = await widthShown()
  for (const key of ['+', '+', '+']) await page.keyboard.press(key)
  await expect.poll(widthShown).toBeCloseTo(3 * fitted, 0)
  // At the maximum zoom the focused button has no effect; the keyboard focus must not get lost.
  await page.keyboard.press('-')
  await expect.poll(widthShown).toBeCloseTo(2 * fitted, 0)
  await page.keyboard.press('0')
  await expect.poll(widthShown).toBeCloseTo(fitted, 0)
  await page.keyboard.press('Escape')
  await expect(viewer).toBeHidden()
  await expect(picture).toBeFocused()

  const tabs = page.getByRole('navigation', { name: 'On this page' })
  for (const name of ['Compatibility', 'Reviews', 'Overview']) {
    await tabs.getByRole('link', { name }).click()
    await expect(tabs.getByRole('link', { name })).toHaveAttribute('aria-current', 'true')
    await expect(tabs).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('heading', { level: 2, name })).toBeInViewport()
  }
})

test('two configurations can be compared by keyboard, and opening another mod resets the state of the page', async ({
  page,
}) => {
  await openMod(page, '/mods/1')
  const boxes = page.getByRole('checkbox', { name: /^Compare / })
  for (const place of [0, 1]) {
    await boxes.nth(place).focus()
    await page.keyboard.press('Space')
    await expect(boxes.nth(place)).toBeChecked()
  }
  await expect(page.getByRole('table').getByRole('columnheader')).toHaveCount(3)
  expect(await barriersOn(page)).toEqual([])

  await page.getByRole('group', { name: 'Pictures' }).getByRole('listitem').nth(1).getByRole('button').click()
  await page.getByRole('region', { name: 'You may also like' }).getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Orsana Aurelion')
  const thumbs = page.getByRole('group', { name: 'Pictures' }).getByRole('listitem')
  await expect(thumbs.first().getByRole('button')).toHaveAttribute('aria-current', 'true')
  await expect(page.getByRole('checkbox', { name: /^Compare /, checked: true })).toHaveCount(0)
})
