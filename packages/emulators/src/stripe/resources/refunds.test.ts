import { beforeEach, describe, expect, test } from 'vitest'
import type { CardName } from '../core/cards.ts'
import { stripeForThisFile } from '../testing/stripe-for-this-file.ts'

const { stripe, control } = await stripeForThisFile()

beforeEach(() => control.reset())

/** A payment that is refunded at once, as far as its card allows. */
const refunded = async (card: CardName, amount?: number) => {
  const { id } = await stripe.paymentIntents.create({
    amount: 1_500,
    currency: 'usd',
    payment_method: card,
    confirm: true,
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
  })
  return stripe.refunds.create({ payment_intent: id, ...(amount !== undefined && { amount }) })
}
const chargeOf = async (refund: string) => {
  const { charge } = await stripe.refunds.retrieve(refund, { expand: ['charge'] })
  if (charge === null || typeof charge === 'string') throw new Error('The charge was not expanded.')
  return charge
}
const told = async () => {
  const { data } = await stripe.events.list({ types: ['refund.created', 'refund.updated', 'refund.failed'] })
  return data.map(({ type, data: { object, previous_attributes: before } }) => [type, object, before]).reverse()
}

describe('a refund of the failing test card', () => {
  test('a refund of the failing test card seems to succeed and fails after an hour', async () => {
    const { id, status } = await refunded('pm_card_refundFail')
    expect(status).toBe('succeeded')
    expect(await chargeOf(id)).toMatchObject({ refunded: true, amount_refunded: 1_500 })
    expect(await control.money()).toMatchObject({ usd: { refunded: 1_500, net: 0 } })
    await control.advance({ minutes: 59 })
    expect(await stripe.refunds.retrieve(id)).toMatchObject({ status: 'succeeded' })

    await control.advance({ minutes: 2 })
    const failed = { id, status: 'failed', failure_reason: 'expired_or_canceled_card' }
    expect(await stripe.refunds.retrieve(id)).toMatchObject(failed)
    expect(await chargeOf(id)).toMatchObject({ refunded: false, amount_refunded: 0 })
    expect(await control.money()).toMatchObject({ usd: { refunded: 0, net: 1_500, refunds: 0 } })
    expect(await told()).toEqual([
      ['refund.created', expect.objectContaining({ id, status: 'succeeded' }), undefined],
      ['refund.updated', expect.objectContaining(failed), { status: 'succeeded' }],
      ['refund.failed', expect.objectContaining(failed), undefined],
    ])
    await control.advance({ days: 30 })
    expect(await told()).toHaveLength(3)
  })

  test('a refund of the failing test card can be retried and fails again', async () => {
    const { id, payment_intent } = await refunded('pm_card_refundFail', 500)
    await control.advance({ hours: 2 })
    const again = await stripe.refunds.create({ payment_intent: payment_intent as string })
    expect(again).toMatchObject({ amount: 1_500, status: 'succeeded' })
    await control.advance({ hours: 2 })
    const { data } = await stripe.refunds.list({ payment_intent: payment_intent as string })
    expect(data.map((one) => [one.id, one.status])).toEqual([
      [again.id, 'failed'],
      [id, 'failed'],
    ])
  })
})

test('a refund of the slow test card is pending and succeeds after an hour', async () => {
  const { id, status } = await refunded('pm_card_pendingRefund')
  expect(status).toBe('pending')
  expect(await control.money()).toMatchObject({ usd: { refunded: 0 } })
  await control.advance({ minutes: 61 })
  expect(await stripe.refunds.retrieve(id)).toMatchObject({ status: 'succeeded' })
  expect(await control.money()).toMatchObject({ usd: { refunded: 1_500 } })
  expect((await told()).map(([type, , before]) => [type, before])).toEqual([
    ['refund.created', undefined],
    ['refund.updated', { status: 'pending' }],
  ])
})

describe('a refund settled through the control API', () => {
  test('a succeeded refund can be made to fail, whatever the card', async () => {
    const { id } = await refunded('pm_card_visa', 400)
    expect(await control.settleRefund(id, 'failed')).toMatchObject({ status: 'failed' })
    expect(await chargeOf(id)).toMatchObject({ amount_refunded: 0 })
    await expect(control.settleRefund(id, 'failed')).rejects.toThrow('has failed already')
    await expect(control.settleRefund(id, 'succeeded')).rejects.toThrow('has failed already')
  })

  test('only a pending refund can be canceled', async () => {
    const { id } = await refunded('pm_card_pendingRefund')
    expect(await control.settleRefund(id, 'canceled')).toMatchObject({ status: 'canceled' })
    expect(await chargeOf(id)).toMatchObject({ amount_refunded: 0, refunded: false })
    expect((await told()).map(([type]) => type)).toEqual(['refund.created', 'refund.updated'])
    await expect(control.settleRefund((await refunded('pm_card_visa')).id, 'canceled')).rejects.toThrow(
      'succeeded already',
    )
    await expect(control.settleRefund('re_nowhere', 'failed')).rejects.toThrow('No such refund')
  })
})
