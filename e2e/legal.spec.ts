import type { Page } from '@playwright/test'
import { dropDatabase } from '@slipstream/db/testing/test-database'
import { expectNoBarriersHere } from './barriers.ts'
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
test.beforeAll(async () => {
  const shared = store.environment()
  const database = await store.copyDemo(NAME)
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
  await expectNoBarriersHere(page)
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

test('[CAP-12] a scheduled version is announced on the public page, waits for its date and can be withdrawn', async ({
  page,
}) => {
  test.slow()
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
})
