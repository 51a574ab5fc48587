import { expectNoBarriersHere } from './barriers.ts'
import { newestMail } from './mailbox.ts'
import { createPerson, newName, signIn } from './people.ts'
import { startWorker } from './store-process.ts'
import { expect, store, test } from './store.ts'

let worker: ReturnType<typeof startWorker>
test.beforeAll(() => {
  worker = startWorker(store.environment())
})
test.afterAll(() => worker.stop())

test('[ROUTE-14] a newsletter goes from a draft to the inbox, and one click in the mail stops it', async ({ page }) => {
  const { username } = await createPerson({ isAdmin: true, username: newName('boss') })
  const reader = await createPerson({ username: newName('reader'), notificationChoices: { newsletter: true } })
  const subject = newName('news')
  await signIn(page, username, '/admin/communications/newsletter')
  await page.getByRole('link', { name: 'Write a newsletter' }).click()
  await page.getByLabel('Subject').fill(subject)
  await page.getByLabel('Heading').fill('New in the garage')
  await page.getByLabel('Text', { exact: true }).fill('Hello,\n\n- Kestrel R4\n- Solano')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page).toHaveURL(/letter=\d+/)
  await expect(page.getByText(/people get it|person gets it/)).toBeVisible()
  await expect(
    page.frameLocator('iframe[title="The mail in light colors"]').getByRole('heading', { name: 'New in the garage' }),
  ).toBeVisible()

  await page.getByRole('button', { name: 'Send now' }).click()
  await expectNoBarriersHere(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send now' }).click()
  await expect(page.getByText('Submitted', { exact: true }).first()).toBeVisible({ timeout: 60_000 })

  const mail = await newestMail(reader.email)
  expect(mail.subject).toBe(subject)
  const link = /https?:\/\/\S+\/api\/mail\/unsubscribe\/\S+/.exec(mail.text)?.[0] ?? ''
  const path = new URL(link).pathname
  await page.goto(path)
  // Opening the page, as scanners do, changes nothing; the button does.
  await expect(page.getByRole('heading', { name: 'Stop these e-mails?' })).toBeVisible()
  await page.getByRole('button', { name: 'Stop these e-mails' }).click()
  await expect(page.getByRole('heading', { name: 'Done' })).toBeVisible()
  const raw = await fetch(store.url() + path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })
  expect(raw.status).toBe(200)
})
