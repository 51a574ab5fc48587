import type { Page } from '@playwright/test'
import { dropDatabase, withClient } from '@slipstream/db/testing/test-database'
import { expectNoBarriers, expectNoBarriersHere } from './barriers.ts'
import { openAwake, signIn } from './people.ts'
import { startStore, type StoreProcess } from './store-process.ts'
import { expect, store, test } from './store.ts'

const ADMIN = 'demo_admin'
const NAME = `e2e_legal_${process.pid}`
const AT = '/admin/legal'

/** Its own store: a published text stays forever, and other journeys read the built-in ones. */
const port = () => store.freePort(16)
const ownUrl = () => `http://127.0.0.1:${port()}`
let own: StoreProcess
let database: string
test.beforeAll(async () => {
  const shared = store.environment()
  database = await store.copyDemo(NAME)
  own = await startStore(
    { ...shared, DATABASE_URL: database, REDIS_URL: new URL('/12', shared.REDIS_URL).href },
    port(),
  )
})
test.afterAll(async () => {
  await own.stop()
  await dropDatabase(store.environment().DATABASE_URL, NAME)
})
test.use({ baseURL: async ({}, use) => use(ownUrl()) })

const html = async (path: string) => (await (await fetch(ownUrl() + path)).text()).replaceAll('<!-- -->', '')
const text = (page: Page) => page.getByRole('textbox', { name: 'Text' })
const saved = (page: Page) => expect(page.getByText('Draft saved, not published')).toBeVisible()
const addSentence = async (page: Page, words: string) => {
  await text(page).fill(`${await text(page).inputValue()}\n${words}\n`)
  await saved(page)
}
const firstOrder = () =>
  withClient(database, async (client) => {
    const { rows } = await client.query<{ number: string }>('select number from orders order by id limit 1')
    return rows[0]?.number ?? ''
  })

