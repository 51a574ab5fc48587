import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { withClient } from '@slipstream/db/testing/test-database'
import { expectNoBarriers, expectNoBarriersHere } from './barriers.ts'
import { newestMail } from './mailbox.ts'
import { createPerson, openAnotherBrowser, signIn } from './people.ts'
import { buyMods } from './purchases.ts'
import { startWorker } from './store-process.ts'
import { expect, store, test } from './store.ts'

const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }
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

for (const [name, size] of Object.entries(SIZES)) {
  test(`[CAP-05] [CAP-09] [ROUTE-16] a review goes from the purchase to the home page, with a reply (${name})`, async ({
    page,
    browser,
    complaints,
  }) => {
    const title = `A home on wheels ${randomUUID().slice(0, 8)}`
    await page.setViewportSize(size)
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
    await desk.page.setViewportSize(size)
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
}

test('a rejected author reads the reason, changes the review, and deletes it', async ({
  page,
  browser,
  complaints,
}) => {
  const title = `Buy at ${randomUUID().slice(0, 8)}`
  const person = await createPerson({ emailVerifiedAt: new Date() })
  await buyMods(person, [VAN.id])
  await signIn(page, person.username, `/mods/${VAN.id}`)
  await page.getByRole('link', { name: 'Write a review' }).click()
  await writeReview(page, title, 'Cheaper at www.example.com, trust me.')
  await page.getByRole('button', { name: 'Send review' }).click()
  await expect(page.getByText('Waiting for a moderator')).toBeVisible()

  const admin = await createPerson({ isAdmin: true })
  const desk = await openAnotherBrowser(browser, complaints)
  await signIn(desk.page, admin.username, '/admin/reviews')
  const review = desk.page.getByRole('article', { name: title })
  await expect(review).toContainText('Contains a link')
  await review.focus()
  await desk.page.keyboard.press('r')
  await desk.page.getByRole('radio', { name: /^It advertises something/ }).check()
  await desk.page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
  await expect(review.getByText('Rejected', { exact: true })).toBeVisible()

  const mail = await newestMail(person.email)
  expect(mail.subject).toBe(`Your review of ${VAN.title} was not published`)
  expect(mail.text).toContain('It advertises something')
  await page.reload()
  await expect(page.getByText('It advertises something or consists of links. Change it')).toBeVisible()
  await page.getByLabel('Your review').fill('It drives well, and that is all.')
  await page.getByRole('button', { name: 'Send changes' }).click()
  await expect(page.getByText('Waiting for a moderator')).toBeVisible()
  await page.getByRole('button', { name: 'Delete your review' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete review' }).click()
  await expect(page.getByRole('button', { name: 'Send review' })).toBeVisible()
})

test('[ROUTE-16] the pages of the moderators fit a phone and have no axe violations', async ({ page }) => {
  test.slow()
  const admin = await createPerson({ isAdmin: true })
  await signIn(page, admin.username, '/admin/reviews/pending')
  for (const path of ['/admin/reviews', '/admin/reviews/pending'] as const) {
    await expectNoBarriers(page, path, page.getByRole('list', { name: 'Reviews' }))
  }
})

test('search engines read the average rating of the reviews that count', async ({ page }) => {
  for (const id of [1, VAN.id]) {
    await page.goto(`/mods/${id}`)
    const blocks = await page.locator('script[type="application/ld+json"]').allTextContents()
    const data = blocks.flatMap((text) =>
      [JSON.parse(text) as Record<string, unknown> | Record<string, unknown>[]].flat(),
    )
    const product = data.find((each) => each['@type'] === 'Product')
    const [row] = await withClient(store.environment().DATABASE_URL, async (client) => {
      const counted = await client.query<{ count: number; mean: number }>(
        `select count(*)::int as count, round(avg(rating), 1)::float8 as mean from reviews
         where mod_id = $1 and status = 'approved' and not is_given and not is_refunded`,
        [id],
      )
      return counted.rows
    })
    expect(row?.count).toBeGreaterThan(0)
    expect(product?.aggregateRating).toMatchObject({ reviewCount: row?.count, ratingValue: row?.mean })
  }
})
