import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { withClient } from '@slipstream/db/testing/test-database'
import { writeMod } from '@slipstream/mod-archive/testing/generated-mod'
import { pngOf } from '@slipstream/mod-archive/testing/picture'
import { api } from './api.ts'
import { removeArchives } from './archives.ts'
import { barriersOn, expectNoBarriersHere, sidewaysOverflow } from './barriers.ts'
import { createPerson, newName, signIn } from './people.ts'
import { startWorker } from './store-process.ts'
import { expect, store, test } from './store.ts'

const CREATE = '/admin/products/create'
const editPage = (id: number) => `/admin/products/edit/${id}`
/** A demo mod with several releases that no other journey uses. */
const ROLLED_BACK = 9

const signInAsAdmin = async (page: Page, next: string) => {
  const { username } = await createPerson({ isAdmin: true })
  await signIn(page, username, next)
}

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
const region = (page: Page, name: string) => page.getByRole('region', { name })
const state = (page: Page, text: string | RegExp) => page.getByRole('status').getByText(text)

/** Creates a mod with a unique title; returns its id. */
const createMod = async (page: Page) => {
  const title = newName('Mod')
  await signInAsAdmin(page, CREATE)
  await field(page, 'Title').fill(title)
  // A draft that is created before the categories arrive has no category.
  await expect(field(page, 'Category')).not.toHaveValue('')
  await page.getByRole('button', { name: 'Create draft' }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  return { title, id: Number(new URL(page.url()).pathname.split('/').at(-1)) }
}

test('[ROUTE-08] [ROUTE-10] creating a mod is one page at three addresses', async ({ page }) => {
  await signInAsAdmin(page, CREATE)
  for (const address of [CREATE, '/admin/products/create-mod', '/admin/mods/create']) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1, name: 'Create a mod' })).toBeVisible()
  }
  await page.getByRole('button', { name: 'Create draft' }).click()
  await expect(page.getByText('Enter a title.')).toBeVisible()
  expect(await barriersOn(page)).toEqual([])
})

