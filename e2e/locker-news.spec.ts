import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { writeMod } from '@slipstream/mod-archive/testing/generated-mod'
import { callAs } from './api.ts'
import { removeArchives } from './archives.ts'
import { barriersOn } from './barriers.ts'
import { accountButton, createPerson, openAwake, signIn } from './people.ts'
import { buyMods } from './purchases.ts'
import { releaseFile } from './released-file.ts'
import { startWorker } from './store-process.ts'
import { expect, store, test } from './store.ts'

const VAN = { id: 11, title: 'Merle Wayfarer' }

let folder = ''
let worker: ReturnType<typeof startWorker>
let fileName = ''
const publish = async (version: string) => {
  ;({ fileName } = await releaseFile(VAN.id, path.join(folder, 'mod.zip'), version))
}

test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'news-'))
  await writeMod(path.join(folder, 'mod.zip'), { vehicles: 1, configurations: 1, bytes: 100_000 })
  worker = startWorker(store.environment())
  await publish('8.0.0')
})
test.afterAll(async () => {
  await removeArchives(fileName)
  await worker.stop()
  await rm(folder, { recursive: true })
})

const download = async (page: Page, word: 'Download' | 'Update') => {
  const begun = page.waitForEvent('download')
  await page.getByRole('button', { name: `${word} ${VAN.title}` }).click()
  await (await begun).cancel()
}
const phoneMenuButton = (page: Page) =>
  page.getByRole('banner').getByRole('button', { name: 'Open menu' }).locator('..')

const fillOf = (button: Locator) =>
  button.locator('span[aria-hidden="true"].num').evaluate((badge) => getComputedStyle(badge).backgroundColor)

test('an owner sees a new release in the menu until it is downloaded, and in the header until it is read', async ({
  page,
}) => {
  test.slow()
  const person = await createPerson()
  await buyMods(person, [VAN.id])
  await signIn(page, person.username, '/mod-locker')
  await download(page, 'Download')
  await expect(page.getByText(/is downloading/)).toBeVisible()
  const account = accountButton(page, person.username)
  await expect(account).toBeVisible()
  await expect(account).not.toContainText('update')

  await publish('8.1.0')
  await callAs(person.username, ({ post }) => post('/api/cart', { modId: 2 }))
  await openAwake(page, '/about')
  await expect(account).toHaveAccessibleName(`Account of ${person.username} (1 unread notification)`)
  const cart = page.getByRole('button', { name: 'Cart, 1 item' })
  expect(await fillOf(account), 'the news count looks different from the cart count').not.toBe(await fillOf(cart))
  await account.click()
  await expect(page.getByRole('menuitem', { name: 'My Purchases (1 update)' })).toBeVisible()
  // An open menu is outside the landmarks.
  expect(await barriersOn(page, { except: ['region'] })).toEqual([])
  await page.keyboard.press('Escape')

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(phoneMenuButton(page)).toContainText('1 unread notification')
  await page.getByRole('button', { name: 'Open menu' }).click()
  const entry = page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'My Purchases (1 update)' })
  await expect(entry).toBeVisible()
  expect(await barriersOn(page, { except: ['region'] })).toEqual([])
  await entry.click()

  await expect(page.getByText('Update available')).toBeVisible()
  await download(page, 'Update')
  await expect(page.getByText('Update available')).toBeHidden()
  await page.setViewportSize({ width: 1440, height: 900 })
  await account.click()
  await expect(page.getByRole('menuitem', { name: 'My Purchases', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.goto('/profile?tab=notifications')
  await expect(page.getByRole('link', { name: `${VAN.title} 8.1.0 is ready to download` })).toBeVisible()
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(account).toHaveAccessibleName(`Account of ${person.username}`)
  expect(await barriersOn(page)).toEqual([])
})
