import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { openDatabase } from '@slipstream/db/client'
import { withClient } from '@slipstream/db/testing/test-database'
import { createCoupon } from '@slipstream/db/testing/order-factories'
import { stripeControl } from '@slipstream/emulators/stripe-control'
import { writeMod } from '@slipstream/mod-archive/testing/generated-mod'
import { removeArchives } from './archives.ts'
import { barriersOn, sidewaysOverflow } from './barriers.ts'
import { createPerson, signIn } from './people.ts'
import { releaseFile } from './released-file.ts'
import { startWorker } from './store-process.ts'
import { expect, store, test } from './store.ts'

const SENKO = { id: 2, title: 'Tsukiro Senko D-Spec' }
const RALLY = { id: 4, title: 'Kestrel R4 Rally' }

let folder = ''
let worker: ReturnType<typeof startWorker>
let released: Awaited<ReturnType<typeof releaseFile>>

test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'buying-'))
  await writeMod(path.join(folder, 'mod.zip'), { vehicles: 1, configurations: 2, bytes: 200_000 })
  worker = startWorker(store.environment())
  released = await releaseFile(SENKO.id, path.join(folder, 'mod.zip'), '9.0.0')
})
test.afterAll(async () => {
  await removeArchives(released.fileName)
  await worker.stop()
  await rm(folder, { recursive: true })
})

const stripe = () => stripeControl(store.environment().STRIPE_API_URL)

/** For an empty cart: adding its first mod opens it. */
const addToCart = async (page: Page, title: string) => {
  await page
    .getByRole('button', { name: `Add ${title} to cart` })
    .first()
    .click()
  await expect(page.getByText('1 item(s) in your cart')).toBeVisible()
}
const agreeAndPay = async (page: Page) => {
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  const pay = page.getByRole('button', { name: /^Pay \$/ })
  const amount = /\$[\d.]+/.exec((await pay.textContent()) ?? '')?.[0] ?? ''
  await expect(page.getByRole('definition').last()).toHaveText(amount)
  await pay.click()
  await page.waitForURL(/\/c\/pay\//)
  return amount
}
const payWith = async (page: Page, card: string, amount: string) => {
  await page.getByRole('button', { name: card }).click()
  await page.getByRole('button', { name: `Pay ${amount}` }).click()
}

test('[CAP-01] a buyer on a phone gets from an empty cart to the unpacked download', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const person = await createPerson()
  await signIn(page, person.username, '/mods')
  await addToCart(page, SENKO.title)
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
  await expect(page.getByText(person.email)).toBeVisible()
  expect(await barriersOn(page)).toEqual([])
  expect(await sidewaysOverflow(page)).toBe(0)

  const amount = await agreeAndPay(page)
  await payWith(page, '4242 4242 4242 4242', amount)
  await expect(page.getByRole('heading', { name: 'Thank you! Your order is complete.' })).toBeVisible()
  expect(await barriersOn(page)).toEqual([])

  await page.getByRole('link', { name: 'Open my locker' }).click()
  // The page left behind has a button with the same name.
  await expect(page.getByRole('heading', { name: 'My Purchases' })).toBeVisible()
  const begun = page.waitForEvent('download')
  await page.getByRole('button', { name: `Download ${SENKO.title}` }).click()
  const download = await begun
  const file = path.join(folder, 'bought.zip')
  await download.saveAs(file)
  expect(download.suggestedFilename()).toMatch(/^[a-z0-9_-]+\.zip$/)
  // The buyer's own, marked copy: the same files as in the archive, in the same order.
  const filesIn = (zip: string) => execFileSync('unzip', ['-Z1', zip]).toString()
  expect(filesIn(file)).toBe(filesIn(path.join(folder, 'mod.zip')))
  expect(
    createHash('sha256')
      .update(await readFile(file))
      .digest('hex'),
  ).not.toBe(released.sha256)
  expect(execFileSync('unzip', ['-t', file]).toString()).toContain('No errors detected')
  await expect(page.getByText(/is downloading\. Check your browser’s downloads/)).toBeVisible()
  expect(await barriersOn(page)).toEqual([])
  expect(await sidewaysOverflow(page)).toBe(0)

  await page.getByRole('link', { name: SENKO.title }).click()
  const main = page.getByRole('main')
  await expect(main.getByText('You own this').locator('visible=true').first()).toBeVisible()
  await expect(main.getByText('You have version 9.0.0, the newest.').locator('visible=true').first()).toBeVisible()
  await expect(main.getByRole('button', { name: `Download ${SENKO.title}` }).locator('visible=true')).toBeVisible()
  await expect(main.getByRole('button', { name: /^Add to cart/ })).toHaveCount(0)
  expect(await barriersOn(page)).toEqual([])
  expect(await sidewaysOverflow(page)).toBe(0)
  await page.goto('/mods')
  await expect(page.getByRole('link', { name: `Owned: ${SENKO.title}` })).toBeVisible()
})

test('a purchase with a declined card, 3-D Secure and a coupon succeeds, and its refund empties the locker', async ({
  page,
}) => {
  const { db, close } = openDatabase({
    url: store.environment().DATABASE_URL,
    applicationName: 'e2e',
    maxConnections: 1,
    onIdleError: () => {},
  })
  const { code } = await createCoupon(db, { kind: 'percent', percent: 10 })
  await close()
  const person = await createPerson()
  await signIn(page, person.username, '/mods')
  await addToCart(page, RALLY.title)
  await page.goto('/checkout')
  await page.getByLabel('Coupon code').fill(code)
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText(`Coupon ${code} (10% off)`)).toBeVisible()

  const amount = await agreeAndPay(page)
  const session = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await payWith(page, '4000 0000 0000 0002', amount)
  await expect(page.getByRole('alert')).toHaveText('Your card was declined.')
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page.getByText(/You came back without paying. Nothing was charged/)).toBeVisible()

  await expect(page.getByText(`Coupon ${code} (10% off)`)).toBeVisible()
  expect(await agreeAndPay(page)).toBe(amount)
  await payWith(page, '4000 0027 6000 3184', amount)
  await page.getByRole('button', { name: 'Complete authentication' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you! Your order is complete.' })).toBeVisible()

  const money = await stripe().money({ user: await idOf(person.username) })
  expect(money.usd?.paid).toBe(Math.round(Number(amount.slice(1)) * 100))

  await stripe().refund({ session })
  await page.goto('/mod-locker')
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('Your locker is empty')).toBeVisible({ timeout: 3_000 })
  }).toPass({ timeout: 30_000 })
  await page.getByText('Orders and invoices').click()
  await expect(page.getByText('Refunded')).toBeVisible()
})

const idOf = (username: string) =>
  withClient(store.environment().DATABASE_URL, async (client) => {
    const { rows } = await client.query<{ id: number }>('select id from users where username = $1', [username])
    return String(rows[0]?.id)
  })
