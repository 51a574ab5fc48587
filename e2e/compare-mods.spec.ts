import { barriersOn } from './barriers.ts'
import { openAwake } from './people.ts'
import { expect, test } from './store.ts'

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
