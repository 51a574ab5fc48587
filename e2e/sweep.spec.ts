import type { Page } from '@playwright/test'
import { addressesOf } from '../tools/spec/addresses.ts'
import { readRoutes } from '../tools/spec/routes.ts'
import { callAs } from './api.ts'
import { expectNoBarriersHere } from './barriers.ts'
import { createPerson, openAwake, signIn } from './people.ts'
import { signInAsDeveloper } from './providers.ts'
import { buyMods } from './purchases.ts'
import { expect, forgetComplaints, LOST_PICTURE, OPEN_PAGES, store, test } from './store.ts'
import { lowControls, smallTargets } from './targets.ts'

// Otherwise one worker would take them all, at the end of the run.
test.describe.configure({ mode: 'parallel' })

const ADDRESSES = addressesOf(readRoutes()).map((address) => address.replace(':id', '1'))
const isAdmin = (address: string) => /^\/admin(\/|$)/.test(address)
const ADMIN = ADDRESSES.filter(isAdmin)
/** Admin screens that the query selects. */
const ADMIN_TABS = [
  '/admin/communications/newsletter?letter=new',
  '/admin/database/logs?tab=jobs',
  '/admin/mods?tab=trace',
  '/admin/orders?tab=coupons',
  '/admin/orders?tab=granted',
  '/admin/support?tab=problems',
  '/admin/support?tab=replies',
  '/admin/users?user=1',
  '/admin/users/tracking?tab=devices',
  '/admin/users/tracking?tab=downloads',
]
const OPEN = [...ADDRESSES.filter((address) => !isAdmin(address)), '/mods?compare=1,2', '/nowhere']

const WIDE = { width: 1440, height: 900 }
const NARROW = { width: 390, height: 844 }

/** Words of pages that are not finished. */
const PLACEHOLDER = /not open yet|coming soon|lorem ipsum|under construction|\bTODO\b/i

/** Has its own heading, nothing that stays busy, no placeholder, no overflow, and nothing that axe finds in either theme. */
const expectFinished = async (page: Page, path: string) => {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeVisible()
  await expect(page.locator('[aria-busy="true"]'), path).toHaveCount(0)
  await expect(page.getByRole('main').first(), path).not.toHaveText(PLACEHOLDER)
  await expectNoBarriersHere(page)
}

/** What a finger would miss, or hardly hit. */
const missedByFingers = async (page: Page, path: string) => {
  const isOnPhone = page.viewportSize()?.width === NARROW.width && !isAdmin(path)
  const controls = [...(await smallTargets(page)), ...(isOnPhone ? await lowControls(page) : [])]
  return controls.map((control) => `${path}: ${control}`)
}

const enterAsBuyer = async (page: Page) => {
  const person = await createPerson()
  await buyMods(person, [1])
  await callAs(person.username, ({ post }) => post('/api/cart', { modId: 2 }))
  await signIn(page, person.username, '/profile')
}
const enterAsAdmin = async (page: Page) => {
  const { username } = await createPerson({ isAdmin: true })
  await signIn(page, username, '/profile')
}

/** The browser reports the page that does not exist. */
const MISSING_PAGE = /a status of 404 .* at \/nowhere/

/** SWEEP=whole: everybody opens every address. It takes minutes more. */
const isWhole = process.env.SWEEP === 'whole'
const all = (own: readonly string[]) => (isWhole ? ADDRESSES : own)
const PEOPLE = [
  { who: 'a visitor', enter: (page: Page) => openAwake(page, '/'), sizes: [WIDE, NARROW], addresses: all(OPEN) },
  { who: 'a customer', enter: enterAsBuyer, sizes: isWhole ? [WIDE, NARROW] : [NARROW], addresses: all(OPEN) },
  { who: 'an administrator', enter: enterAsAdmin, sizes: [WIDE, NARROW], addresses: [...all(ADMIN), ...ADMIN_TABS] },
  {
    who: 'the developer',
    enter: (page: Page) => signInAsDeveloper(page, '/admin'),
    sizes: isWhole ? [WIDE, NARROW] : [],
    addresses: ADMIN,
  },
]

for (const { who, enter, sizes, addresses } of PEOPLE) {
  for (const size of sizes) {
    test(`[ROUTE-01] [SIDE-02] ${who} finds every address finished, ${size.width} pixels wide`, async ({
      page,
      complaints,
    }) => {
      test.setTimeout(900_000)
      await page.setViewportSize(size)
      await enter(page)
      const missed: string[] = []
      for (const path of addresses) {
        await expectFinished(page, path)
        missed.push(...(await missedByFingers(page, path)))
      }
      expect(missed).toEqual([])
      forgetComplaints(complaints, (complaint) => MISSING_PAGE.test(complaint) || LOST_PICTURE.test(complaint))
    })
  }
}

test('[AUTH-03] a visitor’s page asks the API for the user and nothing else', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (/\/api\/|\.data\b/.test(request.url())) asked.push(request.url().replace(store.url(), ''))
  })
  for (const path of OPEN_PAGES) {
    asked.length = 0
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect.poll(() => asked, path).toEqual(['/api/auth/user'])
    await page.waitForLoadState('networkidle')
    expect(asked, path).toEqual(['/api/auth/user'])
  }
})
