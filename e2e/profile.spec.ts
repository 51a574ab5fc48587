import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectNoBarriersHere } from './barriers.ts'
import { linkIn, newestMail } from './mailbox.ts'
import {
  accountButton,
  createPerson,
  letProofGrowOld,
  loginLink,
  openAnotherBrowser,
  openAwake,
  PUBLIC_PASSWORD,
  signIn,
  typeCredentials,
} from './people.ts'
import { continueAs, createDiscordUser, removeDiscordUser } from './providers.ts'
import { startWorker } from './store-process.ts'
import { expect, store, test } from './store.ts'

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('[CAP-03] a new username shows everywhere immediately, and a taken one is rejected at its field', async ({
  page,
  expectRefusal,
}) => {
  expectRefusal('PATCH /api/account', 409)
  const [{ username }, other] = [await createPerson(), await createPerson()]
  await signIn(page, username, '/profile')
  const field = section(page, 'Name and picture').getByLabel('Username')
  const save = section(page, 'Name and picture').getByRole('button', { name: 'Save username' })
  await field.fill(other.username)
  await save.click()
  await expect(field).toHaveAccessibleDescription(/This username is taken\./)

  await field.fill(`${username}_new`)
  await save.click()
  await expect(section(page, 'Name and picture').getByText('Saved.')).toBeVisible()
  await expect(accountButton(page, `${username}_new`)).toBeVisible()
})

