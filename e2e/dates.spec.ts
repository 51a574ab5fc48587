import { openAwake } from './people.ts'
import { shifts, watchShifts } from './shifts.ts'
import { expect, test } from './store.ts'

test.use({ locale: 'de-DE', timezoneId: 'Europe/Berlin' })

test('a German visitor sees the day before the month once the page is hydrated, without a layout shift', async ({
  page,
}) => {
  await watchShifts(page)
  const served = await page.request.get('/mods/2')
  expect(await served.text()).toMatch(/>[A-Z][a-z]{2} \d{1,2}, \d{4}<\/time>/)

  await openAwake(page, '/mods/2')
  const updated = page.getByRole('definition').locator('time').first()
  await expect(updated).toHaveText(/^\d{1,2} [A-Z][a-z]{2,3} \d{4}$/)
  expect(await shifts(page)).toBeLessThan(0.01)
})
