import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { expectNoBarriersHere } from './barriers.ts'
import {
  accountButton,
  createPerson,
  loginLink,
  logOut,
  openAnotherBrowser,
  openAwake,
  signIn,
  tokenIn,
  typeCredentials,
} from './people.ts'
import { continueAs, createDiscordUser, removeDiscordUser } from './providers.ts'
import { expect, store, test } from './store.ts'

const STEP_MS = 30_000

/** The authenticator app. A code works once, so a second sign-in uses the next code. */
const authenticator = (secret: string) => {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  return {
    code: () => totp.generate(),
    nextCode: () => totp.generate({ timestamp: Date.now() + STEP_MS }),
    wrongCode: () => String((Number(totp.generate()) + 1) % 1_000_000).padStart(6, '0'),
  }
}

const section = (page: Page) => page.getByRole('region', { name: 'Two-factor sign-in' })

/** Turns on two-factor sign-in on the open profile. */
const enrol = async (page: Page) => {
  await section(page).getByRole('button', { name: 'Set up' }).click()
  await expect(section(page).getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  await expectNoBarriersHere(page)
  const app = authenticator((await section(page).locator('code').innerText()).replaceAll(' ', ''))
  await section(page).getByLabel('Authenticator code').fill(app.code())
  await section(page).getByRole('button', { name: 'Turn on' }).click()
  await expect(section(page).getByRole('heading', { name: 'Your recovery codes' })).toBeVisible()
  const recoveryCodes = await section(page).getByRole('listitem').allInnerTexts()
  await section(page).getByRole('button', { name: 'I have saved them' }).click()
  await expect(section(page).getByText('10 recovery codes are left.')).toBeVisible()
  return { app, recoveryCodes }
}

const typeCode = async (page: Page, label: string, code: string) => {
  await page.getByLabel(label).fill(code)
  await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click()
}

test('two-factor sign-in is turned on in the profile, required at the next sign-in, and its recovery codes work once', async ({
  page,
  expectRefusal,
}) => {
  expectRefusal('POST /api/auth/second-factor', 403)
  const { username } = await createPerson()
  const leave = async () => {
    await logOut(page, username)
    await loginLink(page).click()
  }
  await signIn(page, username, '/profile')
  const { app, recoveryCodes } = await enrol(page)
  expect(new Set(recoveryCodes).size).toBe(10)
  await leave()
  await typeCredentials(page, username)
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  expect(await tokenIn(page)).toBeNull()
  await typeCode(page, 'Six-digit code', app.wrongCode())
  await expect(page.getByLabel('Six-digit code')).toHaveAccessibleDescription('Wrong code. Check it and try again.')
  await typeCode(page, 'Six-digit code', app.nextCode())
  await expect(accountButton(page, username)).toBeVisible()

  const [first = '', second = ''] = recoveryCodes
  const signInWithRecoveryCode = async (code: string) => {
    await leave()
    await typeCredentials(page, username)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await typeCode(page, 'Recovery code', code)
  }
  await signInWithRecoveryCode(first)
  await expect(accountButton(page, username)).toBeVisible()

  await signInWithRecoveryCode(first)
  await expect(page.getByLabel('Recovery code')).toHaveAccessibleDescription('Wrong code. Check it and try again.')
  await typeCode(page, 'Recovery code', second)
  await expect(accountButton(page, username)).toBeVisible()
  await page.goto('/profile')
  await expect(section(page).getByText('8 recovery codes are left.')).toBeVisible()

  await section(page).getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click()
  await expect(section(page).getByText('Two-factor sign-in is off.')).toBeVisible()
})

test('a Discord sign-in still needs the second factor and leaves nothing in the address', async ({
  page,
  browser,
  complaints,
}) => {
  const racer = await createDiscordUser()
  try {
    const { username } = await createPerson({ discordId: racer.id, discordUsername: racer.username })
    await signIn(page, username, '/profile')
    const { app } = await enrol(page)

    const { page: elsewhere, close } = await openAnotherBrowser(browser, complaints)
    await openAwake(elsewhere, '/login?next=%2Fabout')
    await elsewhere.getByRole('link', { name: 'Continue with Discord' }).click()
    await continueAs(elsewhere, racer.username)
    await expect(elsewhere.getByRole('heading', { name: 'One more step' })).toBeVisible()
    await expect(elsewhere).toHaveURL(`${store.url()}/login?next=%2Fabout`)
    expect(await tokenIn(elsewhere)).toBeNull()
    await typeCode(elsewhere, 'Six-digit code', app.nextCode())
    await expect(accountButton(elsewhere, username)).toBeVisible()
    await expect(elsewhere).toHaveURL(`${store.url()}/about`)
    await close()
  } finally {
    await removeDiscordUser(racer)
  }
})
