import { expect, test } from 'vitest'
import { stripeForThisFile } from '../testing/stripe-for-this-file.ts'
import { advanceClock, at, HOUR, newClock, newPlan, periodOf, subscribe } from '../testing/subscribers.ts'

const { stripe } = await stripeForThisFile()

const START = '2026-03-01T00:00:00'
const AT_ONCE = { proration_behavior: 'always_invoice', payment_behavior: 'error_if_incomplete' } as const

test('T-PRORATE: 40 random plan changes cost exactly what their previews say', async () => {
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  const clock = await newClock(stripe, START)
  const { id, items } = await subscribe(stripe, { clock: clock.id, price: { unit_amount: 100 } })
  const item = items.data[0]?.id ?? ''
  let price = 100
  for (let change = 0, now = at(START); change < 40; change += 1) {
    // At most 30 hours apart, so that all fall into a few periods.
    now += 1 + random(30 * HOUR)
    await advanceClock(stripe, clock.id, now)
    price += 60 + random(5_000)
    const dearer = await newPlan(stripe, { unit_amount: price })
    const details = { items: [{ id: item, price: dearer.id }], proration_date: now - random(60) }
    const { start } = periodOf(await stripe.subscriptions.retrieve(id))
    if (details.proration_date < start) details.proration_date = start
    const { amount_due: shown } = await stripe.invoices.createPreview({
      subscription: id,
      subscription_details: { ...details, proration_behavior: 'always_invoice' },
    })
    if (shown === 0) continue
    await stripe.subscriptions.update(id, { ...details, ...AT_ONCE })
    const { latest_invoice: invoice } = await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] })
    expect(invoice).toMatchObject({ amount_paid: shown, status: 'paid' })
  }
})

test('an amount below the minimum charge is previewed as nothing due, and charging it gets 501', async () => {
  const subscription = await subscribe(stripe)
  const items = [
    { id: subscription.items.data[0]?.id ?? '', price: (await newPlan(stripe, { unit_amount: 1_040 })).id },
  ]
  const details = { items, proration_behavior: 'always_invoice' as const }
  const preview = await stripe.invoices.createPreview({ subscription: subscription.id, subscription_details: details })
  expect(preview).toMatchObject({ total: 40, amount_due: 0 })
  const charged = stripe.subscriptions.update(subscription.id, { items, ...AT_ONCE })
  await expect(charged).rejects.toMatchObject({ statusCode: 501 })
})

test('a proration date outside the period, another behavior and an unknown parameter are refused', async () => {
  const { id, items: own, created } = await subscribe(stripe)
  const items = [{ id: own.data[0]?.id ?? '', price: (await newPlan(stripe, { unit_amount: 2_000 })).id }]
  const preview = (details: object) =>
    stripe.invoices.createPreview({ subscription: id, subscription_details: { items, ...details } })
  await expect(preview({ proration_behavior: 'always_invoice', proration_date: created - 1 })).rejects.toMatchObject({
    statusCode: 400,
    param: 'proration_date',
  })
  await expect(preview({ proration_behavior: 'create_prorations' })).rejects.toMatchObject({ statusCode: 501 })
  await expect(preview({ proration_behavior: 'always_invoice', never: 'heard' })).rejects.toMatchObject({
    code: 'parameter_unknown',
  })
  const allowed = stripe.subscriptions.update(id, { items, proration_behavior: 'always_invoice' })
  await expect(allowed).rejects.toMatchObject({ statusCode: 501, message: expect.stringContaining('payment_behavior') })
})

test('a schedule is released automatically after its last phase', async () => {
  const clock = await newClock(stripe, START)
  const { id } = await subscribe(stripe, { clock: clock.id })
  const less = await newPlan(stripe, { unit_amount: 600 })
  const { id: schedule, phases } = await stripe.subscriptionSchedules.create({ from_subscription: id })
  const [running] = phases
  await stripe.subscriptionSchedules.update(schedule, {
    phases: [
      {
        start_date: running?.start_date ?? 0,
        end_date: running?.end_date ?? 0,
        items: [{ price: running?.items[0]?.price as string }],
      },
      { items: [{ price: less.id }], duration: { interval: 'month', interval_count: 1 } },
    ],
  })
  await advanceClock(stripe, clock.id, at('2026-04-15T00:00:00'))
  expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ schedule })
  await advanceClock(stripe, clock.id, at('2026-05-15T00:00:00'))
  expect(await stripe.subscriptions.retrieve(id)).toMatchObject({
    schedule: null,
    items: { data: [{ price: { id: less.id } }] },
  })
  expect(await stripe.subscriptionSchedules.retrieve(schedule)).toMatchObject({ status: 'released' })
  await expect(stripe.subscriptionSchedules.release(schedule)).rejects.toMatchObject({ statusCode: 400 })
  await expect(stripe.subscriptionSchedules.create({ from_subscription: 'sub_unknown' })).rejects.toMatchObject({
    code: 'resource_missing',
  })
})
