import type { Page } from '@playwright/test'
import { callAs } from './api.ts'
import { expectNoBarriersHere } from './barriers.ts'
import { linkIn, newestMail } from './mailbox.ts'
import { createPerson, openAwake, signIn, typeCredentials } from './people.ts'
import { startWorker } from './store-process.ts'
import { expect, store, test } from './store.ts'
import { newSubscriber, setStripesClock, stripe } from './subscribers.ts'

const DAY_S = 24 * 60 * 60
const PHONE = { width: 390, height: 844 }

let worker: ReturnType<typeof startWorker>
test.beforeAll(() => {
  worker = startWorker(store.environment())
})
test.afterAll(() => worker.stop())
// The other journeys expect Stripe's clock to show the present.
test.afterEach(() => setStripesClock(0))

const status = (page: Page, plan: string) => page.getByRole('region', { name: plan })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const confirm = (page: Page, action: string) =>
  page.getByRole('alertdialog').getByRole('button', { name: action }).click()
test('[ROUTE-01] [HEAD-04] a visitor becomes a member on a phone', async ({ page }) => {
  await page.setViewportSize(PHONE)
  const { username, email } = await createPerson()
  await openAwake(page, '/subscribe')
  await expect(heading(page)).toHaveText('Drive every Premium mod')
  await page.getByRole('link', { name: 'Get Premium Year' }).click()
  await typeCredentials(page, username)

  const buy = page.getByRole('button', { name: 'Get Premium Year' })
  await expect(buy).toBeFocused()
  await buy.click()
  await page.waitForURL(/\/c\/pay\//)
  await page.getByRole('button', { name: /4242/ }).first().click()
  await page.getByRole('button', { name: 'Subscribe' }).click()

  await expect(page.getByText('Welcome to Premium. The garage is open.')).toBeVisible()
  await expect(heading(page)).toHaveText('Subscription Status')
  await expect(status(page, 'Premium Year')).toContainText('for $59.99.')
  await expect(status(page, 'Premium Year')).toContainText('Ends in 4242')
  await expect(page).toHaveURL('/subscribe')
  await expectNoBarriersHere(page)
  expect((await newestMail(email)).subject).toContain('Welcome to Premium')

  await page.getByRole('link', { name: 'Open my locker' }).click()
  await expect(page.getByText('Ardent Meridian S').first()).toBeVisible()
})

test('a failed renewal is paid with another card', async ({ page }) => {
  await setStripesClock(-32 * DAY_S)
  const { username, email, subscription } = await newSubscriber('Premium Month')
  await stripe().failNextRenewal(subscription)
  await setStripesClock(0)

  await expect.poll(async () => (await newestMail(email)).subject).toContain('could not renew')
  await signIn(page, username, '/subscribe')
  await expect(status(page, 'Premium Month')).toContainText('Payment failed')
  await expectNoBarriersHere(page)
  await page.getByRole('button', { name: 'Update card' }).click()
  await page.waitForURL(/\/p\/session\//)
  await page.getByRole('button', { name: /5555/ }).first().click()
  await page.getByRole('button', { name: /^(Add|Save|Update)/ }).click()

  await expect(page).toHaveURL(/\/subscribe$/)
  await expect(status(page, 'Premium Month')).toContainText('Active')
  await expect(status(page, 'Premium Month')).toContainText('Ends in 4444')
})

test('a member cancels, resumes and cancels again on a phone, and Premium ends with the period', async ({ page }) => {
  await page.setViewportSize(PHONE)
  const { username, subscription } = await newSubscriber('Premium Month')
  await signIn(page, username, '/subscribe')
  const card = status(page, 'Premium Month')
  await page.getByRole('button', { name: 'Cancel subscription' }).click()
  await confirm(page, 'Cancel subscription')
  await expect(card).toContainText('You canceled.')
  await expectNoBarriersHere(page)
  await page.getByRole('button', { name: 'Keep Premium' }).click()
  await expect(card).toContainText('Renews on')
  await page.getByRole('button', { name: 'Cancel subscription' }).click()
  await confirm(page, 'Cancel subscription')
  await expect(card).toContainText('You canceled.')

  const { cancel_at } = (await stripe().snapshot()).subscriptions[subscription] ?? {}
  const end = new Date((cancel_at ?? 0) * 1_000).toISOString()
  const user = await callAs(username, ({ get }) => get<{ premiumExpiresAt: string }>('/api/auth/user'))
  expect(user.premiumExpiresAt, 'access ends at the second that Stripe names').toBe(end)

  await setStripesClock(32 * DAY_S)
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('Premium ended')).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await expect(page.getByRole('button', { name: 'Get Premium Year' })).toBeVisible()
  await expectNoBarriersHere(page)
})

test('a member on a phone upgrades for the amount that was shown, schedules a downgrade and withdraws it', async ({
  page,
}) => {
  await page.setViewportSize(PHONE)
  const { username, email, subscription } = await newSubscriber('Premium Month')
  await signIn(page, username, '/subscribe')
  await page.getByRole('button', { name: 'Change plan' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change plan' })
  await dialog.getByRole('radio', { name: /^Premium Year/ }).check()
  await expect(dialog).toContainText('Due today')
  await expectNoBarriersHere(page)
  const pay = dialog.getByRole('button', { name: /^Pay / })
  const shown = /\$([\d.]+)/.exec((await pay.textContent()) ?? '')?.[1]
  await pay.click()
  await expect(dialog).toBeHidden()
  await expect(status(page, 'Premium Year')).toContainText('for $59.99.')
  const { invoices } = await stripe().snapshot()
  const paid = Object.values(invoices).filter(
    ({ parent }) => parent?.subscription_details?.subscription === subscription,
  )
  expect(paid.map(({ amount_paid }) => amount_paid)).toEqual([699, Math.round(Number(shown) * 100)])
  await expect.poll(async () => (await newestMail(email)).subject).toContain('is now Premium Year')

  await page.getByRole('button', { name: 'Change plan' }).click()
  await dialog.getByRole('radio', { name: /^Premium Month/ }).check()
  await expect(dialog).toContainText('Nothing')
  await dialog.getByRole('button', { name: 'Change plan' }).click()
  await expect(status(page, 'Premium Year')).toContainText('Changes to Premium Month on')
  await expectNoBarriersHere(page)
  await expect.poll(async () => (await newestMail(email)).subject).toContain('will change to Premium Month')
  await page.getByRole('button', { name: 'Keep this plan' }).click()
  await expect(status(page, 'Premium Year')).toContainText('Renews on')
})

test('[LEGAL-04] on day 29 a member gets everything back with one confirmation', async ({ page }) => {
  await setStripesClock(-29 * DAY_S)
  const { username, email } = await newSubscriber('Premium Year')
  await setStripesClock(0)
  await signIn(page, username, '/subscribe')
  await page.getByRole('button', { name: 'Get $59.99 back' }).click()
  await confirm(page, 'Refund and end Premium')
  await expect(page.getByText('Premium ended')).toBeVisible()
  await expect.poll(async () => (await newestMail(email)).subject).toContain('refunded')
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('Refunded', { exact: true })).toBeVisible({ timeout: 5_000 })
  }).toPass()
})

test('a subscription is canceled without signing in, by a mailed link', async ({ page }) => {
  const { email } = await newSubscriber('Premium Month')
  await expect.poll(async () => (await newestMail(email)).subject).toContain('Welcome')
  await openAwake(page, '/subscribe')
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText(`If a subscription belongs to ${email}`)).toBeVisible()
  await expect.poll(async () => (await newestMail(email)).subject).toContain('Cancel')

  const { address } = linkIn(await newestMail(email))
  await page.goto('about:blank')
  await page.goto(address)
  await page.getByRole('button', { name: 'Cancel subscription' }).click()
  await expect(page.getByText('Your subscription is canceled.')).toBeVisible()
  expect(page.url()).not.toContain('cancel=')
  await expect.poll(async () => (await newestMail(email)).subject).toContain('is canceled')
})
