import { expectNoBarriers, expectNoBarriersHere } from './barriers.ts'
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
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('Enter a subject.')).toBeVisible()
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

test('[ROUTE-14] the text of a mail is changed, previewed and reset', async ({ page }) => {
  const { username } = await createPerson({ isAdmin: true, username: newName('boss') })
  await signIn(page, username, '/admin/communications/templates?mail=ticket-received')
  await page.getByLabel('Above the text').fill('Hello {{nobody}}')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('This mail has no variable "nobody".')).toBeVisible()
  await page.getByLabel('Above the text').fill('Hello about {{ticket}}')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await page.getByRole('tab', { name: 'Plain text' }).click()
  await expect(page.getByText('Hello about 1187')).toBeVisible()
  await page.getByRole('button', { name: 'Reset' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reset' }).click()
  await expect(page.getByLabel('Above the text')).toHaveValue('')
})

test('[ROUTE-14] the tabs of the communications page have no barriers', async ({ page }) => {
  test.slow()
  const { username } = await createPerson({ isAdmin: true, username: newName('boss') })
  const at = '/admin/communications'
  await signIn(page, username, `${at}/newsletter`)
  await expectNoBarriers(page, `${at}/newsletter`, page.getByRole('heading', { name: 'Suppressed addresses' }))
  await expectNoBarriers(page, `${at}/newsletter?letter=new`, page.getByRole('heading', { name: 'Audience' }))
  await expectNoBarriers(page, `${at}/discord`, page.getByRole('heading', { name: 'Premium role' }))
  // axe cannot enter the sandboxed frame of the mail, so the templates are checked with the mail as text.
  await page.goto(`${at}/templates`)
  await page.getByRole('tab', { name: 'Plain text' }).click()
  await expect(page.locator('iframe')).toHaveCount(0)
  await expectNoBarriersHere(page)
})
