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

let worker: ReturnType<typeof startWorker>
test.beforeAll(() => {
  worker = startWorker(store.environment())
})
test.afterAll(() => worker.stop())

test('[CAP-03] a user changes name, notifications and e-mail address, downloads the data and deletes the account', async ({
  page,
  expectRefusal,
}) => {
  expectRefusal('PATCH /api/account', 409)
  expectRefusal('POST /api/auth/login', 401)
  const [person, other] = [await createPerson(), await createPerson()]
  await signIn(page, person.username, '/profile')
  const name = section(page, 'Name and picture')
  const save = name.getByRole('button', { name: 'Save username' })
  await name.getByLabel('Username').fill(other.username)
  await save.click()
  await expect(name.getByLabel('Username')).toHaveAccessibleDescription(/This username is taken\./)
  const username = `${person.username}_new`
  await name.getByLabel('Username').fill(username)
  await save.click()
  await expect(name.getByText('Saved.')).toBeVisible()
  await expect(accountButton(page, username)).toBeVisible()

  const updates = section(page, 'Notifications').getByRole('switch', { name: 'Updates to my mods' })
  await expect(updates).toBeChecked()
  await updates.click()
  await expect(section(page, 'Notifications').getByText('Saved.')).toBeVisible()

  const next = `new-${person.email}`
  const address = section(page, 'E-mail')
  await address.getByLabel('New e-mail address').fill(next)
  await address.getByRole('button', { name: 'Change address' }).click()
  await expect(address.getByText(`We sent a link to ${next}`)).toBeVisible()
  const mail = await newestMail(next)
  await page.reload()
  await expect(updates).not.toBeChecked()
  await expect(address.getByText(person.email, { exact: true })).toBeVisible()
  await page.goto(linkIn(mail).address)
  await page.getByRole('button', { name: 'Confirm address' }).click()
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Your e-mail address is confirmed.')
  await page.goto('/profile')
  await expect(address.getByText(next, { exact: true })).toBeVisible()
  await expect(address.getByText('Verified', { exact: true })).toBeVisible()

  const data = section(page, 'Your data')
  const downloading = page.waitForEvent('download')
  await data.getByRole('button', { name: 'Download my data' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe(`my-data-${username}.json`)
  const text = await readFile(await download.path(), 'utf8')
  expect(JSON.stringify(JSON.parse(text))).toContain(next)
  expect(text).not.toMatch(/argon2|hash|secret/i)
  await expect(data.getByText('The file is in your downloads folder.')).toBeVisible()

  await data.getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('dialog', { name: `Delete ${username}?` })
  const typed = dialog.getByLabel('Type your username to confirm')
  await typed.fill('somebody else')
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await expect(typed).toHaveAccessibleDescription(`Type it exactly: ${username}`)
  await expectNoBarriersHere(page)
  await typed.fill(username)
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page.getByText('Account deleted', { exact: true }).first()).toBeVisible()
  await expect(page).toHaveURL('/')
  await loginLink(page).click()
  await typeCredentials(page, username)
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('Invalid credentials')
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
