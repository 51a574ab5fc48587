import { createPerson, signIn } from './people.ts'
import { buyMods } from './purchases.ts'
import { expect, test } from './store.ts'
import { lowControls } from './targets.ts'

test.use({ viewport: { width: 390, height: 844 } })

test('on a phone every button of a dialog and of a side panel is as high as a fingertip', async ({ page }) => {
  const person = await createPerson()
  await buyMods(person, [1])
  await signIn(page, person.username, '/mod-locker')
  await expect(page.getByRole('main').getByRole('button', { name: /^More actions/ })).toBeVisible()
  await page
    .getByRole('main')
    .getByRole('button', { name: /^More actions/ })
    .click()
  await page.getByRole('menuitem', { name: 'How to install it' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await lowControls(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await lowControls(page)).toEqual([])
})
