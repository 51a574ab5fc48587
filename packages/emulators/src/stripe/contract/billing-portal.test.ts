import { beforeAll, describe, expect, test } from 'vitest'
import { newCustomer } from '../testing/stripe-objects.ts'
import { cleanUpLater, refusal, stripe, unique } from '../testing/stripe-under-test.ts'

let configuration: string

beforeAll(async () => {
  // An account whose portal settings were never saved has no default configuration.
  const { id } = await stripe.billingPortal.configurations.create({
    features: {
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true },
      subscription_cancel: { enabled: true, mode: 'at_period_end' },
    },
  })
  configuration = id
  cleanUpLater(() => stripe.billingPortal.configurations.update(id, { active: false }))
})

describe('the billing portal', () => {
  test('the billing portal has a page for a customer and leads back to the store', async () => {
    const customer = await newCustomer()
    const session = await stripe.billingPortal.sessions.create({
      customer: customer.id,
      configuration,
      return_url: 'https://store.example/account',
    })
    expect(session.url).toMatch(/^https?:\/\//)
    expect(session).toMatchObject({
      object: 'billing_portal.session',
      customer: customer.id,
      configuration,
      return_url: 'https://store.example/account',
      livemode: false,
    })
  })

  test('each session of the billing portal has its own page', async () => {
    const customer = await newCustomer()
    const open = () => stripe.billingPortal.sessions.create({ customer: customer.id, configuration })
    expect((await open()).url).not.toBe((await open()).url)
  })

  test('the billing portal is closed to a customer who does not exist', async () => {
    const refused = await refusal(stripe.billingPortal.sessions.create({ customer: unique('cus'), configuration }))
    expect(refused).toMatchObject({ type: 'StripeInvalidRequestError', code: 'resource_missing', param: 'customer' })
  })
})
