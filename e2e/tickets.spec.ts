import type { Page } from '@playwright/test'
import { expectNoBarriersHere } from './barriers.ts'
import { linkIn, newestMail } from './mailbox.ts'
import { newName } from './people.ts'
import { startWorker } from './store-process.ts'
import { expect, store, test } from './store.ts'

const PHONE = { width: 390, height: 844 }

let worker: ReturnType<typeof startWorker>
test.beforeAll(() => {
  worker = startWorker(store.environment())
})
test.afterAll(() => worker.stop())

const botCheckPassed = (page: Page) =>
  expect(page.getByRole('group', { name: 'Bot check' }).frameLocator('iframe').getByRole('status')).toHaveText(
    'Success!',
  )

test('[ROUTE-23] a visitor writes without an account and follows the mailed link to the answer on a phone', async ({
  page,
}) => {
  await page.setViewportSize(PHONE)
  const email = `${newName('guest')}@customer.example`
  await page.goto('/contact')
  await botCheckPassed(page)
  await page.getByLabel('Your name').fill('Kit')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Subject').fill('Do you sell trucks?')
  await page.getByLabel('Message').fill('I would like one with a crane.')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('Your message has arrived')).toBeVisible()

  const mail = await newestMail(email)
  expect(mail.text).toContain('Replies to this e-mail are not read.')
  expect(mail.text).not.toContain('crane')
  await page.goto(linkIn(mail).address)
  await expect(page.getByText('I would like one with a crane.')).toBeVisible()
  await expect(page).toHaveURL('/tickets')
  await expect(page.getByText('You are writing as g…@c….example')).toBeVisible()
  await page.getByRole('textbox', { name: 'Reply' }).fill('And a winch.')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('list', { name: 'Messages' })).toContainText('And a winch.')
  await expectNoBarriersHere(page)
})
