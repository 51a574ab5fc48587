import { accountButton, createPerson, signIn } from './people.ts'
import { expect, test } from './store.ts'

declare global {
  interface Window {
    sawLogin?: boolean
    framesSeen?: number
  }
}

const TITLE = 'Orsana Aurelion'

test('[CAP-15] with a stored token, Login is never shown before the avatar, and the heart of a mod does not move', async ({
  page,
}) => {
  const { username } = await createPerson()
  await signIn(page, username, '/mods/1')
  // Records every frame, from the first one on.
  await page.addInitScript(() => {
    const look = () => {
      const login = document.querySelector('header a[href^="/login"]')
      if (login?.checkVisibility({ visibilityProperty: true, opacityProperty: true })) window.sawLogin = true
      window.framesSeen = (window.framesSeen ?? 0) + (login ? 1 : 0)
      requestAnimationFrame(look)
    }
    look()
  })
  const { promise: mayAnswer, resolve: letAnswer } = Promise.withResolvers<void>()
  await page.route('**/api/auth/user', async (route) => {
    await mayAnswer
    await route.continue()
  })
  await page.reload({ waitUntil: 'commit' })
  // The link is in the page, but hidden until the sign-in state is known.
  await expect.poll(() => page.evaluate(() => window.framesSeen ?? 0)).toBeGreaterThan(5)
  await page.waitForLoadState()
  const before = await page.getByRole('link', { name: `Log in to save ${TITLE} to your wishlist` }).boundingBox()
  expect(before).toMatchObject({ width: 40, height: 40 })
  letAnswer()
  await expect(accountButton(page, username)).toBeVisible()
  expect(await page.evaluate(() => window.sawLogin)).toBeUndefined()
  const heart = page.getByRole('button', { name: `Save ${TITLE} to your wishlist` }).first()
  await expect(heart).toBeVisible()
  expect(await heart.boundingBox()).toEqual(before)
})
