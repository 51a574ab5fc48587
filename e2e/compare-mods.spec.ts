import type { Page } from '@playwright/test'
import { barriersOn } from './barriers.ts'
import { openAwake } from './people.ts'
import { expect, store, test } from './store.ts'

const PHONE = { width: 390, height: 844 }
const [KESTREL, SENKO] = ['Kestrel R4 Rally', 'Tsukiro Senko D-Spec']

test('two mods chosen in the list are compared side by side, with the keyboard alone', async ({ page }) => {
  await openAwake(page, '/mods')
  for (const title of [KESTREL, SENKO]) {
    const toggle = page.getByRole('button', { name: `Compare ${title}` })
    await toggle.focus()
    await page.keyboard.press('Enter')
    await expect(toggle).toHaveAttribute('aria-pressed', 'true')
  }
  expect(await barriersOn(page)).toEqual([])
  await page.getByRole('link', { name: 'Compare 2 mods' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Compare mods' })).toBeVisible()
  await expect(page.getByRole('columnheader').getByRole('link')).toHaveText([KESTREL, SENKO])
  await expect(page.getByRole('row', { name: /^Price/ }).getByRole('cell')).toHaveCount(2)
  const power = page
    .getByRole('row', { name: /^Power/ })
    .getByRole('cell')
    .first()
  await expect(power).toContainText('kW')
  await page.getByRole('button', { name: 'Imperial' }).press('Enter')
  await expect(power).toContainText('hp')
  expect(await barriersOn(page)).toEqual([])

  const address = page.url()
  await page.getByRole('button', { name: `Remove ${SENKO} from the comparison` }).press('Enter')
  await expect(page.getByRole('columnheader').getByRole('link')).toHaveText([KESTREL])
  await page.goBack()
  await expect(page).toHaveURL(address)
  await expect(page.getByRole('columnheader').getByRole('link')).toHaveCount(2)
})

test('a shared comparison is in the HTML, can be read on a phone, and ignores unknown mods', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await openAwake(page, '/mods')
  const [first, second] = await Promise.all([KESTREL, SENKO].map((title) => idOf(page, title)))
  const path = `/mods?compare=${first},999999,${second},many`
  const html = await (await fetch(store.url() + path)).text()
  for (const text of [KESTREL, SENKO, 'Compare mods', 'name="robots" content="noindex']) expect(html).toContain(text)
  expect((await fetch(`${store.url()}/mods?compare=999999`)).url).toBe(`${store.url()}/mods`)

  await openAwake(page, path)
  await expect(page.getByRole('columnheader').getByRole('link')).toHaveText([KESTREL, SENKO])
  // Only the table scrolls sideways.
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
  expect(await barriersOn(page)).toEqual([])
})

test('a mod can be added to the comparison from its own page', async ({ page }) => {
  await openAwake(page, '/mods')
  await page.getByRole('link', { name: KESTREL, exact: true }).click()
  await page.getByRole('button', { name: 'Compare', exact: true }).first().click()
  await page.getByRole('link', { name: 'View comparison (1)' }).click()
  await expect(page.getByRole('columnheader').getByRole('link')).toHaveText([KESTREL])
  await page.getByRole('link', { name: 'Add another mod' }).click()
  await expect(page.getByText('Choose one more mod to compare')).toBeVisible()
})

const idOf = async (page: Page, title: string) =>
  (await page.getByRole('link', { name: title, exact: true }).first().getAttribute('href'))?.split('/').at(-1)
