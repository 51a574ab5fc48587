import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { OwnNotification } from '@slipstream/contract/notifications'
import { orders } from '@slipstream/db/tables/orders'
import { users } from '@slipstream/db/tables/users'
import { createPlan } from '@slipstream/db/testing/subscription-factories'
import { buy, type Buyer, checkOut, newBuyer, newMods, openEmptiedStore, quoteOf } from '#testing/buying-store.ts'
import { readMailbox, subjectsTo } from '#testing/mailbox.ts'
import { mailedSecret, newestMail } from '#testing/mailed-secret.ts'
import { freshName, newPerson } from '#testing/people.ts'
import { runJobs } from '#testing/run-jobs.ts'
import { subscribe } from '#testing/subscribers.ts'

const store = await openEmptiedStore()

const freshAddress = () => `${freshName()}@customer.example`

/** A signed-in buyer whose address nobody has confirmed. */
const newUnconfirmed = async (prices: readonly number[] = [1_250]) =>
  newBuyer(store, await newMods(store, prices), { emailVerifiedAt: null })

const notMeToken = ({ text }: { text: string }) => /\/login#not-me=([\w-]+)/.exec(text)?.[1] ?? ''
const sayNotMe = (token: string) => store.call('POST', '/api/account/not-me', { body: { token } })

const rowOf = async ({ row: { id } }: Buyer) => {
  const [row] = await store.db.select().from(users).where(eq(users.id, id))
  return row
}

const askRefund = (buyer: Buyer, number: string) =>
  buyer.call('POST', `/api/orders/${number}/refund-request`, { reason: 'It does not start.' })

test('[CAP-31] a buyer pays before the address is confirmed, owns the mods at once, and gets the receipt there', async () => {
  const buyer = await newUnconfirmed()
  expect(await quoteOf(buyer)).toMatchObject({ problem: null })
  const { number } = await buy(store, buyer)
  expect((await buyer.call('GET', `/api/orders/${number}`)).json()).toMatchObject({ items: [{ isInLocker: true }] })
  const mail = await newestMail(store, buyer.row.email ?? '')
  expect(mail.subject).toContain(number)
  expect(mail.text).toContain('This was not me')
  expect(notMeToken(mail)).not.toBe('')
})

test('[CAP-31] an address typed at the checkout is the buyer’s at once, and the mailed link leads back there', async () => {
  const buyer = await newBuyer(store, await newMods(store, [1_250]), { email: null, emailVerifiedAt: null })
  expect(await quoteOf(buyer)).toMatchObject({ problem: 'checkout.email_needed' })
  const typed = freshAddress()
  const answer = await buyer.call('POST', '/api/account/email', { email: typed, backTo: '/checkout' })
  expect(answer.statusCode, answer.body).toBe(200)
  expect(await quoteOf(buyer)).toMatchObject({ problem: null })
  expect((await buyer.call('GET', '/api/auth/user')).json()).toMatchObject({ email: typed, emailVerified: false })
  expect((await newestMail(store, typed)).text).toContain(`${store.config.publicUrl}/login?next=%2Fcheckout#verify=`)
  const corrected = freshAddress()
  await buyer.call('POST', '/api/account/email', { email: corrected })
  await buy(store, buyer)
  await runJobs(store)
  expect(await subjectsTo({ row: { email: typed } })).toEqual([expect.stringContaining('Confirm')])
  expect(await subjectsTo({ row: { email: corrected } })).toContainEqual(expect.stringContaining('Your receipt'))
})

test('[CAP-31] the link is sent again without a proof, but only to the account’s own unconfirmed address', async () => {
  const buyer = await newUnconfirmed()
  await store.db.execute("update sessions set proven_at = now() - interval '1 hour'")
  const resend = (one: Buyer) => one.call('POST', '/api/account/email/confirmation', { backTo: '/subscribe' })
  expect((await resend(buyer)).statusCode).toBe(200)
  expect((await newestMail(store, buyer.row.email ?? '')).text).toContain('/login?next=%2Fsubscribe#verify=')
  expect((await resend(await newBuyer(store, []))).json()).toMatchObject({ code: 'account.nothing_to_confirm' })
  const other = await buyer.call('POST', '/api/account/email', { email: freshAddress() })
  expect(other.json()).toMatchObject({ code: 'auth.proof_required' })
})

