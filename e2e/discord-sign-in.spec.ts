import type { Page } from '@playwright/test'
import { accountButton, createPerson, loginLink, openAwake, tokenIn } from './people.ts'
import { continueAs, createDiscordUser, type DiscordUser, removeDiscordUser } from './providers.ts'
import { expect, store, test } from './store.ts'

let racer: DiscordUser
test.beforeEach(async () => {
  racer = await createDiscordUser()
})
test.afterEach(() => removeDiscordUser(racer))

const leaveForDiscord = async (page: Page, from = '/login') => {
  await openAwake(page, from)
  await page.getByRole('link', { name: 'Continue with Discord' }).click()
  await expect(page.getByRole('heading', { name: 'Slipstream wants to access your Discord account' })).toBeVisible()
}

test('[AUTH-07] Discord signs in, with its name and picture, and the address is clean afterwards', async ({ page }) => {
  await leaveForDiscord(page)
  await continueAs(page, racer.username)
  await expect(page.getByText('Welcome!', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('You have been successfully logged in with Discord.').first()).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(accountButton(page, racer.username)).toBeVisible()
  expect(await tokenIn(page)).toBeTruthy()

  // [AUTH-10] The picture of 128 px, from where Discord keeps it.
  const picture = accountButton(page, racer.username).locator('img')
  await expect(picture).toHaveAttribute('src', new RegExp(`/avatars/${racer.id}/[0-9a-f]{32}\\.png\\?size=128$`))
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(128)
  await page.reload()
  await expect(accountButton(page, racer.username)).toBeVisible()
  await expect(page.getByText('Welcome!')).toHaveCount(0)
})

test('who wanted to go somewhere arrives there after Discord', async ({ page }) => {
  await leaveForDiscord(page, '/login?next=%2Fabout')
  await continueAs(page, racer.username)
  await expect(accountButton(page, racer.username)).toBeVisible()
  await expect(page).toHaveURL('/about')
})

test('[AUTH-08] who says no at Discord is told so, stays a visitor, and can try again', async ({ page }) => {
  await leaveForDiscord(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Discord Login Failed', { exact: true }).first()).toBeVisible()
  await expect(
    page.getByText('There was an issue with Discord authentication. Please try again.').first(),
  ).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(loginLink(page)).toBeVisible()
  expect(await tokenIn(page)).toBeNull()

  await leaveForDiscord(page)
  await continueAs(page, racer.username)
  await expect(accountButton(page, racer.username)).toBeVisible()
})

test('the name and address of somebody else at Discord do not open their account', async ({ page }) => {
  const owner = await createPerson({ username: racer.username })
  await leaveForDiscord(page)
  await continueAs(page, racer.username)
  await expect(page.getByRole('button', { name: new RegExp(`^Account of ${owner.username}\\d+$`) })).toBeVisible()
  await page.goto('/profile')
  // The address is the owner's already.
  await expect(page.getByRole('region', { name: 'E-mail' })).toContainText('Your account has no e-mail address yet.')
})

test('a ticket from another browser signs nobody in', async ({ page, expectRefusal, browser }) => {
  expectRefusal('POST /api/auth/discord/ticket', 410)
  const thief = await browser.newPage({ baseURL: store.url() })
  // The thief keeps the ticket for the victim instead of using it.
  await thief.route('**/api/auth/discord/ticket', (route) => route.abort())
  let bait = ''
  thief.on('framenavigated', (frame) => {
    if (frame.url().includes('discord_success')) bait = frame.url()
  })
  await thief.goto('/login')
  await thief.getByRole('link', { name: 'Continue with Discord' }).click()
  await continueAs(thief, racer.username)
  await expect.poll(() => bait).toContain('token=')
  await thief.close()

  await page.goto(bait)
  await expect(page.getByText('Discord Login Failed', { exact: true }).first()).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(loginLink(page)).toBeVisible()
  expect(await tokenIn(page)).toBeNull()
})
