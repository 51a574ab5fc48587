import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page, test } from '@playwright/test'
import { startStripe } from '@slipstream/emulators/stripe/testing/start-stripe'
import { barriersOn, sidewaysOverflow } from '../barriers.ts'

let emulator: Awaited<ReturnType<typeof startStripe>>
let shop: { server: Server; address: string }

/** The return target of the hosted pages: it shows the requested URL. */
const openShop = async () => {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(
      `<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,"><h1>${request.url}</h1>`,
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

test.beforeAll(async () => {
  emulator = await startStripe()
  shop = await openShop()
})
test.afterAll(async () => {
  shop.server.closeAllConnections()
  shop.server.close()
  await emulator.close()
})

const newCheckout = async () => {
  const { id, url } = await emulator.stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: 'usd',
          unit_amount: 1_234,
          product_data: { name: 'Coupé', description: 'Car mod' },
        },
      },
    ],
    allow_promotion_codes: true,
    consent_collection: { terms_of_service: 'required' },
    success_url: `${shop.address}/thanks?session={CHECKOUT_SESSION_ID}`,
    cancel_url: `${shop.address}/cart`,
  })
  return { id, url: url ?? '' }
}

const newPortal = async () => {
  const { stripe } = emulator
  const customer = await stripe.customers.create({
    email: 'ada@customer.example',
    payment_method: 'pm_card_visa',
    invoice_settings: { default_payment_method: 'pm_card_visa' },
  })
  const price = await stripe.prices.create({
    currency: 'usd',
    unit_amount: 900,
    recurring: { interval: 'month' },
    product_data: { name: 'Premium' },
  })
  const subscription = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] })
  const { url } = await stripe.billingPortal.sessions.create({
    customer: customer.id,
    return_url: `${shop.address}/account`,
  })
  return { subscription: subscription.id, url }
}

const typeCard = async (page: Page, number: string) => {
  await page.getByLabel('Email').fill('ada@customer.example')
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('MM / YY').fill('12 / 34')
  await page.getByLabel('CVC').fill('123')
  await page.getByRole('checkbox', { name: 'I agree to the terms of service' }).check()
  await page.getByRole('button', { name: 'Pay $12.34' }).click()
}

test('a payment succeeds after a declined card and a failed 3-D Secure check', async ({ page }) => {
  const { id, url } = await newCheckout()
  const session = () => emulator.stripe.checkout.sessions.retrieve(id)

  await page.goto(url)
  await typeCard(page, '4000 0000 0000 0002')
  await expect(page.getByRole('alert')).toHaveText('Your card was declined.')
  await expect(page.getByLabel('Card number')).toHaveValue('4000 0000 0000 0002')
  await expect(page.getByLabel('CVC')).toHaveValue('')

  await typeCard(page, '4000 0027 6000 3184')
  await page.getByRole('button', { name: 'Fail authentication' }).click()
  await expect(page.getByRole('alert')).toContainText('We are unable to authenticate your payment method.')
  expect(await session()).toMatchObject({ status: 'open', payment_status: 'unpaid' })

  await page.getByRole('button', { name: 'asks for 3-D Secure' }).click()
  await expect(page.getByLabel('Email')).toHaveValue('ada@customer.example')
  await page.getByRole('button', { name: 'Pay $12.34' }).click()
  await page.getByRole('button', { name: 'Complete authentication' }).click()
  await expect(page).toHaveURL(`${shop.address}/thanks?session=${id}`)
  expect(await session()).toMatchObject({
    status: 'complete',
    payment_status: 'paid',
    customer_details: { email: 'ada@customer.example' },
  })

  await page.goto(url)
  await expect(page.getByRole('heading', { name: 'You’re all done here' })).toBeVisible()
})

test('Enter in a card field pays, Enter in the code field applies the code, and Back returns to the store', async ({
  page,
}) => {
  const coupon = await emulator.stripe.coupons.create({ percent_off: 50 })
  await emulator.stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id }, code: 'HALF' })
  const { id, url } = await newCheckout()
  await page.goto(url)
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page).toHaveURL(`${shop.address}/cart`)

  await page.goto(url)
  await page.getByLabel('Promotion code').fill('half')
  await page.getByLabel('Promotion code').press('Enter')
  await expect(page.getByRole('button', { name: 'Pay $6.17' })).toBeVisible()
  await page.getByLabel('Email').fill('ada@customer.example')
  await page.getByRole('button', { name: '4242 4242 4242 4242' }).click()
  await page.getByRole('checkbox').check()
  await page.getByLabel('CVC').press('Enter')
  await expect(page).toHaveURL(`${shop.address}/thanks?session=${id}`)
})

test('a customer cancels the subscription in the portal and returns', async ({ page }) => {
  const { subscription, url } = await newPortal()
  await page.goto(url)
  await page.getByRole('link', { name: 'Cancel subscription' }).click()
  await page.getByRole('button', { name: 'Cancel subscription' }).click()
  await expect(page.getByRole('button', { name: 'Renew subscription' })).toBeVisible()
  const { status, cancel_at, items } = await emulator.stripe.subscriptions.retrieve(subscription)
  expect(status).toBe('active')
  expect(cancel_at).toBe(items.data[0]?.current_period_end)
  await page.getByRole('link', { name: /^Return to/ }).click()
  await expect(page).toHaveURL(`${shop.address}/account`)
})

for (const { colorScheme, viewport } of [
  { colorScheme: 'dark', viewport: { width: 1440, height: 900 } },
  { colorScheme: 'light', viewport: { width: 390, height: 844 } },
] as const) {
  test(`axe finds nothing on the hosted pages at ${viewport.width} px in the ${colorScheme} theme`, async ({
    page,
  }) => {
    const expectNoBarrier = async (where: string) => {
      expect(await barriersOn(page), where).toEqual([])
      expect(await sidewaysOverflow(page), `${where} scrolls sideways`).toBe(0)
    }
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme })
    const { id, url } = await newCheckout()
    await page.goto(url)
    await expectNoBarrier('checkout')
    await page.getByLabel('Promotion code').fill('NOTHING')
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByRole('alert')).toHaveText('This code is invalid.')
    await expectNoBarrier('a refused code')
    await typeCard(page, '4000 0000 0000 0002')
    await expect(page.getByRole('alert')).toHaveText('Your card was declined.')
    await expectNoBarrier('a declined card')
    await typeCard(page, '4000 0027 6000 3184')
    await expect(page.getByRole('button', { name: 'Fail authentication' })).toBeVisible()
    await expectNoBarrier('3-D Secure')
    await page.getByRole('button', { name: 'Complete authentication' }).click()
    await expect(page).toHaveURL(`${shop.address}/thanks?session=${id}`)
    await page.goto(url)
    await expectNoBarrier('a completed checkout')

    await page.goto((await newPortal()).url)
    await expectNoBarrier('portal')
    await page.getByRole('link', { name: 'Cancel subscription' }).click()
    await expect(page.getByRole('button', { name: 'Cancel subscription' })).toBeVisible()
    await expectNoBarrier('the question before canceling')
    await page.goto(emulator.address)
    await expectNoBarrier('the emulator’s own page')
  })
}
