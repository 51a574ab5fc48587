import type { Page } from '@playwright/test'
import { expectNoBarriersHere } from './barriers.ts'
import { openAwake } from './people.ts'
import { shifts, watchShifts } from './shifts.ts'
import { expect, test } from './store.ts'

const DESKTOP = { width: 1440, height: 900 }

const yourGame = (page: Page) => page.getByLabel('Your version of the game')
const card = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title })

test.use({ locale: 'de-DE', timezoneId: 'Europe/Berlin' })

test('dates and the chosen game version appear as the visitor wants them once the page is hydrated, without a layout shift', async ({
  page,
}) => {
  await page.setViewportSize(DESKTOP)
  await watchShifts(page)
  await openAwake(page, '/mods')
  await expect(page.getByText(/^(Works with|Not confirmed for|Broken in) 0/)).toHaveCount(0)
  const filters = page.getByRole('form', { name: 'Filters' })
  await filters.getByLabel('Your version of the game').selectOption('0.36')
  await expect(card(page, 'Kestrel R4 Rally')).toContainText(/(Works with|Not confirmed for|Broken in) 0\.36/)
  await expect(page).toHaveURL('/mods')
  await expectNoBarriersHere(page)

  await filters.getByLabel('Works with 0.36').check()
  await expect(page).toHaveURL('/mods?gameVersion=0.36')
  await expect(page.getByRole('article').first()).toContainText('Works with 0.36')
  const marks = page.getByRole('article').getByText(/^(Not confirmed for|Broken in)/)
  await expect(marks).toHaveCount(0)
  await page.getByRole('link', { name: 'Remove Works with 0.36' }).click()
  await expect(page).toHaveURL('/mods')

  // A later visit: the page is served as for everybody and then follows the choice, without a layout shift.
  await page.goto('/mods/1')
  await expect(yourGame(page)).toHaveValue('0.36')
  await expect(
    page.getByRole('main').getByRole('link', { name: /(Works with|Not confirmed for|Broken in) 0\.36/ }),
  ).toBeVisible()
  await expectNoBarriersHere(page)
  const released = page.getByRole('definition').locator('time').first()
  expect(await (await page.request.get('/mods/1')).text()).toMatch(/>[A-Z][a-z]{2} \d{1,2}, \d{4}<\/time>/)
  await expect(released).toHaveText(/^\d{1,2} [A-Z][a-z]{2,3} \d{4}$/)
  expect(await shifts(page)).toBeLessThan(0.01)
  await openAwake(page, '/mods')
  await expect(card(page, 'Kestrel R4 Rally')).toContainText('0.36')
  expect(await shifts(page)).toBeLessThan(0.01)

  // With the keyboard: back to the newest version, and nothing is remembered.
  await openAwake(page, '/mods/1')
  await expect(yourGame(page)).toHaveValue('0.36')
  await yourGame(page).focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(yourGame(page)).toHaveValue('')
  await openAwake(page, '/mods')
  await expect(page.getByText(/^(Works with|Not confirmed for|Broken in) 0/)).toHaveCount(0)
})
