import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page, test } from '@playwright/test'
import { startDiscord } from '@slipstream/emulators/discord/testing/running-discord'
import { createApplication, newProof } from '@slipstream/emulators/discord/testing/signing-in'
import { barriersOn, sidewaysOverflow } from '../barriers.ts'

let discord: Awaited<ReturnType<typeof startDiscord>>
let application: ReturnType<typeof createApplication>
let site: Server
let callback: string

test.beforeAll(async () => {
  // The redirect target: a minimal site.
  site = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end('<!doctype html><html lang="en"><title>Back</title><h1>Back'),
  ).listen(0, '127.0.0.1')
  await once(site, 'listening')
  callback = `http://127.0.0.1:${(site.address() as AddressInfo).port}/callback`
  discord = await startDiscord()
  application = createApplication(discord.address, callback)
})
test.afterEach(() => discord.order('reset'))
test.afterAll(async () => {
  await discord.close()
  site.closeAllConnections()
  site.close()
})

/** The parameters of the redirect back to the application. */
const returned = async (page: Page) => {
  await expect(page.getByRole('heading', { name: 'Back' })).toBeVisible()
  const { origin, pathname, searchParams } = new URL(page.url())
  expect(origin + pathname).toBe(callback)
  return Object.fromEntries(searchParams)
}

test('choosing a user at the Discord emulator returns a code and the state for a PKCE sign-in', async ({ page }) => {
  const { verifier, challenge } = newProof()
  await page.goto(application.authorizeAddress({ code_challenge: challenge, code_challenge_method: 'S256' }))
  await expect(page.getByText('Access your e-mail address')).toBeVisible()
  await page.getByRole('button', { name: 'Mika Apex' }).click()

  const { code, state } = await returned(page)
  expect(state).toBe('state-of-the-visit')
  const { access_token } = await application.tokenFor(code ?? '', { code_verifier: verifier })
  expect(await application.currentUser(access_token)).toMatchObject({
    username: 'mika.apex',
    email: 'mika@customer.example',
  })
})

test('a new Discord user is created by keyboard and signed in', async ({ page }) => {
  await page.goto(application.authorizeAddress())
  await page.getByText('Create a user').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.type('mika.apex')
  await page.keyboard.press('Enter')
  // The name is taken: the field shows an error and waits for another one.
  await expect(page.getByLabel('Username')).toBeFocused()
  await expect(page.getByLabel('Username')).toHaveAccessibleDescription('The username mika.apex is taken.')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('fresh_driver')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Fresh Driver')
  await page.keyboard.press('Enter')

  const { code } = await returned(page)
  const { access_token } = await application.tokenFor(code ?? '')
  expect(await application.currentUser(access_token)).toMatchObject({
    username: 'fresh_driver',
    global_name: 'Fresh Driver',
    email: null,
    verified: false,
  })
})

test('canceling at the Discord emulator returns access_denied and no code', async ({ page }) => {
  await page.goto(application.authorizeAddress())
  await page.getByRole('button', { name: 'Cancel' }).click()
  const answer = await returned(page)
  expect(answer).toMatchObject({ error: 'access_denied', state: 'state-of-the-visit' })
  expect(answer).not.toHaveProperty('code')
})

test('the emulator page can rename a Discord user and remove them from the server', async ({ page }) => {
  await page.goto(discord.address)
  const card = page.getByRole('region', { name: 'Mika Apex' })
  await card.getByText('Change').click()
  await card.getByLabel('Username').fill('mika.renamed')
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(card.getByText('@mika.renamed')).toBeVisible()

  await card.getByText('Change').click()
  await card.getByRole('button', { name: 'Leave the server' }).click()
  await expect(card.getByText('not in the server')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Members of the server' })).not.toContainText('mika.renamed')
})

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  for (const colorScheme of ['dark', 'light'] as const) {
    test(`axe finds nothing on the Discord emulator at ${viewport.width} px in the ${colorScheme} theme`, async ({
      page,
    }) => {
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme })
      const refused = application.authorizeAddress({ client_id: '1' })
      for (const address of [application.authorizeAddress(), refused, discord.address]) {
        await page.goto(address)
        // axe skips collapsed parts.
        for (const summary of await page.locator('summary').all()) await summary.click()
        expect(await barriersOn(page), address).toEqual([])
        expect(await sidewaysOverflow(page), `${address} scrolls sideways`).toBe(0)
      }
    })
  }
}
