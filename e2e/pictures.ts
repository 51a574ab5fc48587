import path from 'node:path'
import type { Page } from '@playwright/test'
import { openAwake, signIn } from './people.ts'
import { expect, test } from './store.ts'

const FOLDER = path.resolve(import.meta.dirname, '../docs/pictures')
/** Small enough for a README, large enough to read. */
const SIZE = { width: 1280, height: 800 }
const QUALITY = 72

interface PictureOf {
  /** The file in docs/pictures. */
  name: string
  path: string
  as?: 'demo_admin' | 'demo_customer'
  /** Brings the page into the state to show. */
  show: (page: Page) => Promise<void>
}

/** To add one, append a line here and show the file in the README. */
const PICTURES: readonly PictureOf[] = [
  {
    name: 'home',
    path: '/',
    show: async (page) => expect(page.getByRole('heading', { level: 1 })).toBeVisible(),
  },
  {
    name: 'comparison',
    path: '/mods/1',
    show: async (page) => {
      const boxes = page.getByRole('checkbox', { name: /^Compare / })
      for (const place of [0, 1]) await boxes.nth(place).check({ force: true })
      await page.getByRole('region', { name: 'Comparison' }).scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'workbench',
    path: '/admin/products/edit/1',
    as: 'demo_admin',
    show: async (page) => expect(page.getByText('On the card')).toBeVisible(),
  },
  {
    name: 'dashboard',
    path: '/admin',
    as: 'demo_admin',
    show: async (page) => expect(page.getByRole('heading', { name: 'Needs you' })).toBeVisible(),
  },
  {
    name: 'tickets',
    path: '/admin/tickets',
    as: 'demo_admin',
    show: async (page) => {
      await page.locator('main a[href*="ticket="]').first().click()
      await expect(page).toHaveURL(/ticket=/)
    },
  },
]

/** Pictures that the README should have as soon as their page is built. */
const MISSING = ['trace result']

const isLoaded = (page: Page) =>
  page.evaluate(() =>
    [...document.images]
      .filter((image) => image.getBoundingClientRect().top < window.innerHeight && image.loading !== 'lazy')
      .every(({ complete }) => complete),
  )

for (const { name, path: address, as, show } of PICTURES) {
  test(`picture ${name}`, async ({ page, complaints }) => {
    await page.setViewportSize(SIZE)
    if (as) await signIn(page, as, address)
    else await openAwake(page, address)
    await show(page)
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
    await expect.poll(() => isLoaded(page)).toBe(true)
    await page.screenshot({ path: path.join(FOLDER, `${name}.jpg`), type: 'jpeg', quality: QUALITY })
    // A picture may be taken although something else on the page complains.
    complaints.length = 0
  })
}

test.afterAll(() => {
  if (MISSING.length > 0) console.log(`Not taken yet: ${MISSING.join(', ')}`)
})
