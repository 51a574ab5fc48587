import type { Page } from '@playwright/test'
import { api } from './api.ts'
import { linkIn, newestMail } from './mailbox.ts'
import { accountButton, addSignedOut, expectOpenCart, newName } from './people.ts'
import { setBotCheck } from './providers.ts'
import { startWorker } from './store-process.ts'
import { expect, store, test } from './store.ts'

let worker: ReturnType<typeof startWorker>
test.beforeAll(() => {
  worker = startWorker(store.environment())
})
test.afterEach(() => setBotCheck('pass'))
test.afterAll(() => worker.stop())

const widget = (page: Page) => page.getByRole('group', { name: 'Bot check' }).frameLocator('iframe')
const passed = (page: Page) => expect(widget(page).getByRole('status')).toHaveText('Success!')
const createAccount = (page: Page) => page.getByRole('button', { name: 'Create account' })

const fill = async (page: Page, username: string, email: string) => {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('a long enough password')
}

test('[AUTH-13] [CAP-31] a new user registers after a failed bot check, is signed in, and confirms the e-mail address at the checkout', async ({
  page,
}) => {
  await setBotCheck('fail')
  const calls: string[] = []
  page.on('request', (request) => calls.push(new URL(request.url()).pathname))
  const username = newName()
  const email = `${username}@customer.example`
  await addSignedOut(page, '/mods/1')
  await page.getByRole('link', { name: 'Create an account' }).click()
  const check = page.getByRole('group', { name: 'Bot check' })
  await expect(check).toHaveAccessibleDescription('The bot check failed. Please try again.')
  await fill(page, username, email)
  await createAccount(page).click()
  await expect(check).toHaveAccessibleDescription('Please complete the bot check first.')
  expect(calls).not.toContain(api('/api/auth/register'))

  await setBotCheck('pass')
  await widget(page).getByRole('checkbox').click()
  await passed(page)
  const sent = page.waitForRequest('**/api/auth/register')
  await createAccount(page).click()
  expect((await sent).postDataJSON()).toEqual({
    username,
    email,
    password: 'a long enough password',
    'cf-turnstile-response': expect.stringMatching(/^0\./),
  })
  await expect(page.getByText(`Welcome, ${username}.`).first()).toBeVisible()
  await expect(
    page
      .getByText(
        'Confirm your e-mail address with the link we’ve sent you. If it doesn’t arrive, request another one in your profile.',
      )
      .first(),
  ).toBeVisible()
  await expectOpenCart(page, '/mods/1')
  await expect(accountButton(page, username)).toBeVisible()

  await page.goto('/checkout')
  await expect(page.getByText('Not confirmed yet')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Pay \$/ })).toBeEnabled()
  await page.getByRole('button', { name: 'Send the link again' }).click()
  await expect(page.getByText(/^We sent a link to/)).toBeVisible()
  await expect.poll(async () => (await newestMail(email)).text, { timeout: 60_000 }).toContain('next=%2Fcheckout')
  const link = linkIn(await newestMail(email))
  await page.goto(link.address)
  await page.getByRole('button', { name: 'Confirm address' }).click()
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Your e-mail address is confirmed.')
  await page.getByRole('link', { name: 'Back to checkout' }).click()
  await expect(page).toHaveURL('/checkout')
  await expect(page.getByText(`By e-mail to ${email}`)).toBeVisible()
  await expect(page.getByText('Not confirmed yet')).toHaveCount(0)
  await page.goto('/profile')
  const address = page.getByRole('region', { name: 'E-mail' })
  await expect(address).toContainText(email)
  await expect(address.getByText('Verified', { exact: true })).toBeVisible()
})
