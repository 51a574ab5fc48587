import type { Page } from '@playwright/test'
import { api } from './api.ts'
import { linkIn, newestMail } from './mailbox.ts'
import { accountButton, addSignedOut, createPerson, expectOpenCart, newName, tokenIn } from './people.ts'
import { setBotCheck } from './providers.ts'
import { startWorker } from './store-process.ts'
import { expect, fromSomewhere, store, test } from './store.ts'

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

test('[AUTH-13] [CAP-31] a new user registers with the bot check, is signed in, and confirms the e-mail address at the checkout', async ({
  page,
}) => {
  const username = newName()
  const email = `${username}@customer.example`
  await addSignedOut(page, '/mods/1')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await fill(page, username, email)
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

test('registration sends nothing while the bot check fails, and works after a retry', async ({ page }) => {
  await setBotCheck('fail')
  const calls: string[] = []
  page.on('request', (request) => calls.push(new URL(request.url()).pathname))
  const username = newName()
  await page.goto('/register')
  const check = page.getByRole('group', { name: 'Bot check' })
  await expect(check).toHaveAccessibleDescription('The bot check failed. Please try again.')
  await fill(page, username, `${username}@customer.example`)
  await createAccount(page).click()
  await expect(check).toHaveAccessibleDescription('Please complete the bot check first.')
  expect(calls).not.toContain(api('/api/auth/register'))

  await setBotCheck('pass')
  await widget(page).getByRole('checkbox').click()
  await passed(page)
  await createAccount(page).click()
  await expect(accountButton(page, username)).toBeVisible()
})

test('a taken username shows an error at its field, and the next attempt uses a fresh bot check', async ({
  page,
  expectRefusal,
}) => {
  expectRefusal('POST /api/auth/register', 409)
  const taken = await createPerson()
  const username = newName()
  const answers: string[] = []
  page.on('request', (request) => {
    if (!request.url().endsWith(api('/api/auth/register'))) return
    const body = request.postDataJSON() as Record<string, string>
    answers.push(body['cf-turnstile-response'] ?? '')
  })
  await page.goto('/register')
  await fill(page, taken.username, `${username}@customer.example`)
  await passed(page)
  await createAccount(page).click()
  await expect(page.getByLabel('Username')).toHaveAccessibleDescription(/This username is taken\./)
  await expect(page.getByLabel('Username')).toBeFocused()
  await expect(page.getByLabel('Username')).toHaveValue(taken.username)
  expect(await tokenIn(page)).toBeNull()

  await page.getByLabel('Username').fill(username)
  await passed(page)
  await createAccount(page).click()
  await expect(accountButton(page, username)).toBeVisible()
  expect(new Set(answers).size).toBe(2)
})

test('[AUTH-13] the server rejects a registration without a valid bot check response', async ({ request }) => {
  const username = newName()
  const register = (answer: Record<string, string>) =>
    request.post(api('/api/auth/register'), {
      headers: fromSomewhere(),
      data: { username, email: `${username}@customer.example`, password: 'a long enough password', ...answer },
    })
  expect((await register({})).status()).toBe(400)
  const invented = await register({ 'cf-turnstile-response': '0.invented' })
  expect(invented.status()).toBe(400)
  expect(await invented.json()).toMatchObject({ code: 'auth.bot_check_failed' })
})
