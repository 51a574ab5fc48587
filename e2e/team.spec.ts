import { readFile } from 'node:fs/promises'
import { expectNoBarriersHere } from './barriers.ts'
import { createPerson, newName, signIn } from './people.ts'
import { pressUntilSaid } from './sorting.ts'
import { expect, store, test } from './store.ts'

/** A picture of the demo, as a portrait. */
const PORTRAIT = new URL('../packages/demo/src/pictures/semi-lights.webp', import.meta.url)

test('[ROUTE-17] [CALL-06] [CAP-14] a new member with a picture appears on the about page, in the chosen order', async ({
  page,
}) => {
  const { username } = await createPerson({ isAdmin: true, username: newName('boss') })
  const group = newName('crew')
  const [first, second] = [newName('ada'), newName('bo')]
  await signIn(page, username, '/admin/team/categories')
  await page.getByRole('button', { name: 'Add group' }).first().click()
  await page.getByLabel('Name').fill(group)
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('list', { name: 'Groups of the team, in order' })).toContainText(group)

  await page.goto('/admin/team/members')
  for (const name of [first, second]) {
    await page.getByRole('button', { name: 'Add member' }).click()
    const dialog = page.getByRole('dialog', { name: 'New member' })
    await dialog.getByLabel('Group').selectOption({ label: group })
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByLabel('Role').fill('Modeler')
    await dialog.locator('input[type=file]').setInputFiles({
      name: 'face.webp',
      mimeType: 'image/webp',
      buffer: await readFile(PORTRAIT),
    })
    await expect(dialog.getByRole('button', { name: 'Remove picture' })).toBeVisible()
    await expectNoBarriersHere(page)
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(dialog).toBeHidden()
  }
  const list = page.getByRole('list', { name: `Members of ${group}, in order` })
  await expect(list.getByRole('listitem').first()).toContainText(first)

  // By keyboard: pick up, move, drop.
  await list.getByRole('button', { name: `Move ${second}`, exact: true }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByText(`${second} is over position 2 of 2.`)).toBeAttached()
  await pressUntilSaid(page, 'ArrowUp', `${second} is over position 1 of 2.`)
  await page.keyboard.press('Space')
  await expect(list.getByRole('listitem').first()).toContainText(second)

  await expect(async () => {
    const answer = await fetch(`${store.url()}/about`)
    const html = await answer.text()
    expect(html.indexOf(second)).toBeGreaterThan(0)
    expect(html.indexOf(second)).toBeLessThan(html.indexOf(first))
  }).toPass()
  await page.goto('/about')
  const shown = page.getByRole('region', { name: group })
  await expect(shown.getByRole('heading', { level: 3 })).toHaveText([second, first])
  const loaded = shown.locator('img').first()
  await loaded.scrollIntoViewIfNeeded()
  await expect.poll(() => loaded.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(224)
})
