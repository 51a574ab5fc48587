import type { Page } from '@playwright/test'
import { accountButton, addSignedOut, createPerson, expectOpenCart, loginLink, openAwake, tokenIn } from './people.ts'
import { continueAs, createDiscordUser, type DiscordUser, removeDiscordUser } from './providers.ts'
import { expect, store, test } from './store.ts'

let racer: DiscordUser
test.beforeEach(async () => {
  racer = await createDiscordUser()
})
test.afterEach(() => removeDiscordUser(racer))

const leaveForDiscord = async (page: Page, from = '/login') => {
  await openAwake(page, from)
  await continueToDiscord(page)
}

const continueToDiscord = async (page: Page) => {
  await page.getByRole('link', { name: 'Continue with Discord' }).click()
  await expect(page.getByRole('heading', { name: 'Slipstream wants to access your Discord account' })).toBeVisible()
}

test('[AUTH-07] a Discord sign-in shows the Discord name and picture and leaves a clean address', async ({ page }) => {
  await leaveForDiscord(page)
  await continueAs(page, racer.username)
  await expect(page.getByText('Welcome!', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('You have been successfully logged in with Discord.').first()).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(accountButton(page, racer.username)).toBeVisible()
  expect(await tokenIn(page)).toBeTruthy()

  // [AUTH-10] The 128 px picture from Discord's CDN.
  const picture = accountButton(page, racer.username).locator('img')
  await expect(picture).toHaveAttribute('src', new RegExp(`/avatars/${racer.id}/[0-9a-f]{32}\\.png\\?size=128$`))
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(128)
  await page.reload()
  await expect(accountButton(page, racer.username)).toBeVisible()
  await expect(page.getByText('Welcome!')).toHaveCount(0)
})

test('a Discord sign-in returns to the mod that the visitor added, with the cart open', async ({ page }) => {
  await addSignedOut(page, '/mods/1')
  await continueToDiscord(page)
  await continueAs(page, racer.username)
  await expectOpenCart(page, '/mods/1')
  await expect(page.getByText('You have been successfully logged in with Discord.').first()).toBeVisible()
})

test('[AUTH-08] declining at Discord shows an error, stays signed out, and can be retried', async ({ page }) => {
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

test('a Discord account with another user’s name and e-mail does not open that user’s account', async ({ page }) => {
  const owner = await createPerson({ username: racer.username })
  await leaveForDiscord(page)
  await continueAs(page, racer.username)
  await expect(page.getByRole('button', { name: new RegExp(`^Account of ${owner.username}\\d+$`) })).toBeVisible()
  await page.goto('/profile')
  // The e-mail address already belongs to the owner's account.
  await expect(page.getByRole('region', { name: 'E-mail' })).toContainText('Your account has no e-mail address yet.')
})

test('a sign-in ticket does not work in another browser', async ({ page, expectRefusal, browser }) => {
  expectRefusal('POST /api/auth/discord/ticket', 410)
  const thief = await browser.newPage({ baseURL: store.url() })
  // The attacker keeps the ticket for the victim instead of using it.
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
