import type Stripe from 'stripe'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startStripe } from '../testing/start-stripe.ts'
import { startReceiver } from '../testing/webhook-receiver.ts'

type Running = Awaited<ReturnType<typeof startStripe>>

let receiver: Awaited<ReturnType<typeof startReceiver>>
let running: Running
let stripe: Stripe
let control: Running['control']

beforeEach(async () => {
  receiver = await startReceiver()
  running = await startStripe({ webhook: receiver.webhook })
  stripe = running.stripe
  control = running.control
})

afterEach(async () => {
  await running.close()
  await receiver.close()
})

const page = async () => {
  const answer = await fetch(running.address)
  expect(answer.status).toBe(200)
  return answer.text()
}
const rows = async (section: string) => {
  const [, table = ''] = new RegExp(`aria-labelledby="${section}"([\\s\\S]*?)</section>`).exec(await page()) ?? []
  return [...table.matchAll(/<tr><td>([\s\S]*?)<\/tr>/g)].map(([, row = '']) =>
    row
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  )
}

interface Button {
  action: string
  label: string
  fields: [string, string][]
}

/** Every button of the page with what its form would send. */
const buttons = async (): Promise<Button[]> =>
  [...(await page()).matchAll(/<form[^>]* action="([^"]*)">([\s\S]*?)<\/form>/g)].flatMap(
    ([, action = '', form = '']) => {
      const inputs = [...form.matchAll(/<input([^>]*)>/g)]
        .map(([, attributes = '']) => attributes)
        .filter((attributes) => !attributes.includes('checkbox') || attributes.includes('checked'))
      const fields = inputs.map((attributes): [string, string] => [
        / name="([^"]*)"/.exec(attributes)?.[1] ?? '',
        / value="([^"]*)"/.exec(attributes)?.[1] ?? '',
      ])
      const select = /<select[^>]* name="([^"]*)"[\s\S]*?<option value="([^"]*)"/.exec(form)
      if (select) fields.push([select[1] ?? '', select[2] ?? ''])
      return [...form.matchAll(/<button([^>]*)>([^<]*)</g)].map(([, attributes = '', text = '']) => {
        const [, name, value] = / name="([^"]*)" value="([^"]*)"/.exec(attributes) ?? []
        return {
          action,
          label: / aria-label="([^"]*)"/.exec(attributes)?.[1] ?? text,
          fields: name === undefined ? fields : [...fields, [name, value ?? '']],
        }
      })
    },
  )

const press = ({ action, fields }: Button) =>
  fetch(running.address + action, {
    method: 'POST',
    headers: { accept: 'text/html', referer: `${running.address}/`, 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })

const pay = (amount: number, card = 'pm_card_visa') =>
  stripe.paymentIntents.create({ amount, currency: 'usd', payment_method: card, confirm: true })

const newSession = (mode: 'payment' | 'subscription') =>
  stripe.checkout.sessions.create({
    mode,
    success_url: 'https://store.example/thanks',
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: 'usd',
          unit_amount: 1_000,
          product_data: { name: 'Season pass' },
          ...(mode === 'subscription' && { recurring: { interval: 'month' } }),
        },
      },
    ],
  })

/** One example of everything the page can show. */
const makeHistory = async () => {
  await pay(1_500)
  await pay(900, 'pm_card_visa_chargeDeclined').catch(() => undefined)
  const partly = await pay(4_900)
  await control.refund({ payment_intent: partly.id, amount: 1_000 })
  await control.refund({ payment_intent: (await pay(2_400)).id })
  await control.refund({ payment_intent: (await pay(2_500, 'pm_card_pendingRefund')).id })
  await pay(3_300, 'pm_card_createDispute')
  for (const outcome of ['won', 'lost'] as const) {
    const { id } = await control.dispute({ payment_intent: (await pay(3_400)).id })
    await control.closeDispute(id, outcome)
  }
  await newSession('payment')
  const { id } = await newSession('subscription')
  await control.complete({ session: id, email: 'grace@customer.example' })
  await control.settled()
  await control.treatDeliveries({ hold: true, attempts: 1 })
  await stripe.products.create({ name: 'Rim' })
}

test('an empty account is shown as empty', async () => {
  const text = await page()
  expect(text).toContain('This is not Stripe')
  expect(text).toContain('No payments yet.')
  expect(text).toContain(receiver.url)
  expect(text).toContain('4242 4242 4242 4242')
})

