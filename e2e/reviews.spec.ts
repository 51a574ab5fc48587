import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { expectNoBarriersHere } from './barriers.ts'
import { createPerson, openAnotherBrowser, signIn } from './people.ts'
import { buyMods } from './purchases.ts'
import { startWorker } from './store-process.ts'
import { expect, store, test } from './store.ts'

const PHONE = { width: 390, height: 844 }
const VAN = { id: 11, title: 'Merle Wayfarer' }
const SCREENSHOT = fileURLToPath(new URL('../packages/demo/src/pictures/van-rear.webp', import.meta.url))

let worker: ReturnType<typeof startWorker>
test.beforeAll(() => {
  worker = startWorker(store.environment())
})
test.afterAll(() => worker.stop())

const writeReview = async (page: Page, title: string, body: string) => {
  await page.getByRole('radio', { name: '5 stars' }).check({ force: true })
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Your review').fill(body)
}

test('[CAP-05] [CAP-09] [ROUTE-16] a review goes from the purchase to the home page, with a reply, on phones', async ({
  page,
  browser,
  complaints,
}) => {
  const title = `A home on wheels ${randomUUID().slice(0, 8)}`
  await page.setViewportSize(PHONE)
  const person = await createPerson()
  await buyMods(person, [VAN.id])
  await signIn(page, person.username, '/mod-locker')
  await page.getByRole('button', { name: `More actions for ${VAN.title}` }).click()
  await page.getByRole('menuitem', { name: 'Write a review' }).click()
  await expect(page).toHaveURL(`/mod-locker?review=${VAN.id}`)

  await page.getByRole('button', { name: 'Send review' }).click()
  await expect(page.getByText('Choose one to five stars.')).toBeVisible()
  await writeReview(page, title, 'We slept in it for a week and drove it over every pass.')
  await page.getByLabel('Add screenshots').setInputFiles(SCREENSHOT)
  await expect(page.getByRole('button', { name: 'Remove screenshot 1' })).toBeVisible()
  await expectNoBarriersHere(page)
  await page.getByRole('button', { name: 'Send review' }).click()
  await expect(page.getByText('Waiting for a moderator')).toBeVisible()

  const admin = await createPerson({ isAdmin: true })
  const desk = await openAnotherBrowser(browser, complaints)
  await desk.page.setViewportSize(PHONE)
  await signIn(desk.page, admin.username, '/admin/reviews')
  const review = desk.page.getByRole('article', { name: title })
  await expect(review).toContainText('New account')
  await review.getByRole('button', { name: 'Approve' }).click()
  await expect(review.getByText('Approved', { exact: true })).toBeVisible()
  await review.focus()
  await desk.page.keyboard.press('f')
  await expect(review.getByText('Featured', { exact: true })).toBeVisible()
  await review.focus()
  await desk.page.keyboard.press('e')
  await desk.page.getByLabel('Reply', { exact: true }).fill('Enjoy the passes.')
  await desk.page.getByRole('button', { name: 'Save reply' }).click()
  await expect(review).toContainText('Enjoy the passes.')

  await expect(async () => {
    await page.goto('/')
    await expect(page.getByRole('figure').filter({ hasText: title })).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await page.getByRole('figure').filter({ hasText: title }).getByRole('link', { name: VAN.title }).click()
  const reviews = page.getByRole('region', { name: 'Reviews' })
  // Only after hydration does the page know that the visitor wrote one of the reviews.
  await expect(reviews.getByText('Thank you for your review.')).toBeVisible()
  await reviews.getByRole('combobox', { name: 'Sort by' }).selectOption('Newest')
  const shown = reviews.getByRole('article', { name: title })
  await expect(shown).toContainText('Verified buyer')
  await expect(shown).toContainText('Enjoy the passes.')
  await expect(shown.getByRole('img', { name: /^Screenshot 1/ })).toBeVisible()
  await expectNoBarriersHere(page)
})
