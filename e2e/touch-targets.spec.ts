import { callAs } from './api.ts'
import { createPerson, openAwake, signIn } from './people.ts'
import { buyMods } from './purchases.ts'
import { expect, test } from './store.ts'
import { lowControls } from './targets.ts'

test.use({ viewport: { width: 390, height: 844 } })

for (const path of ['/', '/mods', '/mods/1', '/mods?compare=1,2', '/login']) {
  test(`on a phone every button and field of ${path} is as high as a fingertip`, async ({ page }) => {
    await openAwake(page, path)
    await page.waitForLoadState('networkidle')
    expect(await lowControls(page)).toEqual([])
  })
}

test('on a phone every button of a customer’s cart and locker is as high as a fingertip', async ({ page }) => {
  const person = await createPerson()
  await buyMods(person, [1])
  await callAs(person.username, ({ post }) => post('/api/cart', { modId: 2 }))
  await signIn(page, person.username, '/cart')
  await expect(page.getByRole('link', { name: 'Proceed to Checkout' })).toBeVisible()
  expect(await lowControls(page)).toEqual([])

  await openAwake(page, '/mod-locker')
  await expect(page.getByRole('main').getByRole('button', { name: /^More actions/ })).toBeVisible()
  expect(await lowControls(page)).toEqual([])

  // A dialog and a side panel, each with its close button.
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
