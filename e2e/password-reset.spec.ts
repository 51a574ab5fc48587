import { linkIn, newestMail } from './mailbox.ts'
import {
  accountButton,
  createPerson,
  loginLink,
  newName,
  openAnotherBrowser,
  openAwake,
  PUBLIC_PASSWORD,
  signIn,
  typeCredentials,
} from './people.ts'
import { startWorker } from './store-process.ts'
import { expect, store, test } from './store.ts'

let worker: ReturnType<typeof startWorker>
test.beforeAll(() => {
  worker = startWorker(store.environment())
})
test.afterAll(() => worker.stop())

test('a forgotten password is reset by e-mail: the link works once and all sessions end', async ({
  page,
  browser,
  complaints,
  expectRefusal,
  expectSessionEnd,
}) => {
  expectSessionEnd()
  expectRefusal('POST /api/auth/login', 401)
  expectRefusal('POST /api/auth/reset-password', 410)
  const { username, email } = await createPerson()
  const thief = await openAnotherBrowser(browser, complaints)
  await signIn(thief.page, username, '/about')

  await openAwake(page, '/login')
  const answer = page.getByRole('main').getByRole('status')
  const ask = async (address: string) => {
    await page.getByLabel('E-mail').fill(address)
    await page.getByRole('button', { name: /^Send/ }).click()
    await expect(answer).toContainText('If this address has an account, check its inbox for a link')
  }
  await page.getByRole('button', { name: 'Forgot your password?' }).click()
  await ask(`${newName()}@nobody.example`)
  await page.reload()
  await page.getByRole('button', { name: 'Forgot your password?' }).click()
  await ask(email)

  const { address } = linkIn(await newestMail(email))
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
  await expect(page).toHaveURL('/login')
  await page.getByLabel('New password').fill('too short')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByLabel('New password')).toHaveAccessibleDescription(/At least 10 characters/)
  const chosen = 'a fresh set of tyres'
  await page.getByLabel('New password').fill(chosen)
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(answer).toHaveText('Your new password is set. Log in with it.')

  await typeCredentials(page, username, PUBLIC_PASSWORD)
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('Invalid credentials')
  await typeCredentials(page, username, chosen)
  await expect(accountButton(page, username)).toBeVisible()
  await expect(page).toHaveURL('/')

  await thief.page.reload()
  await expect(loginLink(thief.page)).toBeVisible()
  await thief.close()

  await page.goto(address)
  await page.getByLabel('New password').fill('another password')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    'This link has expired or was already used. Request a new one.',
  )
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
})
