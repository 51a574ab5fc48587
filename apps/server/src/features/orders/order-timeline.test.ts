import { describe, expect, test } from 'vitest'
import { complete, openEmptiedStore } from '#testing/buying-store.ts'
import { openOrderDesk } from '#testing/order-desk.ts'

const store = await openEmptiedStore()
const desk = openOrderDesk(store)

const notesOf = async (id: number) =>
  (await desk.read(id)).timeline
    .filter(({ source }) => source === 'order')
    .map(({ what, by, detail }) => ({ what, by, detail }))

describe('the timeline of an order', () => {
  test('the timeline shows why an order was canceled', async () => {
    const { id, buyer, session } = await desk.newUnpaidOrder([1_250])
    await store.stripe.expire(session)
    await complete(buyer, session)
    expect(await notesOf(id)).toContainEqual({
      what: 'canceled',
      by: null,
      detail: { why: 'The payment page expired without a payment.' },
    })
  })

  test('the timeline shows each declined card once, with the bank’s reason', async () => {
    const { id, buyer, session } = await desk.newUnpaidOrder([1_250])
    await store.stripe.pay(session, 'pm_card_visa_chargeDeclinedInsufficientFunds').catch(() => undefined)
    await desk.settle()
    await desk.settle()
    const declined = async () => (await notesOf(id)).filter(({ what }) => what === 'card_declined')
    expect(await declined()).toEqual([
      { what: 'card_declined', by: null, detail: { why: 'insufficient_funds', stripeId: expect.any(String) } },
    ])
    await store.stripe.pay(session, 'pm_card_visa_chargeDeclined').catch(() => undefined)
    await desk.settle()
    expect((await declined()).map(({ detail }) => detail.why)).toEqual(['insufficient_funds', 'generic_decline'])
    await store.stripe.pay(session)
    await complete(buyer, session)
    expect(await declined()).toHaveLength(2)
  })

  test('the timeline shows who withdrew and the amount', async () => {
    const { id, buyer, number } = await desk.newOrder([1_250])
    await buyer.call('POST', `/api/orders/${number}/withdraw`)
    expect(await notesOf(id)).toContainEqual({
      what: 'withdrawn',
      by: buyer.row.username,
      detail: { amountCents: 1_250 },
    })
  })

  test('the timeline shows who requested a refund and who declined it, with their reasons', async () => {
    const { id, buyer, number } = await desk.newOrder([1_250])
    await buyer.call('POST', `/api/orders/${number}/refund-request`, { reason: 'It does not start' })
    await desk.call('POST', `/api/admin/orders/${id}/decline-request`, { reason: 'It starts here.' })
    const notes = await notesOf(id)
    expect(notes).toContainEqual({
      what: 'refund_requested',
      by: buyer.row.username,
      detail: { reason: 'It does not start' },
    })
    expect(notes).toContainEqual({
      what: 'request_declined',
      by: desk.admin().username,
      detail: { reason: 'It starts here.' },
    })
  })

  test('the timeline shows that Stripe refused a refund and why', async () => {
    const { id, session } = await desk.newOrder([1_250])
    await store.stripe.treatDeliveries({ dropPercent: 100 })
    await store.stripe.refund(session, 1_000)
    await desk.refund(id)
    expect(await notesOf(id)).toContainEqual({
      what: 'refund_failed',
      by: null,
      detail: { amountCents: 1_250, error: expect.stringContaining('greater than unrefunded') },
    })
  })

  test.each(['won', 'lost'] as const)(
    'the timeline shows that an order was disputed, who submitted evidence, and that the dispute was %s',
    async (outcome) => {
      const { id, session } = await desk.newOrder([1_250])
      const dispute = await store.stripe.dispute(session)
      await desk.settle()
      await desk.call('POST', `/api/admin/orders/${id}/evidence`)
      await store.stripe.closeDispute(dispute.id, outcome)
      await desk.settle()
      const detail = { stripeId: dispute.id, amountCents: 1_250, reason: 'fraudulent' }
      const notes = await notesOf(id)
      expect(notes).toContainEqual({ what: 'disputed', by: null, detail })
      expect(notes).toContainEqual({ what: `dispute_${outcome}`, by: null, detail })
      expect(notes).toContainEqual({
        what: 'evidence_sent',
        by: desk.admin().username,
        detail: { stripeId: dispute.id },
      })
    },
  )

  test('the timeline shows who removed a mod from the locker and why', async () => {
    const { id, mods } = await desk.newOrder([1_250])
    await desk.revokeFirst(id)
    expect(await notesOf(id)).toContainEqual({
      what: 'mod_revoked',
      by: desk.admin().username,
      detail: { title: mods[0]?.title, reason: 'Shared with others' },
    })
  })
})