test('[ROUTE-19] [CAP-12] a text is edited, previewed, compared and published, and the public page shows it', async ({
  page,
}) => {
  test.slow()
  await signIn(page, ADMIN, `${AT}/terms`)
  await expect(page.getByText('Customers read the built-in text.', { exact: true })).toBeVisible()
  await expect(page.getByText('Nothing is published yet')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Publish…' })).toBeDisabled()

  await addSentence(page, 'Drive **carefully**, <b>always</b>.')
  await expect(page.getByRole('tabpanel', { name: 'Preview' })).toContainText('Drive carefully, <b>always</b>.')
  await page.getByRole('tab', { name: 'Difference' }).click()
  await expect(page.getByRole('list', { name: 'Changed lines' })).toContainText('Added: Drive **carefully**')
  // The server has stored what was typed.
  await page.reload()
  await expect(text(page)).toHaveValue(/Drive \*\*carefully\*\*/)
  expect(await html('/terms')).not.toContain('carefully')

  await page.getByRole('button', { name: 'Publish…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish the Terms of Service' })
  await dialog.getByLabel('What changed').fill('Careful driving')
  await dialog.getByRole('button', { name: 'Publish now' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(/Customers read version 1, in effect since/)).toBeVisible()
  await expect(page.getByRole('row', { name: /Version 1.*Careful driving.*demo_admin.*In effect/s })).toBeVisible()
  await expect.poll(() => html('/terms')).toContain('Drive <strong>carefully</strong>, &lt;b&gt;always&lt;/b&gt;.')

  await openAwake(page, '/terms')
  await page.getByRole('navigation', { name: 'Earlier versions' }).getByRole('link', { name: 'The first text' }).click()
  await expect(page.getByRole('note')).toContainText('This is an earlier version.')
  await expect(page.getByText('carefully')).toHaveCount(0)
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await page.getByRole('link', { name: 'Read the current version' }).click()
  await expect(page.getByText('carefully')).toBeVisible()
})

test('[CAP-12] a text that lacks a required statement cannot be published until the statement is back', async ({
  page,
}) => {
  await signIn(page, ADMIN, `${AT}/refunds`)
  await text(page).fill((await text(page).inputValue()).replaceAll('{{refundBusinessDays}}', '9'))
  const missing = page.getByRole('list', { name: 'Missing statements' })
  await expect(missing).toContainText('How soon an approved refund is processed. (LEGAL-02)')
  await expect(page.getByRole('list', { name: 'Problems' })).toContainText('“9 business days” is typed in.')
  await page.getByRole('button', { name: 'Publish…' }).click()
  const dialog = page.getByRole('dialog', { name: 'This text cannot be published yet' })
  await expect(dialog.getByRole('list', { name: 'Missing statements' })).toBeVisible()
  await expect(dialog.getByRole('button', { name: /^Publish/ })).toHaveCount(0)
  await expectNoBarriersHere(page)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Insert: How soon an approved refund is processed.' }).click()
  await expect(missing).toHaveCount(0)
  await expect(page.getByRole('tabpanel', { name: 'Preview' })).toContainText(
    'An approved refund is processed in 3-5 business days.',
  )
  await page.getByRole('button', { name: 'Discard draft' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard draft' }).click()
  await expect(page.getByText('Same as the text in effect')).toBeVisible()
})

test('[CAP-12] a scheduled version waits for its date, can be withdrawn, and orders keep their version', async ({
  page,
  expectRefusal,
}) => {
  test.slow()
  const number = await firstOrder()
  await signIn(page, ADMIN, `${AT}/cookies`)
  await addSentence(page, 'We eat cookies.')
  await page.getByRole('button', { name: 'Publish…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish the Cookie Policy' })
  await dialog.getByLabel('Takes effect').fill('2099-01-02T10:00')
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(/Version 1 takes effect Jan 2, 2099/)).toBeVisible()
  await expect.poll(() => html('/privacy')).toContain('A new version takes effect on')
  expect(await html('/privacy')).not.toContain('We eat cookies.')
  expect(await html('/privacy?cookies=1')).toContain('We eat cookies.')
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByText('Withdrawn')).toBeVisible()
  await expect.poll(async () => (await fetch(`${ownUrl()}/privacy?cookies=1`)).status).toBe(404)

  await page.goto(`${AT}/cookies?order=${number}`)
  await expect(page.getByRole('list', { name: `Texts of order ${number}` })).toContainText('Cookie PolicyBuilt-in text')
  await page.getByLabel('Order number').fill('SL-2026-999999')
  expectRefusal('GET /api/admin/legal/orders/SL-2026-999999', 404)
  await page.getByRole('button', { name: 'Look up' }).click()
  await expect(page.getByText('This order does not exist.')).toBeVisible()
})

test('[CAP-12] publishing the built-in text restores it', async ({ page }) => {
  test.slow()
  await signIn(page, ADMIN, `${AT}/privacy`)
  await addSentence(page, 'A house rule.')
  const publish = async () => {
    await page.getByRole('button', { name: 'Publish…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Publish now' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  await publish()
  await expect.poll(() => html('/privacy')).toContain('A house rule.')
  await page.getByRole('button', { name: 'Back to the built-in text' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Use the built-in text' }).click()
  await saved(page)
  await publish()
  await expect.poll(() => html('/privacy')).not.toContain('A house rule.')
  await page.getByRole('button', { name: 'Version 1' }).click()
  const version = page.getByRole('dialog', { name: 'Version 1' })
  await expect(version).toContainText('A house rule.')
  await version.getByRole('tab', { name: 'Changes since then' }).click()
  await expect(version.getByRole('list', { name: 'Changed lines' })).toContainText('Removed: A house rule.')
  await expectNoBarriersHere(page)
})

test('[ROUTE-19] the tabs of the legal page have no barriers', async ({ page }) => {
  test.slow()
  await signIn(page, ADMIN, `${AT}/terms`)
  for (const [tab, address] of [
    ['Terms of Service', 'terms'],
    ['Privacy Policy', 'privacy'],
    ['Cookie Policy', 'cookies'],
    ['Refund Policy', 'refunds'],
  ] as const) {
    await expectNoBarriers(page, `${AT}/${address}`, text(page))
    const sections = page.getByRole('navigation', { name: 'Sections of this page' })
    await expect(sections.locator('[aria-current]')).toHaveText(tab)
  }
})