test('typed changes survive a reload as a draft and reach the mod only when saved', async ({ page }) => {
  const { id } = await createMod(page)
  await field(page, 'Short description').fill('Built panel by panel.')
  await field(page, 'Price').fill('12,5')
  await expect(page.frameLocator('iframe').getByText('$12.50')).toBeVisible()
  await page.getByRole('button', { name: 'Add configuration' }).click()
  await page.keyboard.type('Sport')
  await field(page, 'Power (kW) of Sport').fill('300')
  await expect(state(page, /not saved: .*Draft kept/)).toBeVisible()

  await page.reload()
  await expect(field(page, 'Short description')).toHaveValue('Built panel by panel.')
  await expect(field(page, 'Price')).toHaveValue('12,5')
  await expect(field(page, 'Power (kW) of Sport')).toHaveValue('300')
  const saved = async () =>
    (await (await page.request.get(api(`/api/admin/mods/${id}`))).json()) as { form: Record<string, unknown> }
  expect((await saved()).form).toMatchObject({ description: '', configurations: [] })

  await page.getByRole('link', { name: 'All mods' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save and leave' }).click()
  await expect(page).toHaveURL('/admin/products/all-mods')
  expect((await saved()).form).toMatchObject({
    description: 'Built panel by panel.',
    price: 12.5,
    configurations: [{ name: 'Sport', powerKw: 300 }],
  })
})

test('two tabs editing the same mod do not overwrite each other silently', async ({ page, expectRefusal }) => {
  const { id } = await createMod(page)
  const other = await page.context().newPage()
  await other.goto(editPage(id))
  await expect(field(other, 'Make')).toHaveValue('')
  await field(page, 'Make').fill('Orsana')
  await expect(state(page, /not saved: .*Draft kept/)).toBeVisible()

  expectRefusal(`POST /api/admin/mods/${id}/draft`, 409)
  await field(other, 'Make').fill('Tsukiro')
  await expect(other.getByText('This mod was edited somewhere else.')).toBeVisible()
  await expect(field(other, 'Make')).toHaveValue('Tsukiro')
  await other.getByRole('button', { name: 'Show other version' }).click()
  await expect(field(other, 'Make')).toHaveValue('Orsana')
})

test('players get the previous release after a rollback, until the release is restored', async ({ page }) => {
  await signInAsAdmin(page, editPage(ROLLED_BACK))
  const releases = region(page, 'Releases')
  const current = releases.getByRole('listitem').filter({ has: page.getByText('Current', { exact: true }) })
  const version = (await current.getByRole('heading').textContent()) ?? ''
  const offered = async () =>
    ((await (await page.request.get(api(`/api/mods/${ROLLED_BACK}`))).json()) as { version: string }).version
  expect(await offered()).toBe(version)

  await current.getByRole('button', { name: `More for ${version}` }).click()
  await page.getByRole('menuitem', { name: 'Roll back' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Roll back' }).click()
  await expect(releases.getByText('Rolled back')).toBeVisible()
  await expect.poll(offered).not.toBe(version)

  await releases.getByRole('button', { name: `Bring back ${version}` }).click()
  const dialog = page.getByRole('dialog', { name: `Bring back ${version}?` })
  await dialog.getByRole('button', { name: `Publish ${version}` }).click()
  await expect(releases.getByText('Rolled back')).toBeHidden()
  await expect.poll(offered).toBe(version)
})

test.describe('with an archive', () => {
  let folder = ''
  let worker: ReturnType<typeof startWorker>

  test.beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'mod-edit-'))
    await writeMod(path.join(folder, 'mesa.zip'), { vehicles: 1, configurations: 3, bytes: 1e6 })
    await writeFile(path.join(folder, 'front.png'), pngOf(1_600, 1_000, [48, 122, 201]))
    worker = startWorker(store.environment())
  })
  test.afterAll(async () => {
    await removeArchives('mesa.zip')
    await worker.stop()
    await rm(folder, { recursive: true })
  })

  test('pictures save at once and fields with the form, and in two tabs nothing is lost', async ({ page }) => {
    const { id } = await createMod(page)
    for (const name of ['Archive', 'Gallery', 'Releases'])
      await expect(region(page, name).getByText('Saves at once.')).toBeVisible()
    for (const name of ['Price and category', 'Basics', 'Story', 'Configurations', 'Related mods'])
      await expect(region(page, name).getByText('Saves with “Save changes”.')).toBeVisible()
    await page.getByLabel('Drop pictures here').setInputFiles(path.join(folder, 'front.png'))
    const caption = field(page, 'Caption of picture 1')
    await field(page, 'Make').fill('Orsana')
    await caption.fill('Garage mode')
    await caption.press('Tab')
    await expect(region(page, 'Gallery').getByText('Saves at once. Saved.')).toBeVisible()
    await expect(state(page, /1 change not saved: make.*Draft kept/)).toBeVisible()

    const other = await page.context().newPage()
    await other.goto(editPage(id))
    await expect(field(other, 'Make')).toHaveValue('Orsana')
    await expect(field(other, 'Caption of picture 1')).toHaveValue('Garage mode')
    await field(other, 'Description of picture 1').fill('A blue square')
    await field(other, 'Description of picture 1').press('Tab')
    await field(other, 'Kind of picture 1').selectOption('In-game')
    await expect(region(other, 'Gallery').getByText('Saves at once. Saved.')).toBeVisible()

    // This tab has not seen the other tab's changes.
    await caption.fill('Garage mode at night')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(state(page, 'All changes saved')).toBeVisible()
    const stored = await (await page.request.get(api(`/api/admin/mods/${id}`))).json()
    expect(stored).toMatchObject({
      form: { make: 'Orsana' },
      pictures: [{ picture: { alt: 'A blue square', kind: 'in_game', caption: 'Garage mode at night' } }],
    })
  })

  test('a mod gets texts, a picture and a release, is scheduled, unscheduled and published', async ({ page }) => {
    const { id, title } = await createMod(page)
    await region(page, 'Archive')
      .getByLabel('Drop the mod’s zip file here')
      .setInputFiles(path.join(folder, 'mesa.zip'))
    await expect(page.getByText('The archive filled in the form.')).toBeVisible({ timeout: 60_000 })
    await expect(region(page, 'Configurations').getByRole('textbox', { name: /^Name of/ })).toHaveCount(3)
    await expect(field(page, 'Title')).toHaveValue(title)
    await field(page, 'Short description').fill('Three ways to drive it.')

    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(page.getByText('The mod is not ready to be published.')).toBeVisible()
    await page.getByLabel('Drop pictures here').setInputFiles(path.join(folder, 'front.png'))
    await field(page, 'Price').fill('7')
    await page.getByRole('checkbox', { name: /newest/ }).check()
    await expect(page.getByText('7 of 7')).toBeVisible({ timeout: 60_000 })
    await expect(page.getByText('The mod is not ready to be published.')).toBeHidden()

    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Schedule publishing' }).click()
    await field(page, 'When').fill('2096-05-01T10:00')
    await page.getByRole('button', { name: 'Schedule', exact: true }).click()
    await expect(page.getByText('Scheduled').first()).toBeVisible()
    expect((await page.request.get(api(`/api/mods/${id}`))).status()).toBe(404)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Cancel schedule' }).click()
    await expect(page.getByText('Scheduled')).toHaveCount(0)

    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByRole('button', { name: 'Publish for $7.00' }).click()
    await expect(page.getByRole('heading', { name: 'is on sale' })).toBeVisible()
    await page.goto(`/mods/${id}`)
    await expect(page.getByText('Three ways to drive it.').first()).toBeVisible()
    await expect(page.getByText('3 configurations', { exact: true })).toBeVisible()
    await removeFromSale(id)
  })
})

/** Other journeys count the mods for sale. */
const removeFromSale = (id: number) =>
  withClient(store.environment().DATABASE_URL, (client) =>
    client.query(`update mods set status = 'archived' where id = $1`, [id]),
  )

test('axe finds nothing on the mod editor, dark or light', async ({ page }) => {
  await signInAsAdmin(page, editPage(1))
  await expect(region(page, 'Gallery').getByText('On the card')).toBeVisible()
  await expectNoBarriersHere(page)
})

test('on a phone the mod editor fits, specs can be expanded, and the preview is a tab', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signInAsAdmin(page, editPage(1))
  await expect(region(page, 'Gallery').getByText('On the card')).toBeVisible()
  expect(await sidewaysOverflow(page)).toBe(0)
  expect(await barriersOn(page)).toEqual([])

  const power = page.getByRole('textbox', { name: /^Power \(kW\) of/ }).first()
  await expect(power).toBeHidden()
  await page
    .getByRole('button', { name: /^All figures of/ })
    .first()
    .click()
  await expect(power).toBeVisible()
  expect(await sidewaysOverflow(page)).toBe(0)

  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(region(page, 'Basics')).toBeHidden()
  const card = page.frameLocator('iframe').getByRole('article')
  await expect(card).toContainText('Orsana Aurelion')
  expect(await sidewaysOverflow(page)).toBe(0)
})
