import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import type { StripeStatus, WebhookEvent } from '@slipstream/contract/reconciliation-webhooks'
import { stripeEvents } from '@slipstream/db/tables/payments'
import { lastChanges } from '#testing/audit-log.ts'
import { buy, newBuyer, newMods, openEmptiedStore } from '#testing/buying-store.ts'
import { expectMoneyIsRight } from '#testing/money-check.ts'
import { newPerson } from '#testing/people.ts'
import { runJobs } from '#testing/run-jobs.ts'
import { redactPayload } from './redact-payload.ts'
import { readStripeStatus } from './stripe-status.service.ts'

vi.setConfig({ testTimeout: 60_000 })

const store = await openEmptiedStore()
const LIST = '/api/admin/payments/webhooks'

/** A paid order whose webhooks were delivered and processed. */
const newOrder = async () => {
  const buyer = await newBuyer(store, await newMods(store, [1_250]), { email: 'rosa.diaz@customer.example' })
  const { number } = await buy(store, buyer)
  await store.stripe.settled()
  await runJobs(store)
  return { number, buyer }
}

const newAdmin = async () => {
  const admin = await newPerson(store, { isAdmin: true })
  const list = async (query = '') =>
    (await admin.call('GET', `${LIST}${query}`)).json<{ items: WebhookEvent[]; next: string | null }>()
  return { ...admin, list }
}

test('[ROUTE-12] webhook deliveries are listed with their order and result, can be filtered, and are paged', async () => {
  const { number } = await newOrder()
  const admin = await newAdmin()
  await store.db.insert(stripeEvents).values([
    { id: 'evt_waiting', type: 'invoice.paid', objectId: 'in_1' },
    { id: 'evt_failing', type: 'invoice.paid', objectId: 'in_2', attempts: 3, error: 'Stripe is away' },
  ])
  const { items } = await admin.list(`?q=${number}`)
  expect(items.length).toBeGreaterThan(0)
  for (const event of items) expect(event).toMatchObject({ state: 'handled', error: null, order: { number } })
  expect((await admin.list(`?q=${items[0]?.id}`)).items).toEqual([items[0]])
  expect((await admin.list('?state=failing')).items).toMatchObject([
    { id: 'evt_failing', attempts: 3, error: 'Stripe is away' },
  ])
  expect((await admin.list('?state=waiting&type=invoice.paid')).items.map(({ id }) => id)).toEqual(['evt_waiting'])
  expect((await admin.list('?type=charge.refunded')).items).toEqual([])

  const all: string[] = []
  for (let after = ''; ; ) {
    const page = await admin.list(`?limit=1${after}`)
    all.push(...page.items.map(({ id }) => id))
    if (page.next === null) break
    after = `&after=${page.next}`
  }
  expect(all.toSorted()).toEqual((await admin.list()).items.map(({ id }) => id).toSorted())
})

test('[ROUTE-12] a webhook payload is read from Stripe and shown without the buyer’s personal data', async () => {
  const { number, buyer } = await newOrder()
  const admin = await newAdmin()
  const [event] = (await admin.list(`?q=${number}&type=checkout.session.completed`)).items
  const { payload } = (await admin.call('GET', `${LIST}/${event?.id}/payload`)).json<{ payload: string }>()
  expect(JSON.parse(payload)).toMatchObject({
    id: event?.id,
    type: 'checkout.session.completed',
    data: { object: { id: event?.objectId, amount_total: 1_250, customer_details: '[redacted]' } },
  })
  expect(payload).not.toContain(buyer.row.email)
  expect(payload).not.toContain('customer.example')
})

test('a payload that Stripe no longer has is null, and an event that never arrived gets a 404', async () => {
  const admin = await newAdmin()
  await store.db.insert(stripeEvents).values({ id: 'evt_old', type: 'invoice.paid', objectId: 'in_1' })
  expect((await admin.call('GET', `${LIST}/evt_old/payload`)).json()).toEqual({ payload: null })
  for (const answer of [
    await admin.call('GET', `${LIST}/evt_unknown/payload`),
    await admin.call('POST', `${LIST}/evt_unknown/replay`),
  ]) {
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, 'webhook.not_found'])
  }
})

test('a redacted payload keeps ids, states, amounts and times, and hides names, addresses and secrets', () => {
  expect(
    redactPayload({
      id: 'evt_1',
      created: 1_700_000_000,
      data: {
        object: {
          status: 'succeeded',
          currency: 'usd',
          client_secret: 'pi_1_secret_2',
          receipt_email: 'rosa@customer.example',
          billing_details: { name: 'Rosa' },
          metadata: { order: 'c0ffee00-1234', note: 'for my brother' },
          lines: [{ description: 'Solano', amount: 999 }],
          receipt_url: null,
        },
      },
    }),
  ).toEqual({
    id: 'evt_1',
    created: 1_700_000_000,
    data: {
      object: {
        status: 'succeeded',
        currency: 'usd',
        client_secret: '[redacted]',
        receipt_email: '[redacted]',
        billing_details: '[redacted]',
        metadata: { order: 'c0ffee00-1234', note: '[redacted]' },
        lines: [{ description: '[redacted]', amount: 999 }],
        receipt_url: null,
      },
    },
  })
})

test('[ROUTE-12] a replayed event is processed again, changes no money, and is audited with its actor', async () => {
  const { number } = await newOrder()
  const admin = await newAdmin()
  const [event] = (await admin.list(`?q=${number}`)).items
  const answer = await admin.call('POST', `${LIST}/${event?.id}/replay`)
  expect(answer.json()).toMatchObject({ id: event?.id, state: 'waiting', handledAt: null })
  expect(await lastChanges(store.db)).toMatchObject([
    { actorId: admin.row.id, action: 'replay', subject: 'webhook', subjectId: event?.id, subjectName: event?.type },
  ])
  await runJobs(store)
  const [row] = await store.db
    .select()
    .from(stripeEvents)
    .where(eq(stripeEvents.id, event?.id ?? ''))
  expect(row).toMatchObject({ attempts: (event?.attempts ?? 0) + 1, error: null, handledAt: expect.any(Date) })
  await expectMoneyIsRight(store)
})

test('[ROUTE-12] the Stripe status shows the mode and the last event, and never a key', async () => {
  await newOrder()
  const admin = await newAdmin()
  const answer = await admin.call('GET', '/api/admin/payments/status')
  expect(answer.json<StripeStatus>()).toMatchObject({
    mode: 'test',
    hasSecretKey: true,
    hasWebhookSecret: true,
    api: { ok: true, error: null },
    webhook: { lastReceived: { at: expect.any(String) }, unhandled: 0 },
  })
  const { secretKey, webhookSecret } = store.config.stripe
  for (const secret of [secretKey, webhookSecret]) expect(answer.body).not.toContain(secret)
})

test('the webhook endpoint counts as reachable only if this store answers at its public address', async () => {
  const { db, stripe } = store.payments
  const address = store.app.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const statusAt = async (publicUrl: string) =>
    (await readStripeStatus({ db, stripe, publicUrl, redact: (text) => text })).webhook
  const own = await statusAt(`http://127.0.0.1:${port}`)
  expect(own.reachable).toEqual({ ok: true, error: null })
  expect(own).toMatchObject({ registered: 'enabled', missingTypes: [] })
  const foreign = await statusAt(store.config.providers.stripe)
  expect(foreign).toMatchObject({ reachable: { ok: false }, registered: 'missing' })
  expect(foreign.reachable.error).toMatch(/^Something else answered there/)
})
