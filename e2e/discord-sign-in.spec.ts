import type { Page } from '@playwright/test'
import { accountButton, addSignedOut, expectOpenCart, loginLink, openAwake, tokenIn } from './people.ts'
import { continueAs, createDiscordUser, removeDiscordUser } from './providers.ts'
import { expect, test } from './store.ts'

const continueToDiscord = async (page: Page) => {
  await page.getByRole('link', { name: 'Continue with Discord' }).click()
  await expect(page.getByRole('heading', { name: 'Slipstream wants to access your Discord account' })).toBeVisible()
}

test('[AUTH-07] [AUTH-08] a visitor declines at Discord, stays signed out, and at the second attempt returns to the mod with the cart open', async ({
  page,
}) => {
  const racer = await createDiscordUser()
  try {
    await openAwake(page, '/login')
    await continueToDiscord(page)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText('Discord Login Failed', { exact: true }).first()).toBeVisible()
    await expect(
      page.getByText('There was an issue with Discord authentication. Please try again.').first(),
    ).toBeVisible()
    await expect(page).toHaveURL('/')
    await expect(loginLink(page)).toBeVisible()
    expect(await tokenIn(page)).toBeNull()

    await addSignedOut(page, '/mods/1')
    await continueToDiscord(page)
    await continueAs(page, racer.username)
    // Also shows that the address is clean.
    await expectOpenCart(page, '/mods/1')
    await expect(page.getByText('Welcome!', { exact: true }).first()).toBeVisible()
    await expect(page.getByText('You have been successfully logged in with Discord.').first()).toBeVisible()
    await expect(accountButton(page, racer.username)).toBeVisible()
    expect(await tokenIn(page)).toBeTruthy()

    // [AUTH-10] The 128 px picture from Discord's CDN.
    const picture = accountButton(page, racer.username).locator('img')
    await expect(picture).toHaveAttribute('src', new RegExp(`/avatars/${racer.id}/[0-9a-f]{32}\\.png\\?size=128$`))
    // It is loaded: the content security policy lets it in.
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    await page.reload()
    await expect(accountButton(page, racer.username)).toBeVisible()
    await expect(page.getByText('Welcome!')).toHaveCount(0)
  } finally {
    await removeDiscordUser(racer)
  }
})
