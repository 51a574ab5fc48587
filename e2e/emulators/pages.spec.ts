import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page, test } from '@playwright/test'
import { startDiscord } from '@slipstream/emulators/discord/testing/running-discord'
import { createApplication } from '@slipstream/emulators/discord/testing/signing-in'
import { startStripe } from '@slipstream/emulators/stripe/testing/start-stripe'
import { createTurnstileEmulator } from '@slipstream/emulators/turnstile/turnstile-emulator'

const turnstile = createTurnstileEmulator()
let turnstileAddress: string
let stripe: Awaited<ReturnType<typeof startStripe>>
let discord: Awaited<ReturnType<typeof startDiscord>>
let shop: Server
let shopAddress: string

/** Where the hosted pages lead back to. It shows a bot check. */
const shopPage = () => `<!doctype html><html lang="en"><title>Shop</title><h1>Shop</h1><div id="check"></div>
<script src="${turnstileAddress}/turnstile/v0/api.js"></script>
<script>
  window.heard = []
  const options = {
    action: 'register',
    callback: (token) => heard.push(token),
    'error-callback': () => heard.push('failed'),
  }
  window.drawn = turnstile.render(document.getElementById('check'), options)
</script>`

test.beforeAll(async () => {
  turnstileAddress = await turnstile.app.listen({ host: '127.0.0.1', port: 0 })
  stripe = await startStripe()
  discord = await startDiscord()
  shop = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html; charset=utf-8').end(shopPage()),
  ).listen(0, '127.0.0.1')
  await once(shop, 'listening')
  shopAddress = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`
})
test.afterAll(async () => {
  shop.closeAllConnections()
  shop.close()
  await Promise.all([turnstile.app.close(), stripe.close(), discord.close()])
})

const typeCard = async (page: Page, number: string) => {
  await page.getByLabel('Email').fill('ada@customer.example')
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('MM / YY').fill('12 / 34')
  await page.getByLabel('CVC').fill('123')
  await page.getByRole('button', { name: 'Pay $12.34' }).click()
}

test('a payment succeeds after a declined card and a failed 3-D Secure check', async ({ page }) => {
  const price_data = { currency: 'usd', unit_amount: 1_234, product_data: { name: 'Coupé' } }
  const { id, url } = await stripe.stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [{ quantity: 1, price_data }],
    success_url: `${shopAddress}/thanks?session={CHECKOUT_SESSION_ID}`,
  })
  await page.goto(url ?? '')
  await typeCard(page, '4000 0000 0000 0002')
  await expect(page.getByRole('alert')).toHaveText('Your card was declined.')
  await typeCard(page, '4000 0027 6000 3184')
  await page.getByRole('button', { name: 'Fail authentication' }).click()
  await expect(page.getByRole('alert')).toContainText('We are unable to authenticate your payment method.')
  await page.getByRole('button', { name: 'asks for 3-D Secure' }).click()
  await page.getByRole('button', { name: 'Pay $12.34' }).click()
  await page.getByRole('button', { name: 'Complete authentication' }).click()
  await expect(page).toHaveURL(`${shopAddress}/thanks?session=${id}`)
})

test('choosing a Discord user leads back with a code, canceling without one', async ({ page }) => {
  const { authorizeAddress } = createApplication(discord.address, `${shopAddress}/callback`)
  await page.goto(authorizeAddress())
  await page.getByRole('button', { name: 'Mika Apex' }).click()
  await expect(page).toHaveURL(/\/callback\?code=[^&]+&state=state-of-the-visit/)
  await page.goto(authorizeAddress())
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/error=access_denied/)
})

test('the bot check passes, fails when told to, and passes again when the box is ticked', async ({ page }) => {
  const tell = (mode: string) =>
    fetch(`${turnstileAddress}/_control/mode`, { method: 'POST', body: new URLSearchParams({ mode }) })
  const widget = page.frameLocator('iframe')
  await page.goto(shopAddress)
  await expect(widget.getByRole('status')).toHaveText('Success!')
  await tell('fail')
  await page.goto(shopAddress)
  await expect(widget.getByRole('status')).toHaveText('Verification failed. Try again.')
  await tell('pass')
  await widget.getByRole('checkbox').click()
  await expect.poll(() => page.evaluate('heard')).toEqual(['failed', expect.stringMatching(/^0\./)])
  await page.evaluate('turnstile.remove(drawn)')
  await expect(page.locator('iframe')).toHaveCount(0)
})

test('a page from another origin cannot inject faults', async ({ page }) => {
  await page.goto(shopAddress)
  await page.setContent(
    `<form method="post" action="${turnstileAddress}/_control/faults"><input name="kind" value="unavailable"><button>Send</button></form>`,
  )
  await page.getByRole('button').click()
  await expect(page.getByText('This form works only on the emulator’s own pages.')).toBeVisible()
  expect(await (await fetch(`${turnstileAddress}/_control/faults`)).json()).toEqual([])
})
