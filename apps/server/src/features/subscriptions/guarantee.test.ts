import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Download } from '@slipstream/contract/locker'
import { inTransaction } from '@slipstream/db/client'
import { guaranteeUses } from '@slipstream/db/tables/subscriptions'
import type { users } from '@slipstream/db/tables/users'
import { createPlan } from '@slipstream/db/testing/subscription-factories'
import { RETENTION } from '#all-retention.ts'
import { alterStripe } from '#testing/altered-stripe.ts'
import { type Buyer, newBuyer, openEmptiedStore } from '#testing/buying-store.ts'
import { expectMoneyIsRight } from '#testing/money-check.ts'
import { newestMail } from '#testing/mailed-secret.ts'
import { freshName } from '#testing/people.ts'
import { createReleasedMod, requestDownload } from '#testing/released-mod.ts'
import { runJobs } from '#testing/run-jobs.ts'
import { mineOf, readRow, settle, subscribe } from '#testing/subscribers.ts'

const store = await openEmptiedStore()

const outcome = ({ statusCode, json }: { statusCode: number; json: () => { code?: string } }) => [
  statusCode,
  json().code,
]
const takeBack = async (buyer: Buyer) => outcome(await buyer.call('POST', '/api/subscription/refund'))
const isUsed = async (buyer: Buyer) =>
  (await buyer.call('GET', '/api/subscription/guarantee')).json<{ isUsed: boolean }>().isUsed
const REFUSED = [409, 'subscriptions.refunded_before']

type Details = Partial<typeof users.$inferInsert>

/** Subscribes, gets the money back and deletes the account. */
const useAndLeave = async (details: Details, alter?: (buyer: Buyer) => Promise<void>) => {
  const buyer = await newBuyer(store, [], details)
  await subscribe(store, buyer, await createPlan(store.db))
  await alter?.(buyer)
  expect(await takeBack(buyer)).toEqual([200, undefined])
  await settle(store)
  const answer = await buyer.call('DELETE', '/api/account', { username: buyer.row.username })
  expect(answer.statusCode, answer.body).toBe(200)
  await runJobs(store)
}

const freshAddress = () => `${freshName()}@customer.example`

describe('[LEGAL-04] the money-back guarantee, once per person', () => {
  test('a person who deleted the account and comes back with the same name and address can buy Premium, without the guarantee', async () => {
    const same = { username: freshName(), email: freshAddress() }
    await useAndLeave(same)
    const again = await newBuyer(store, [], same)
    expect(await isUsed(again)).toBe(true)
    await subscribe(store, again, await createPlan(store.db))
    await runJobs(store)
    expect(await mineOf(again)).toMatchObject({ state: 'active', refundableUntil: null })
    expect((await newestMail(store, same.email)).text).toContain('applies once per person and was used before')
    expect(await takeBack(again)).toEqual(REFUSED)
    await expectMoneyIsRight(store)
  })

  test('a person is recognized by the Discord account alone, and by the card alone', async () => {
    const discordId = '80351110224678912'
    const pay = (buyer: Buyer) =>
      alterStripe(store, ({ paymentMethods }) => {
        for (const method of Object.values(paymentMethods ?? {}) as { card?: object }[]) {
          Object.assign(method.card ?? {}, { fingerprint: 'sameCard' })
        }
      }).then(async () => {
        await store.db.execute(
          sql`update subscriptions set card_fingerprint = 'sameCard' where user_id = ${buyer.row.id}`,
        )
      })
    await useAndLeave({ email: freshAddress(), discordId }, pay)
    expect(await isUsed(await newBuyer(store, [], { email: freshAddress(), discordId }))).toBe(true)

    const withCard = await newBuyer(store, [], { email: freshAddress() })
    expect(await isUsed(withCard)).toBe(false)
    await subscribe(store, withCard, await createPlan(store.db))
    await pay(withCard)
    expect(await mineOf(withCard)).toMatchObject({ state: 'active', refundableUntil: null })
    expect(await takeBack(withCard)).toEqual(REFUSED)
  })

  test('the card that Stripe charged is remembered by its number, not by the payment method', async () => {
    const buyer = await newBuyer(store, [])
    await subscribe(store, buyer, await createPlan(store.db))
    const { cardFingerprint } = await readRow(store, buyer)
    expect(cardFingerprint).toMatch(/^\w{16}$/)
    await settle(store)
    await takeBack(buyer)
    const uses = await store.db.select().from(guaranteeUses)
    expect(uses.map(({ kind }) => kind).toSorted()).toEqual(['address', 'card'])
    for (const { hash } of uses) expect([buyer.row.email, cardFingerprint]).not.toContain(hash)
  })

  test('other people keep the guarantee: the first money back is whole and needs no reason, also after a download', async () => {
    await useAndLeave({ email: freshAddress() })
    const other = await newBuyer(store, [], { email: freshAddress() })
    expect(await isUsed(other)).toBe(false)
    const { mod } = await createReleasedMod(store, { mod: { includedWithPremium: true } })
    await subscribe(store, other, await createPlan(store.db))
    expect((await requestDownload(store, other, mod.id)).json<Download>().state).toBe('ready')
    expect(await mineOf(other)).toMatchObject({ refundableCents: 699 })
    expect(await takeBack(other)).toEqual([200, undefined])
    await settle(store)
    await expectMoneyIsRight(store)
  })

  test('an address that somebody typed without confirming it costs its owner nothing, but recognizes who types it again', async () => {
    const email = freshAddress()
    await useAndLeave({ email, emailVerifiedAt: null })
    expect(await isUsed(await newBuyer(store, [], { email, emailVerifiedAt: null }))).toBe(true)
    expect(await isUsed(await newBuyer(store, [], { email }))).toBe(false)
  })

  test('of two accounts of one person that ask at the same moment, one gets the money', async () => {
    const pair = []
    for (const emailVerifiedAt of [new Date(), null]) {
      const buyer = await newBuyer(store, [], { email: 'twins@customer.example', emailVerifiedAt })
      await subscribe(store, buyer, await createPlan(store.db))
      pair.push(buyer)
    }
    const answers = await Promise.all(pair.map(takeBack))
    expect(answers).toContainEqual([200, undefined])
    expect(answers).toContainEqual(REFUSED)
  })

  test('a used guarantee is forgotten after three years', async () => {
    const email = freshAddress()
    await useAndLeave({ email })
    await store.db.execute(sql`update guarantee_uses set used_at = now() - interval '3 years 1 day'`)
    const rule = RETENTION.find(({ name }) => name === 'guarantee-uses')
    const cutoff = sql`(now() - make_interval(years => 3))`
    const { rows } = await store.db.execute<{ key: string; example: string }>(rule?.due(cutoff) ?? sql``)
    expect(rows).toHaveLength(2)
    expect(JSON.stringify(rows)).not.toContain(email)
    const keys = rows.map(({ key }) => key)
    await inTransaction(store.db, async (tx) => rule?.remove(tx, keys, cutoff))
    expect(await isUsed(await newBuyer(store, [], { email }))).toBe(false)
  })
})
