import type { CDPSession, Page } from '@playwright/test'
import { api } from './api.ts'
import { barriersOn, expectNoBarriersHere, sidewaysOverflow } from './barriers.ts'
import { createPerson, logOut, openAnotherBrowser, openAwake, signIn, typeCredentials } from './people.ts'
import { expect, test } from './store.ts'

const KESTREL = 'Kestrel R4 Rally'
const SENKO = 'Tsukiro Senko D-Spec'

const addButton = (page: Page, title: string) => page.getByRole('button', { name: `Add ${title} to cart` }).first()
const inCart = (page: Page, title: string) => page.getByRole('button', { name: `In cart: ${title}` }).first()
const cartButton = (page: Page, count: number) =>
  page.getByRole('banner').getByRole('button', {
    name: count === 0 ? 'Cart' : `Cart, ${count} ${count === 1 ? 'item' : 'items'}`,
    exact: true,
  })
const panel = (page: Page) => page.getByRole('dialog', { name: 'Shopping Cart' })

/** For an empty cart: adding its first mod opens it, and this closes it again. */
const addFirst = async (page: Page, title: string) => {
  await addButton(page, title).click()
  await expect(panel(page).getByText('1 item(s) in your cart')).toBeVisible()
  await panel(page).getByRole('button', { name: 'Close cart' }).click()
  await expect(inCart(page, title)).toBeVisible()
}

test('[CART-12] [HEAD-02] [CART-05] [CART-06] on a phone a signed-out visitor adds a mod, logs in, and the cart is filled, viewed, cleared and restored', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { username } = await createPerson()
  await openAwake(page, '/mods')
  await addButton(page, KESTREL).click()
  await expect(page.getByText('Please log in to add items to your cart.').first()).toBeVisible()
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL('/login?next=%2Fmods')
  await typeCredentials(page, username)
  await expect(page).toHaveURL('/mods')
  await expect(panel(page).getByText('1 item(s) in your cart')).toBeVisible()
  await expect(panel(page).getByRole('link', { name: KESTREL })).toBeVisible()
  await panel(page).getByRole('button', { name: 'Close cart' }).click()

  await addButton(page, SENKO).click()
  await expect(inCart(page, SENKO)).toBeVisible()
  const badge = await cartButton(page, 2).boundingBox()
  const toast = page.getByRole('listitem').filter({ has: page.getByText('Added to cart', { exact: true }) })
  const { y, height } = (await toast.boundingBox())!
  expect(y > badge!.y + badge!.height || y + height < badge!.y, 'the toast does not cover the badge').toBe(true)

  await inCart(page, SENKO).click()
  await expect(panel(page).getByText('2 item(s) in your cart')).toBeVisible()
  await expect(panel(page).getByText('You pay')).toBeVisible()
  await expectNoBarriersHere(page)
  await panel(page)
    .getByRole('button', { name: `Remove ${KESTREL}`, exact: true })
    .click()
  await expect(panel(page).getByText('1 item(s) in your cart')).toBeVisible()
  await panel(page)
    .getByRole('button', { name: `Remove ${SENKO} from cart` })
    .click()
  await expect(panel(page).getByText('Add some mods to get started!')).toBeVisible()

  // The mod that was wanted before the login is added only once.
  await page.reload()
  await expect(cartButton(page, 0)).toBeVisible()
  await expect(panel(page)).toBeHidden()
  await addFirst(page, KESTREL)
  await page.getByRole('link', { name: SENKO }).first().click()
  const main = page.getByRole('main')
  await main
    .getByRole('button', { name: `Add to cart: ${SENKO}` })
    .locator('visible=true')
    .click()
  await expect(main.getByRole('link', { name: /^Checkout · \$\d+\.\d\d$/ }).locator('visible=true')).toHaveAttribute(
    'href',
    '/checkout',
  )
  expect(await barriersOn(page)).toEqual([])
  expect(await sidewaysOverflow(page)).toBe(0)
  await main.getByRole('button', { name: 'View cart' }).locator('visible=true').click()
  await expect(panel(page).getByText('2 item(s) in your cart')).toBeVisible()
  await page.goto('/cart')
  await expect(page.getByText('2 item(s) in your cart')).toBeVisible()
  expect(await barriersOn(page)).toEqual([])
  expect(await sidewaysOverflow(page)).toBe(0)
  await page.getByRole('button', { name: 'Clear Cart' }).click()
  await expect(page.getByText('Add some mods to get started!')).toBeVisible()
  await page.getByRole('button', { name: 'Restore cart' }).click()
  await expect(page.getByText('2 item(s) in your cart')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(2)
  await expect(page.getByRole('link', { name: 'Proceed to Checkout' })).toHaveAttribute('href', '/checkout')

  await page.goto('/debug-cart')
  await expect(page.getByLabel('Your cart as JSON')).toContainText(SENKO)
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
})

/** Waits for a poll that is answered with 304. The page cannot tell it from a 200; the browser's network log can. */
const expectEmptyPoll = async (devtools: CDPSession) => {
  await devtools.send('Network.enable')
  const carts = new Set<string>()
  devtools.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.url.endsWith(api('/api/cart'))) carts.add(requestId)
  })
  const statuses: number[] = []
  devtools.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode }) => {
    if (carts.has(requestId)) statuses.push(statusCode)
  })
  await expect.poll(() => statuses).toContain(304)
}

test('[CART-08] a mod added on one device appears on the other, polls of an unchanged cart return no body, and the cart disappears on sign-out', async ({
  page,
  devtools,
  browser,
  complaints,
  expectSessionEnd,
}) => {
  const { username } = await createPerson()
  const phone = await openAnotherBrowser(browser, complaints)
  await signIn(page, username, '/mods')
  await signIn(phone.page, username, '/about')
  await expect(cartButton(phone.page, 0)).toBeVisible()
  await addFirst(page, KESTREL)
  await expect(cartButton(phone.page, 1)).toBeVisible({ timeout: 15_000 })
  await phone.close()
  await expectEmptyPoll(devtools)
  await expect(cartButton(page, 1)).toBeVisible()

  expectSessionEnd()
  await logOut(page, username)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Cart' })).toHaveAttribute('href', '/cart')
  const other = await createPerson()
  await page.goto('/login?next=%2Fmods')
  await typeCredentials(page, other.username)
  await expect(cartButton(page, 0)).toBeVisible()
  await expect(addButton(page, KESTREL)).toBeVisible()
})
