import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { writeMod } from '@slipstream/mod-archive/testing/generated-mod'
import { removeArchives } from './archives.ts'
import { createPerson, openAnotherBrowser, signIn } from './people.ts'
import { releaseFile } from './released-file.ts'
import { startWorker } from './store-process.ts'
import { expect, store, test } from './store.ts'

const MOD = { id: 2, title: 'Tsukiro Senko D-Spec' }
const DISPUTED = 'Kestrel R4 Rally'
/** Card numbers as the README writes them. */
const CARD = '4242 4242 4242 4242'
const DISPUTING_CARD = '4000 0000 0000 0259'

let folder = ''
let worker: ReturnType<typeof startWorker>
let fileName = ''

test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tour-'))
  await writeMod(path.join(folder, 'mod.zip'), { vehicles: 1, configurations: 1, bytes: 50_000 })
  worker = startWorker(store.environment())
  fileName = (await releaseFile(MOD.id, path.join(folder, 'mod.zip'), '9.1.0')).fileName
})
test.afterAll(async () => {
  await removeArchives(fileName)
  await worker.stop()
  await rm(folder, { recursive: true })
})

/** Adds a mod and types the card by hand, with a later date and any code. */
const buy = async (page: Page, title: string, card: string) => {
  await page.goto('/mods')
  await page
    .getByRole('button', { name: `Add ${title} to cart` })
    .first()
    .click()
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
  const pay = page.getByRole('button', { name: /^Pay \$/ })
  await expect(pay).toBeVisible()
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await pay.click()
  await page.waitForURL(/\/c\/pay\//)
  await page.getByLabel('Card number').fill(card)
  await page.getByLabel('MM / YY').fill('12 / 49')
  await page.getByLabel('CVC').fill('987')
  await pay.click()
}

/** Webhooks from Stripe arrive a moment later. */
const eventually = (check: () => Promise<void>) => expect(check).toPass({ timeout: 30_000 })

test('the README’s one-minute tour works as written', async ({ page, browser, complaints }) => {
  const { username } = await createPerson()
  await signIn(page, username, '/mods')
  await buy(page, MOD.title, CARD)
  await page.getByRole('link', { name: 'Open my locker' }).click()
  await expect(page.getByRole('heading', { name: 'My Purchases' })).toBeVisible()
  const begun = page.waitForEvent('download')
  await page.getByRole('button', { name: `Download ${MOD.title}` }).click()
  await begun

  await buy(page, DISPUTED, DISPUTING_CARD)
  const staff = await createPerson({ isAdmin: true })
  const { page: desk, close } = await openAnotherBrowser(browser, complaints)
  await signIn(desk, staff.username, '/admin/orders')
  await eventually(async () => {
    await desk.reload()
    const order = desk.getByRole('row').filter({ hasText: username }).filter({ hasText: DISPUTED })
    await expect(order).toContainText('Disputed', { timeout: 3_000 })
  })
  const inLocker = page.getByRole('main').getByRole('link', { name: DISPUTED })
  await page.goto('/mod-locker')
  await expect(page.getByRole('button', { name: `Download ${MOD.title}` })).toBeVisible()
  await expect(inLocker).toHaveCount(0)

  await desk.goto(store.environment().STRIPE_API_URL)
  await desk
    .getByRole('button', { name: /^Win: dispute of/ })
    .first()
    .click()
  await eventually(async () => {
    await page.reload()
    await expect(inLocker.first()).toBeVisible({ timeout: 3_000 })
  })

  await desk.goto('/admin/orders')
  await desk.getByRole('button', { name: /^Money/ }).click()
  const check = desk.getByRole('dialog', { name: 'Money check' })
  await check.getByRole('button', { name: 'Check now' }).click()
  await expect(check.getByText('Everything matches')).toBeVisible()
  await close()
})
