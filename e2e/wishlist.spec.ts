import type { Page } from '@playwright/test'
import { api } from './api.ts'
import { barriersOn } from './barriers.ts'
import { createPerson, openAwake, typeCredentials } from './people.ts'
import { expect, test } from './store.ts'

const TITLE = 'Orsana Aurelion'
const LIST = '/profile?tab=wishlist'

const heart = (page: Page) => page.getByRole('button', { name: `Save ${TITLE} to your wishlist` }).first()
const wish = (page: Page) => page.getByRole('region', { name: 'Wishlist' }).getByRole('link', { name: TITLE })

test('a signed-out visitor who saves a mod signs in, finds it on the wishlist, restores it with Undo and removes it', async ({
  page,
}) => {
  const { username } = await createPerson()
  await openAwake(page, '/mods/1')
  await page.getByRole('link', { name: `Log in to save ${TITLE} to your wishlist` }).click()
  await expect(page).toHaveURL('/login?next=%2Fmods%2F1')
  await typeCredentials(page, username)
  await expect(page).toHaveURL('/mods/1', { timeout: 15_000 })
  await expect(heart(page)).toHaveAttribute('aria-pressed', 'true')

  await page.goto('/profile')
  await page.getByRole('link', { name: 'Wishlist' }).click()
  await expect(page).toHaveURL(LIST)
  await expect(wish(page)).toBeVisible()
  expect(await barriersOn(page)).toEqual([])
  await page.getByRole('button', { name: `Remove ${TITLE} from your wishlist` }).click()
  await expect(wish(page)).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(wish(page)).toBeVisible()

  await page.goto('/mods')
  await expect(heart(page)).toHaveAttribute('aria-pressed', 'true')
  const taken = page.waitForResponse(
    (answer) => answer.url().includes(api('/api/wishlist')) && answer.request().method() === 'DELETE',
  )
  await heart(page).click()
  expect((await taken).status()).toBe(200)
  await page.goto(LIST)
  await expect(page.getByText('Nothing on your wishlist yet')).toBeVisible()
})
