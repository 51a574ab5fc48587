import { createPerson, signIn } from './people.ts'
import { expect, test } from './store.ts'

const SENKO = 'Tsukiro Senko D-Spec'

test('a buyer pays in the store that the compose file starts, and owns the mod', async ({ page }) => {
  const { username } = await createPerson()
  await signIn(page, username, '/mods')
  await page
    .getByRole('button', { name: `Add ${SENKO} to cart` })
    .first()
    .click()
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
  await page.getByRole('checkbox', { name: /^I want the mods at once/ }).check()
  await page.getByRole('checkbox', { name: /^I know that my right of withdrawal/ }).check()
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await page.waitForURL(/\/c\/pay\//)
  await page.getByRole('button', { name: '4242 4242 4242 4242' }).click()
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await expect(page.getByRole('heading', { name: 'Thank you! Your order is complete.' })).toBeVisible()
  await page.goto('/mod-locker')
  await expect(page.getByText(SENKO).first()).toBeVisible()
})