test('"sign out everywhere else" ends the session of the other listed browser', async ({
  page,
  browser,
  complaints,
  expectSessionEnd,
}) => {
  // The phone's open page polls until it notices that its session has ended.
  expectSessionEnd()
  const { username } = await createPerson()
  const phone = await openAnotherBrowser(browser, complaints)
  await signIn(phone.page, username, '/about')
  await signIn(page, username, '/profile')
  const devices = section(page, 'Devices').getByRole('list', { name: 'Devices' }).getByRole('listitem')
  await expect(devices).toHaveCount(2)
  await expect(devices.first()).toContainText('This device')
  await expect(section(page, 'Devices').getByRole('table', { name: 'Recent sign-ins' })).toContainText('Signed in')

  await section(page, 'Devices').getByRole('button', { name: 'Sign out everywhere else' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(section(page, 'Devices').getByText('All other devices are signed out.')).toBeVisible()
  await expect(devices).toHaveCount(1)

  await phone.page.goto('/profile')
  await expect(phone.page.getByText('Log in to see and edit your profile.')).toBeVisible()
  await expect(loginLink(phone.page)).toBeVisible()
  await phone.close()
  await page.reload()
  await expect(accountButton(page, username)).toBeVisible()
})

test('[CAP-03] Discord is linked after reauthentication, provides the picture and sign-in, and can be unlinked again', async ({
  page,
  browser,
  complaints,
  expectRefusal,
}) => {
  expectRefusal('POST /api/auth/prove', 403)
  const racer = await createDiscordUser()
  try {
    const person = await createPerson()
    await signIn(page, person.username, '/profile')
    await letProofGrowOld(page, person)
    const picture = section(page, 'Name and picture').locator('img')
    await expect(picture).toHaveCount(0)
    await section(page, 'Discord').getByRole('link', { name: 'Link Discord' }).click()

    const question = page.getByRole('dialog', { name: 'Confirm that it’s you' })
    const answer = async (password: string) => {
      await question.getByLabel('Password', { exact: true }).fill(password)
      await question.getByRole('button', { name: 'Confirm' }).click()
    }
    await answer('not-the-password')
    await expect(question.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
      'Wrong password. Try again or reset it.',
    )
    await answer(PUBLIC_PASSWORD)
    await continueAs(page, racer.username)
    await expect(section(page, 'Discord')).toContainText('Discord is linked. You can log in with it from now on.')
    await expect(section(page, 'Discord')).toContainText(`Linked as ${racer.username}`)
    await expect(page).toHaveURL('/profile')
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)

    const phone = await openAnotherBrowser(browser, complaints)
    await openAwake(phone.page, '/login')
    await phone.page.getByRole('link', { name: 'Continue with Discord' }).click()
    await continueAs(phone.page, racer.username)
    await expect(accountButton(phone.page, person.username)).toBeVisible()
    await phone.close()

    await section(page, 'Discord').getByRole('button', { name: 'Unlink' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Unlink Discord' }).click()
    await expect(section(page, 'Discord').getByText('Discord is no longer linked.')).toBeVisible()
    await expect(section(page, 'Discord').getByRole('link', { name: 'Link Discord' })).toBeVisible()
    await expect(picture).toHaveCount(0)
  } finally {
    await removeDiscordUser(racer)
  }
})

test('Discord cannot be unlinked while it is the only way to sign in', async ({ page, expectRefusal }) => {
  expectRefusal('DELETE /api/account/discord', 409)
  const racer = await createDiscordUser()
  try {
    await openAwake(page, '/login?next=%2Fprofile')
    await page.getByRole('link', { name: 'Continue with Discord' }).click()
    await continueAs(page, racer.username)
    const unlink = async () => {
      await section(page, 'Discord').getByRole('button', { name: 'Unlink' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Unlink Discord' }).click()
    }
    await unlink()
    await expect(section(page, 'Discord')).toContainText('Discord is your only way to log in.')

    await section(page, 'Password').getByLabel('New password').fill('a password at last')
    await section(page, 'Password').getByRole('button', { name: 'Set password' }).click()
    await expect(section(page, 'Password').getByText('Saved.')).toBeVisible()
    await unlink()
    await expect(section(page, 'Discord').getByText('Discord is no longer linked.')).toBeVisible()
  } finally {
    await removeDiscordUser(racer)
  }
})

test('[CAP-03] the data export is one file without secrets', async ({ page }) => {
  const { username, email } = await createPerson()
  await signIn(page, username, '/profile')
  const downloading = page.waitForEvent('download')
  await section(page, 'Your data').getByRole('button', { name: 'Download my data' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe(`my-data-${username}.json`)
  const text = await readFile(await download.path(), 'utf8')
  expect(JSON.stringify(JSON.parse(text))).toContain(email)
  expect(text).toContain(username)
  expect(text).not.toMatch(/argon2|hash|secret/i)
  await expect(section(page, 'Your data').getByText('The file is in your downloads folder.')).toBeVisible()
})

test('an account is deleted after typing its username, and can no longer be signed in to', async ({
  page,
  expectRefusal,
}) => {
  expectRefusal('POST /api/auth/login', 401)
  const { username } = await createPerson()
  await signIn(page, username, '/profile')
  await section(page, 'Your data').getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('dialog', { name: `Delete ${username}?` })
  const confirm = async (typed: string) => {
    await dialog.getByLabel('Type your username to confirm').fill(typed)
    await dialog.getByRole('button', { name: 'Delete my account' }).click()
  }
  await confirm('somebody else')
  await expect(dialog.getByLabel('Type your username to confirm')).toHaveAccessibleDescription(
    `Type it exactly: ${username}`,
  )
  await confirm(username)
  await expect(page.getByText('Account deleted', { exact: true }).first()).toBeVisible()
  await expect(page).toHaveURL('/')
  await loginLink(page).click()
  await typeCredentials(page, username)
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('Invalid credentials')
})

test('[CAP-03] a new e-mail address takes effect once its link is opened and confirmed', async ({ page }) => {
  const worker = startWorker(store.environment())
  try {
    const { username, email } = await createPerson()
    const next = `new-${email}`
    await signIn(page, username, '/profile')
    const address = section(page, 'E-mail')
    await address.getByLabel('New e-mail address').fill(next)
    await address.getByRole('button', { name: 'Change address' }).click()
    await expect(address.getByText(`We sent a link to ${next}`)).toBeVisible()
    const mail = await newestMail(next)
    await page.reload()
    await expect(address.getByText(email, { exact: true })).toBeVisible()
    await page.goto(linkIn(mail).address)
    await page.getByRole('button', { name: 'Confirm address' }).click()
    await expect(page.getByRole('main').getByRole('status')).toHaveText('Your e-mail address is confirmed.')
    await page.goto('/profile')
    await expect(address.getByText(next, { exact: true })).toBeVisible()
    await expect(address.getByText('Verified', { exact: true })).toBeVisible()
  } finally {
    await worker.stop()
  }
})

test('[CAP-03] notification settings are saved', async ({ page }) => {
  const { username } = await createPerson()
  await signIn(page, username, '/profile')
  const updates = section(page, 'Notifications').getByRole('switch', { name: 'Updates to my mods' })
  await expect(updates).toBeChecked()
  await updates.click()
  await expect(section(page, 'Notifications').getByText('Saved.')).toBeVisible()
  await page.reload()
  await expect(updates).not.toBeChecked()
})

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test(`axe finds nothing on a profile at ${viewport.width} px in either theme`, async ({ page }) => {
    await page.setViewportSize(viewport)
    const { username } = await createPerson()
    await signIn(page, username, '/profile')
    await section(page, 'Two-factor sign-in').getByRole('button', { name: 'Set up' }).click()
    await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
    await expect(page.getByRole('list', { name: 'Devices' })).toBeVisible()
    await expectNoBarriersHere(page)
    await page.getByRole('button', { name: 'Delete account' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectNoBarriersHere(page)
  })
}