test('the Stripe page shows payments, sessions, subscriptions, deliveries and money', async () => {
  await makeHistory()
  const about = (await rows('payments')).map((row) => row.replace(/ pi_.*/, ''))
  expect(about).toEqual([
    '$10.00 Paid grace@customer.example',
    '$34.00 Paid Dispute lost a guest',
    '$34.00 Paid Dispute won a guest',
    '$33.00 Paid Disputed: fraudulent a guest',
    '$25.00 Refunded a guest',
    '$24.00 Refunded a guest',
    '$49.00 Paid, $10.00 refunded a guest',
    '$9.00 Your card was declined. a guest',
    '$15.00 Paid a guest',
  ])
  expect(await rows('sessions')).toEqual([expect.stringMatching(/^\$10\.00 payment …\w{12} .* Expire$/)])
  expect(await rows('subscriptions')).toEqual([
    expect.stringMatching(/^\$10\.00 a month active grace@customer.example sub_.* Fail next renewal Cancel$/),
  ])
  const deliveries = await rows('webhooks')
  expect(deliveries[0]).toMatch(/^product\.created evt_\w+ held 0 Send again$/)
  expect(deliveries[1]).toMatch(/^checkout\.session\.completed evt_\w+ delivered 1, last: 200/)
  expect(await page()).toMatch(/Paid \(8\)<\/dt><dd>\$224\.00[\s\S]*Refunded \(2\)<\/dt><dd>\$34\.00[\s\S]*\$67\.00/)
})

test('every button of the Stripe page works and returns to it', async () => {
  await makeHistory()
  const snapshot = await control.snapshot()
  const all = await buttons()
  const orders = new Set(all.map(({ action }) => action.replace('/_control/', '')))
  expect([...orders].sort()).toEqual(
    'account,advance,cancel,deliveries,dispute,dispute/close,expire,fail-next-renewal,faults,refund,refund/settle,release,resend,reset'.split(
      ',',
    ),
  )
  for (const button of all) {
    await control.restore(snapshot)
    const answer = await press(button)
    expect([button.label, answer.status, answer.headers.get('location')]).toEqual([
      button.label,
      303,
      `${running.address}/`,
    ])
  }
})

test('a manual refund, dispute and failing renewal change the Stripe page', async () => {
  await makeHistory()
  const pressFirst = async (label: RegExp) => {
    const button = (await buttons()).find((one) => label.test(one.label))
    expect((await press(button as Button)).status).toBe(303)
  }
  await pressFirst(/^Refund: \$15\.00/)
  await pressFirst(/^Lose: dispute of \$33\.00/)
  await pressFirst(/^Fail next renewal/)
  const payments = await rows('payments')
  expect(payments.at(-1)).toMatch(/^\$15\.00 Refunded/)
  expect(payments[3]).toMatch(/^\$33\.00 Paid Dispute lost/)
  expect((await rows('subscriptions'))[0]).toMatch(/next renewal will fail .* Cancel$/)
  await pressFirst(/^Advance 31 days/)
  expect((await rows('subscriptions'))[0]).toMatch(/past due/)
})

test('the form sets how deliveries are treated', async () => {
  const form = (await buttons()).find(({ label }) => label === 'Apply') as Button
  const fields = form.fields.map(([name, value]): [string, string] => [name, name === 'copies' ? '3' : value])
  await press({ ...form, fields: [...fields, ['shuffle', 'true']] })
  expect((await control.deliveries()).order).toMatchObject({ copies: 3, shuffle: true, hold: false, attempts: 6 })
  expect(await page()).toMatch(/name="shuffle" value="true" checked/)
})

test('user input never becomes markup on the Stripe page', async () => {
  await stripe.customers.create({ name: '<script>alert(1)</script>' })
  const [customer] = (await stripe.customers.list()).data
  await stripe.paymentIntents.create({
    amount: 500,
    currency: 'usd',
    customer: customer?.id ?? '',
    payment_method: 'pm_card_visa',
    confirm: true,
  })
  await stripe.webhookEndpoints.create({ url: 'http://127.0.0.1:9/"><script>', enabled_events: ['*'] })
  const text = await page()
  expect(text).not.toContain('<script')
  expect(text).toContain('&#60;script&#62;alert(1)')
})
