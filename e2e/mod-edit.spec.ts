import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { pngOf } from '@slipstream/mod-archive/testing/picture'
import { api } from './api.ts'
import { createPerson, newName, signIn } from './people.ts'
import { startWorker } from './store-process.ts'
import { expect, store, test } from './store.ts'

const CREATE = '/admin/products/create'

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
const region = (page: Page, name: string) => page.getByRole('region', { name })
const state = (page: Page, text: string | RegExp) => page.getByRole('status').getByText(text)

/** Creates a mod with a unique title; returns its id. */
const createMod = async (page: Page) => {
  const { username } = await createPerson({ isAdmin: true })
  const title = newName('Mod')
  await signIn(page, username, CREATE)
  await field(page, 'Title').fill(title)
  // A draft that is created before the categories arrive has no category.
  await expect(field(page, 'Category')).not.toHaveValue('')
  await page.getByRole('button', { name: 'Create draft' }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  return Number(new URL(page.url()).pathname.split('/').at(-1))
}

let folder = ''
let worker: ReturnType<typeof startWorker>
test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'mod-edit-'))
  await writeFile(path.join(folder, 'front.png'), pngOf(1_600, 1_000, [48, 122, 201]))
  worker = startWorker(store.environment())
})
test.afterAll(async () => {
  await worker.stop()
  await rm(folder, { recursive: true })
})

test('[ROUTE-08] typed changes survive a reload as a draft and reach the mod only when saved, and between two tabs nothing is lost', async ({
  page,
  expectRefusal,
}) => {
  const id = await createMod(page)
  const saved = async () =>
    (await (await page.request.get(api(`/api/admin/mods/${id}`))).json()) as { form: Record<string, unknown> }
  await field(page, 'Make').fill('Orsana')
  await field(page, 'Price').fill('12,5')
  await expect(page.frameLocator('iframe').getByText('$12.50')).toBeVisible()
  await page.getByRole('button', { name: 'Add configuration' }).click()
  await page.keyboard.type('Sport')
  await field(page, 'Power (kW) of Sport').fill('300')
  await expect(state(page, /not saved: .*Draft kept/)).toBeVisible()
  await page.reload()
  await expect(field(page, 'Make')).toHaveValue('Orsana')
  await expect(field(page, 'Price')).toHaveValue('12,5')
  await expect(field(page, 'Power (kW) of Sport')).toHaveValue('300')
  expect((await saved()).form).toMatchObject({ make: '', configurations: [] })

  // Pictures and their words are saved at once.
  await page.getByLabel('Drop pictures here').setInputFiles(path.join(folder, 'front.png'))
  const caption = field(page, 'Caption of picture 1')
  await caption.fill('Garage mode')
  await caption.press('Tab')
  await expect(region(page, 'Gallery').getByText('Saves at once. Saved.')).toBeVisible()
  const other = await page.context().newPage()
  await other.goto(page.url())
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
  expect(await saved()).toMatchObject({
    form: { make: 'Orsana', price: 12.5, configurations: [{ name: 'Sport', powerKw: 300 }] },
    pictures: [{ picture: { alt: 'A blue square', kind: 'in_game', caption: 'Garage mode at night' } }],
  })

  expectRefusal(`POST /api/admin/mods/${id}/draft`, 409)
  await field(other, 'Make').fill('Tsukiro')
  await expect(other.getByText('This mod was edited somewhere else.')).toBeVisible()
  await expect(field(other, 'Make')).toHaveValue('Tsukiro')
  await other.getByRole('button', { name: 'Show other version' }).click()
  await expect(field(other, 'Make')).toHaveValue('Orsana')
})
