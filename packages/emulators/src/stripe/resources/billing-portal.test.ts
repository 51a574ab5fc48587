import type Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { stripeForThisFile } from '../testing/stripe-for-this-file.ts'
import { idOf, newSubscriber, subscribe } from '../testing/subscribers.ts'

const emulator = await stripeForThisFile()
const { stripe } = emulator

const newConfiguration = (features: Stripe.BillingPortal.ConfigurationCreateParams['features']) =>
  stripe.billingPortal.configurations.create({ features })

describe('a configuration of the portal', () => {
  test('a portal configuration enables only the given features', async () => {
    const configuration = await stripe.billingPortal.configurations.create({
      business_profile: { headline: 'Slipstream', privacy_policy_url: 'https://store.example/privacy' },
      default_return_url: 'https://store.example/account',
      features: {
        customer_update: { enabled: true, allowed_updates: ['email'] },
        invoice_history: { enabled: true },
        subscription_cancel: {
          enabled: true,
          mode: 'immediately',
          cancellation_reason: { enabled: true, options: ['unused', 'other'] },
        },
        subscription_update: { enabled: false },
      },
      login_page: { enabled: false },
    })
    expect(configuration).toMatchObject({
      active: true,
      is_default: false,
      business_profile: {
        headline: 'Slipstream',
        privacy_policy_url: 'https://store.example/privacy',
        terms_of_service_url: null,
      },
      default_return_url: 'https://store.example/account',
      features: {
        customer_update: { enabled: true, allowed_updates: ['email'] },
        invoice_history: { enabled: true },
        payment_method_update: { enabled: false },
        subscription_cancel: {
          enabled: true,
          mode: 'immediately',
          cancellation_reason: { enabled: true, options: ['unused', 'other'] },
        },
        subscription_update: { enabled: false },
      },
      login_page: { enabled: false },
    })
    expect(await stripe.billingPortal.configurations.retrieve(configuration.id)).toEqual(configuration)
  })

  test('updating a portal configuration keeps omitted settings', async () => {
    const { id } = await newConfiguration({
      invoice_history: { enabled: true },
      subscription_cancel: { enabled: true, mode: 'immediately' },
    })
    const updated = await stripe.billingPortal.configurations.update(id, {
      features: { subscription_cancel: { enabled: false } },
      business_profile: { headline: 'New' },
      active: false,
    })
    expect(updated).toMatchObject({
      active: false,
      business_profile: { headline: 'New' },
      features: { invoice_history: { enabled: true }, subscription_cancel: { enabled: false, mode: 'immediately' } },
    })
    const ids = async (active: boolean) =>
      (await stripe.billingPortal.configurations.list({ active, limit: 100 })).data.map((one) => one.id)
    expect(await ids(false)).toContain(id)
    expect(await ids(true)).not.toContain(id)
  })

  test('a portal configuration with unsupported features gets 501', async () => {
    const cannot = [
      { subscription_update: { enabled: true } },
      { subscription_cancel: { enabled: true, proration_behavior: 'create_prorations' } },
    ] as const
    for (const features of cannot) {
      await expect(newConfiguration(features)).rejects.toMatchObject({ statusCode: 501 })
    }
    await expect(
      stripe.billingPortal.configurations.create({
        features: { invoice_history: { enabled: true } },
        login_page: { enabled: true },
      }),
    ).rejects.toMatchObject({ statusCode: 501 })
    await expect(newConfiguration({ subscription_pause: { enabled: true } })).rejects.toMatchObject({
      code: 'parameter_unknown',
    })
  })
})

describe('a session of the portal', () => {
  test("a portal session leads to the emulator's page with the default configuration", async () => {
    const { id: customer } = await newSubscriber(stripe)
    const session = await stripe.billingPortal.sessions.create({
      customer,
      return_url: 'https://store.example/account',
      locale: 'en',
    })
    expect(session).toMatchObject({ customer, flow: null, locale: 'en', return_url: 'https://store.example/account' })
    expect(session.url).toBe(`${emulator.address}/p/session/${session.id}`)
    const { data } = await stripe.billingPortal.configurations.list({ is_default: true })
    expect(data.map(({ id }) => id)).toEqual([session.configuration])
    const again = await stripe.billingPortal.sessions.create({ customer })
    expect(again.configuration).toBe(session.configuration)
  })

  test("a portal session returns to its configuration's URL by default", async () => {
    const { id: customer } = await newSubscriber(stripe)
    const { id: configuration } = await stripe.billingPortal.configurations.create({
      features: { invoice_history: { enabled: true } },
      default_return_url: 'https://store.example/billing',
    })
    const session = await stripe.billingPortal.sessions.create({ customer, configuration })
    expect(session).toMatchObject({ configuration, return_url: 'https://store.example/billing' })
  })

  test('a portal session can be limited to one flow', async () => {
    const { id: subscription, customer } = await subscribe(stripe)
    const session = await stripe.billingPortal.sessions.create({
      customer: idOf(customer),
      flow_data: {
        type: 'subscription_cancel',
        subscription_cancel: { subscription },
        after_completion: { type: 'redirect', redirect: { return_url: 'https://store.example/bye' } },
      },
    })
    expect(session.flow).toMatchObject({
      type: 'subscription_cancel',
      subscription_cancel: { subscription },
      after_completion: { type: 'redirect', redirect: { return_url: 'https://store.example/bye' } },
    })
  })

  test('a portal session is refused for unknown customers, foreign or ending subscriptions and disabled flows', async () => {
    const { id: subscription, customer } = await subscribe(stripe)
    const other = await newSubscriber(stripe)
    const open = (given: Stripe.BillingPortal.SessionCreateParams) =>
      stripe.billingPortal.sessions.create({ customer: idOf(customer), ...given })
    const cancel = { type: 'subscription_cancel', subscription_cancel: { subscription } } as const
    await expect(open({ customer: 'cus_unknown' })).rejects.toMatchObject({ code: 'resource_missing' })
    await expect(open({ configuration: 'bpc_unknown' })).rejects.toMatchObject({ code: 'resource_missing' })
    await expect(open({ customer: other.id, flow_data: cancel })).rejects.toMatchObject({ code: 'resource_missing' })
    const { id: configuration } = await newConfiguration({ invoice_history: { enabled: true } })
    await expect(open({ configuration, flow_data: cancel })).rejects.toMatchObject({ param: 'flow_data[type]' })
    await expect(open({ flow_data: { type: 'subscription_update' } })).rejects.toMatchObject({ statusCode: 501 })
    await stripe.subscriptions.update(subscription, { cancel_at_period_end: true })
    await expect(open({ flow_data: cancel })).rejects.toMatchObject({ statusCode: 400 })
  })
})
