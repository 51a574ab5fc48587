import { describe, expect, test } from 'vitest'
import { newCustomer } from '../testing/stripe-objects.ts'
import { refusal, stripe, unique } from '../testing/stripe-under-test.ts'

const RETURN = 'https://store.example/account'
const FLOW = {
  type: 'payment_method_update',
  after_completion: { type: 'redirect', redirect: { return_url: RETURN } },
} as const
const open = (customer: string) =>
  stripe.billingPortal.sessions.create({ customer, flow_data: FLOW, return_url: RETURN })

/** The settings of the portal must have been saved once in the dashboard of the test account. */
describe('the billing portal', () => {
  test('the billing portal has a page on which a customer changes the card, and leads back to the store', async () => {
    const customer = await newCustomer()
    const session = await open(customer.id)
    expect(session.url).toMatch(/^https?:\/\//)
    expect(session).toMatchObject({
      object: 'billing_portal.session',
      customer: customer.id,
      flow: FLOW,
      return_url: RETURN,
      livemode: false,
    })
    const { data } = await stripe.billingPortal.configurations.list({ active: true, is_default: true })
    expect(data.map(({ id }) => id)).toEqual([session.configuration])
  })

  test('each session of the billing portal has its own page', async () => {
    const customer = await newCustomer()
    expect((await open(customer.id)).url).not.toBe((await open(customer.id)).url)
  })

  test('the billing portal is closed to a customer who does not exist', async () => {
    const refused = await refusal(open(unique('cus')))
    expect(refused).toMatchObject({ type: 'StripeInvalidRequestError', code: 'resource_missing', param: 'customer' })
  })
})
