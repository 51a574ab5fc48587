import type { Page } from '@playwright/test'
import { addressesOf } from '../tools/spec/addresses.ts'
import { readRoutes } from '../tools/spec/routes.ts'
import { barriersOn, sidewaysOverflow } from './barriers.ts'
import { createPerson, openAwake, signIn } from './people.ts'
import { signInAsDeveloper } from './providers.ts'
import { expect, forgetComplaints, LOST_PICTURE, test } from './store.ts'
import { smallTargets } from './targets.ts'

const ADDRESSES = addressesOf(readRoutes()).map((address) => address.replace(':id', '1'))
const ADMIN = ADDRESSES.filter((address) => /^\/admin(\/|$)/.test(address))

const WIDE = { width: 1440, height: 900 }
const NARROW = { width: 390, height: 844 }
const SIZES = [WIDE, NARROW]

/** Words of pages that are not finished. */
const PLACEHOLDER = /not open yet|coming soon|lorem ipsum|under construction|\bTODO\b/i

/** A finished page has its own heading, nothing that stays busy, no placeholder and no overflow. */
const expectFinished = async (page: Page, path: string) => {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeVisible()
  await expect(page.locator('[aria-busy="true"]'), path).toHaveCount(0)
  await expect(page.getByRole('main').first(), path).not.toHaveText(PLACEHOLDER)
  expect(await sidewaysOverflow(page), path).toBe(0)
}

const enterAs = (values: Parameters<typeof createPerson>[0]) => async (page: Page) => {
  const { username } = await createPerson(values)
  await signIn(page, username, '/profile')
}

/**
 * axe posts messages to frames of other origins, such as a mail preview, and the browser reports that they do not
 * arrive.
 */
const UNHEARD = "Failed to execute 'postMessage'"

/** EVERY_ADDRESS=whole: both widths, with axe, all roles. It takes minutes; the other journeys look for barriers too. */
const isWhole = process.env.EVERY_ADDRESS === 'whole'
const PEOPLE = [
  {
    role: 'an administrator',
    enter: enterAs({ isAdmin: true }),
    sizes: isWhole ? SIZES : [NARROW],
    addresses: ADDRESSES,
  },
  {
    role: 'a visitor',
    enter: (page: Page) => openAwake(page, '/'),
    sizes: isWhole ? SIZES : [WIDE],
    addresses: ADDRESSES,
  },
  { role: 'a customer', enter: enterAs({}), sizes: isWhole ? SIZES : [], addresses: ADDRESSES },
  {
    role: 'the developer',
    enter: (page: Page) => signInAsDeveloper(page, '/admin'),
    sizes: isWhole ? SIZES : [],
    addresses: ADMIN,
  },
]

for (const { role, enter, sizes, addresses } of PEOPLE) {
  for (const size of sizes) {
    test(`[ROUTE-01] [SIDE-02] ${role} finds every address finished, ${size.width} pixels wide`, async ({
      page,
      complaints,
    }) => {
      test.setTimeout(900_000)
      await page.setViewportSize(size)
      await enter(page)
      const small: string[] = []
      for (const path of addresses) {
        await expectFinished(page, path)
        for (const target of await smallTargets(page)) small.push(`${path}: ${target}`)
        if (isWhole) expect(await barriersOn(page), path).toEqual([])
      }
      expect(small, 'too small for a finger').toEqual([])
      forgetComplaints(complaints, (complaint) => complaint.startsWith(UNHEARD) || LOST_PICTURE.test(complaint))
    })
  }
}
