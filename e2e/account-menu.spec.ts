import type { Locator, Page } from '@playwright/test'
import { callAs } from './api.ts'
import { barriersOn } from './barriers.ts'
import { accountButton, createPerson, loginLink, openAwake, type Person, signIn } from './people.ts'
import { buyMods } from './purchases.ts'
import { expect, test } from './store.ts'

declare global {
  interface Window {
    sawLogin?: boolean
    framesSeen?: number
  }
}

const MONTH_MS = 30 * 24 * 60 * 60 * 1_000

const CUSTOMER_LINKS = [
  ['Profile', '/profile'],
  ['My Purchases', '/mod-locker'],
  ['Support Tickets', '/tickets'],
  ['Get Subscription', '/subscribe'],
]
const PREMIUM_LINKS = [...CUSTOMER_LINKS.slice(0, 3), ['Subscription Status', '/subscribe']]
const ADMIN_LINKS = [...CUSTOMER_LINKS, ['Admin Dashboard', '/admin']]

const PEOPLE: { who: string; links: string[][]; create: () => Promise<Person> }[] = [
  { who: 'a customer', links: CUSTOMER_LINKS, create: () => createPerson() },
  {
    who: 'a premium customer',
    links: PREMIUM_LINKS,
    create: () => createPerson({ premiumExpiresAt: new Date(Date.now() + MONTH_MS) }),
  },
  {
    who: 'somebody whose premium is over',
    links: CUSTOMER_LINKS,
    create: () => createPerson({ premiumExpiresAt: new Date(Date.now() - MONTH_MS) }),
  },
  { who: 'an admin', links: ADMIN_LINKS, create: () => createPerson({ isAdmin: true }) },
]

/** An open menu belongs to its button and is outside the landmarks. */
const barriersWithMenu = (page: Page) => barriersOn(page, { except: ['region'] })

for (const { who, links, create } of PEOPLE) {
  test(`[HEAD-02] [HEAD-03] [HEAD-04] [HEAD-05] ${who} sees the specified menu in the header and on a phone`, async ({
    page,
    expectSessionEnd,
  }) => {
    const { username, email } = await create()
    await signIn(page, username, '/about')
    await expect(loginLink(page)).toHaveCount(0)
    await accountButton(page, username).click()
    const menu = page.getByRole('menu')
    await expect(menu).toContainText(username)
    const items = menu.getByRole('menuitem')
    await expect(items).toHaveText([...links.map(([label = '']) => label), 'Logout'])
    for (const [label = '', to = ''] of links) {
      await expect(menu.getByRole('menuitem', { name: label })).toHaveAttribute('href', to)
    }
    expect(await barriersWithMenu(page)).toEqual([])
    await page.keyboard.press('Escape')

    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Open menu' }).click()
    const sheet = page.getByRole('dialog', { name: 'Menu' })
    await expect(sheet.getByText(username, { exact: true })).toBeVisible()
    await expect(sheet.getByText(email)).toBeVisible()
    for (const [label = '', to = ''] of links) {
      await expect(sheet.getByRole('link', { name: label, exact: true })).toHaveAttribute('href', to)
    }
    const admin = sheet.getByRole('link', { name: 'Admin Dashboard' })
    await expect(admin).toHaveCount(links === ADMIN_LINKS ? 1 : 0)
    expect(await barriersWithMenu(page)).toEqual([])

    // The cart may be polled at the same moment.
    expectSessionEnd()
    await sheet.getByRole('button', { name: 'Logout' }).click()
    await expect(page.getByText('You have been successfully logged out.').first()).toBeVisible()
    // By keyboard, because the toast may still cover the button.
    await page.getByRole('button', { name: 'Open menu' }).press('Enter')
    await expect(sheet.getByRole('link', { name: 'Login' })).toBeVisible()
  })
}

test('[HEAD-02] a signed-out visitor sees Login and no account menu', async ({ page }) => {
  await openAwake(page, '/about')
  await expect(loginLink(page)).toHaveAttribute('href', '/login')
  await expect(page.getByRole('banner').getByRole('button', { name: /^Account of/ })).toHaveCount(0)
})

test('[CAP-15] with a stored token, Login is never shown before the avatar', async ({ page }) => {
  const { username } = await createPerson()
  await signIn(page, username, '/about')
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
  letAnswer()
  await expect(accountButton(page, username)).toBeVisible()
  expect(await page.evaluate(() => window.sawLogin)).toBeUndefined()
})

test('the news count in the header looks different from the cart count beside it', async ({ page }) => {
  const [buyer, admin] = [await createPerson(), await createPerson({ isAdmin: true })]
  const number = await buyMods(buyer, [4])
  await callAs(admin.username, async ({ get, post }) => {
    const { items } = await get<{ items: { id: number }[] }>(`/api/admin/orders?q=${number}`)
    await post(`/api/admin/orders/${items[0]!.id}/refund`, { reason: 'Bought by mistake' })
  })
  await callAs(buyer.username, ({ post }) => post('/api/cart', { modId: 2 }))
  await signIn(page, buyer.username, '/about')
  const fillOf = (button: Locator) =>
    button.locator('span[aria-hidden="true"].num').evaluate((badge) => getComputedStyle(badge).backgroundColor)
  const [news, cart] = [
    await fillOf(accountButton(page, buyer.username)),
    await fillOf(page.getByRole('button', { name: 'Cart, 1 item' })),
  ]
  expect(news).not.toBe(cart)
  expect(await barriersOn(page)).toEqual([])
})
