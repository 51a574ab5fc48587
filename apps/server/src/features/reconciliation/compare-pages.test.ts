import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inTransaction } from '@slipstream/db/client'
import { orders } from '@slipstream/db/tables/orders'
import { ledgerEntries } from '@slipstream/db/tables/payments'
import { users } from '@slipstream/db/tables/users'
import { createOrder } from '@slipstream/db/testing/order-factories'
import { createUser } from '@slipstream/db/testing/factories'
import { enqueue } from '#lib/jobs/jobs.ts'
import { openEmptiedStore } from '#testing/buying-store.ts'
import { runJobs } from '#testing/run-jobs.ts'
import { compareList, type Movement } from './compare-pages.service.ts'

const store = await openEmptiedStore()
const PERIOD = { since: new Date('2026-11-01T00:00:00Z'), until: new Date('2026-11-02T00:00:00Z') }
const at = (time: string) => new Date(`2026-11-01T${time}Z`)
const paid = (stripeId: string, time: string, amountCents = 100): Movement => ({
  kind: 'payment',
  stripeId,
  amountCents,
  at: at(time),
})

/** Both newest first: Stripe's pages, and what the ledger has. */
const compare = async (pages: Movement[][], ledger: Movement[]) => {
  const { id: userId } = await createUser(store.db)
  const order = await createOrder(store.db, { userId })
  await store.db.insert(ledgerEntries).values(ledger.map((one) => ({ ...one, orderId: order.id })))
  const asked: Movement[][] = []
  const tally = await compareList(store.db, PERIOD, {
    kinds: ['payment'],
    pages: async function* () {
      for (const movements of pages) {
        asked.push(movements)
        yield { movements, readTo: movements.at(-1)?.at ?? PERIOD.since }
      }
    },
  })
  const idsOf = (movements: Movement[]) => movements.map(({ stripeId }) => stripeId).sort()
  return {
    theirCents: tally.theirCents,
    notInLedger: idsOf(tally.notInLedger),
    notAtStripe: idsOf(tally.notAtStripe),
    timesRead: asked.length / Math.max(1, pages.length),
  }
}

const RIGHT = { notInLedger: [], notAtStripe: [], timesRead: 1 }

test('pages that end within the same second are compared as one', async () => {
  const all = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => paid(name, '12:00:00'))
  const pages = [
    [paid('new', '13:00:00'), ...all.slice(0, 1)],
    all.slice(1, 3),
    all.slice(3),
    [paid('old', '01:00:00')],
  ]
  expect(await compare(pages, pages.flat())).toEqual({ ...RIGHT, theirCents: 800 })
})

test('every movement that one side lacks or counts differently is found, on whichever page it would be', async () => {
  const same = [paid('a', '20:00:00'), paid('b', '15:00:00'), paid('c', '10:00:00'), paid('d', '05:00:00')]
  const theirs = [
    [paid('only_1', '21:00:00'), same[0]!],
    [same[1]!, paid('x', '12:00:00', 500)],
    [same[2]!, same[3]!],
  ]
  const ours = [...same, paid('x', '12:00:00', 400), paid('only_2', '23:00:00'), paid('only_3', '00:00:00')]
  expect(await compare(theirs, ours)).toEqual({
    theirCents: 1_000,
    notInLedger: ['only_1', 'x'],
    notAtStripe: ['only_2', 'only_3', 'x'],
    timesRead: 2,
  })
})

test('an entry that was booked under another time than at Stripe is no difference', async () => {
  const pages = [[paid('a', '20:00:00')], [paid('b', '10:00:00')]]
  const ours = [paid('a', '02:00:00'), paid('b', '22:00:00')]
  expect(await compare(pages, ours)).toEqual({ ...RIGHT, theirCents: 200, timesRead: 2 })
})

test('if Stripe lists nothing, all of the ledger is missing there', async () => {
  expect(await compare([], [paid('a', '12:00:00')])).toMatchObject({ notAtStripe: ['a'], theirCents: 0 })
})

test('addresses of deleted buyers are removed even if the money check fails', async () => {
  const { id: userId } = await createUser(store.db)
  await createOrder(store.db, { userId, status: 'canceled', email: 'gone@customer.example' })
  await store.db.update(users).set({ erasedAt: sql`now()` })
  await store.stripe.fault({ kind: 'error', call: 'GET /v1/charges' })
  await inTransaction(store.db, async (tx) => {
    await enqueue(tx, 'payments.check_money', {})
    await enqueue(tx, 'payments.forget_buyers', {})
  })
  await runJobs(store)
  expect(await store.db.select({ email: orders.email }).from(orders)).toEqual([{ email: null }])
})