test('an address that is already confirmed stays in use until the new one is', async () => {
  const buyer = await newBuyer(store, [])
  await buyer.call('POST', '/api/account/email', { email: freshAddress() })
  expect(await rowOf(buyer)).toMatchObject({ email: buyer.row.email })
})

test('[CAP-31] a person who gets the receipt of somebody else stops all mails about that account with the link in it', async () => {
  const buyer = await newUnconfirmed()
  const { number } = await buy(store, buyer)
  const strangers = buyer.row.email ?? ''
  const token = notMeToken(await newestMail(store, strangers))
  // A scanner of mails opens links, but sends no form.
  expect(await rowOf(buyer)).toMatchObject({ email: strangers })
  for (let again = 0; again < 2; again++) expect((await sayNotMe(token)).statusCode).toBe(200)
  expect(await rowOf(buyer)).toMatchObject({ email: null })
  expect(await store.db.select({ email: orders.email }).from(orders)).toEqual([{ email: null }])

  const own = freshAddress()
  await buyer.call('POST', '/api/account/email', { email: own })
  expect((await askRefund(buyer, number)).statusCode).toBeLessThan(300)
  await runJobs(store)
  expect(await subjectsTo({ row: { email: strangers } })).toHaveLength(1)
  expect(await subjectsTo({ row: { email: own } })).toContainEqual(expect.stringContaining(number))
})

test('the link of an earlier receipt removes no address that its owner has confirmed, and an invented one nothing', async () => {
  const buyer = await newUnconfirmed()
  await buy(store, buyer)
  const token = notMeToken(await newestMail(store, buyer.row.email ?? ''))
  await store.db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, buyer.row.id))
  expect((await sayNotMe(token)).statusCode).toBe(200)
  expect(await rowOf(buyer)).toMatchObject({ email: buyer.row.email })
  expect((await sayNotMe('x'.repeat(80))).statusCode).toBe(410)
})

test('free mods send nobody a receipt at an address that is not confirmed', async () => {
  const buyer = await newUnconfirmed([0])
  expect((await checkOut(buyer)).statusCode).toBe(200)
  await runJobs(store)
  expect(await readMailbox(buyer.row.email ?? '', 0)).toEqual([])
})

test('a changed password is mailed to a confirmed address only', async () => {
  const [unconfirmed, confirmed] = [await newPerson(store, { emailVerifiedAt: null }), await newPerson(store)]
  for (const { call } of [unconfirmed, confirmed]) {
    const answer = await call('POST', '/api/account/password', { password: 'an entirely new password' })
    expect(answer.statusCode, answer.body).toBe(200)
  }
  await runJobs(store)
  expect(await subjectsTo(confirmed)).toHaveLength(1)
  expect(await subjectsTo(unconfirmed, 0)).toEqual([])
})

test('[CAP-31] a subscriber without a confirmed address gets the mails of the subscription and the link that cancels it', async () => {
  const buyer = await newUnconfirmed([])
  await subscribe(store, buyer, await createPlan(store.db))
  await runJobs(store)
  const email = buyer.row.email ?? ''
  expect(await subjectsTo(buyer)).toContainEqual(expect.stringContaining('Welcome to Premium'))
  await store.call('POST', '/api/subscription/cancel-link', { body: { email } })
  const token = await mailedSecret(store, email, 'cancel')
  const answer = await store.call('POST', '/api/subscription/cancel-by-link', { body: { token } })
  expect(answer.statusCode, answer.body).toBe(200)
})

test('an owner with a password and no confirmed address is told once to confirm it', async () => {
  const buyer = await newUnconfirmed()
  await buy(store, buyer)
  await store.db.execute('delete from cart_items')
  const [other] = await newMods(store, [900])
  await buyer.call('POST', '/api/cart', { modId: other?.id })
  await buy(store, buyer)
  const { items } = (await buyer.call('GET', '/api/notifications')).json<{ items: OwnNotification[] }>()
  expect(items.filter(({ kind }) => kind === 'account')).toHaveLength(1)
})
