import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { InvoiceDocument } from '@slipstream/contract/invoices'
import type { Order } from '@slipstream/contract/orders'
import { inTransaction } from '@slipstream/db/client'
import { PERSONAL_DATA } from '#all-personal-data.ts'
import { erasePerson } from '#features/account/personal-data.service.ts'
import { compareBooks } from '#features/reconciliation/compare-books.service.ts'
import { changeSettings } from '#features/settings/settings.service.ts'
import { type Buyer, buy, newBuyer, newMods, openEmptiedStore } from '#testing/buying-store.ts'
import { expectMoneyIsRight } from '#testing/money-check.ts'
import { openOrderDesk } from '#testing/order-desk.ts'
import { runJobs } from '#testing/run-jobs.ts'
import { invoicesPersonalData } from './invoices.personal-data.ts'

const store = await openEmptiedStore()
const desk = openOrderDesk(store)

const documentsOf = async ({ call }: Buyer, number: string): Promise<InvoiceDocument[]> =>
  (await call('GET', `/api/orders/${number}`)).json<Order>().documents
const numbersOf = (documents: readonly InvoiceDocument[]) => documents.map(({ number }) => number)
const YEAR = new Date().getUTCFullYear()
const SELLER = {
  sellerName: 'Harlan Works',
  sellerAddress: '1 Pit Lane',
  sellerTaxId: 'DE123',
  taxNote: 'No VAT, § 19.',
}
const BILLING = { name: 'Łódź Rally Sp. z o.o.', address: 'Piotrkowska 1\n90-001 Łódź', taxId: 'PL123' }
const setSeller = (values: Partial<typeof SELLER> = SELLER) =>
  inTransaction(store.db, (tx) => changeSettings(tx, values))

describe('[LEGAL-08] an invoice', () => {
  test('[LEGAL-08] an invoice states the seller, the tax note, the buyer’s details and the card that Stripe reports', async () => {
    await setSeller()
    const buyer = await newBuyer(store, await newMods(store, [1_250, 900]))
    expect((await buyer.call('PATCH', '/api/account', { billing: BILLING })).json()).toMatchObject({ billing: BILLING })
    const { number } = await buy(store, buyer, { card: 'pm_card_mastercard' })
    expect(await documentsOf(buyer, number)).toMatchObject([
      {
        kind: 'invoice',
        number: `INV-${YEAR}-000001`,
        orderNumber: number,
        amountCents: 2_150,
        seller: { name: 'Harlan Works', address: '1 Pit Lane', taxId: 'DE123', taxNote: 'No VAT, § 19.' },
        buyer: { name: buyer.row.username, email: buyer.row.email, billing: BILLING },
        lines: [{ amountCents: 1_250 }, { amountCents: 900 }],
        payment: { kind: 'card', brand: 'mastercard', last4: '4444' },
        refersTo: null,
      },
    ])
    await expectMoneyIsRight(store)
  })

  test('[LEGAL-08] an issued invoice stays unchanged, whatever seller and buyer change later', async () => {
    await setSeller()
    const buyer = await newBuyer(store, await newMods(store, [1_250]))
    await buyer.call('PATCH', '/api/account', { billing: BILLING })
    const { number } = await buy(store, buyer)
    const before = await documentsOf(buyer, number)
    await setSeller({ sellerName: 'Another', taxNote: 'VAT included.' })
    await buyer.call('PATCH', '/api/account', { billing: { name: '', address: '', taxId: '' } })
    expect(await documentsOf(buyer, number)).toEqual(before)
    await expect(store.db.execute(sql`update invoices set amount_cents = 1`)).rejects.toThrow()
    await expect(
      store.db.execute(sql`update invoices set content = jsonb_set(content, '{buyer,billing}', 'null')`),
    ).rejects.toThrow()
  })

  test('a free order has no invoice and draws no number', async () => {
    const buyer = await newBuyer(store, await newMods(store, [0]))
    const answer = await buyer.call('GET', '/api/checkout/quote')
    const { quote } = answer.json<{ quote: string }>()
    const bought = await buyer.call('POST', '/api/checkout', {
      key: crypto.randomUUID(),
      quote,
      consents: { delivery: true, withdrawal: true },
    })
    expect(await documentsOf(buyer, bought.json<{ orderNumber: string }>().orderNumber)).toEqual([])
    expect((await store.db.execute(sql`select from invoice_counters`)).rows).toEqual([])
  })
})

describe('[LEGAL-08] a credit note', () => {
  test('[LEGAL-08] each refund, even a partial one, gets a credit note with its own number that refers to the invoice', async () => {
    const { id, buyer, number, mods } = await desk.newOrder([1_250, 900])
    const [first] = await desk.itemIds(id)
    await desk.refund(id, [first])
    await desk.refund(id)
    expect(await documentsOf(buyer, number)).toMatchObject([
      { number: `INV-${YEAR}-000001`, amountCents: 2_150 },
      {
        number: `CN-${YEAR}-000001`,
        kind: 'credit_note',
        refersTo: `INV-${YEAR}-000001`,
        amountCents: 1_250,
        lines: [{ title: mods[0]?.title, amountCents: 1_250 }],
        payment: { brand: 'visa', last4: '4242' },
      },
      { number: `CN-${YEAR}-000002`, refersTo: `INV-${YEAR}-000001`, amountCents: 900 },
    ])
    await desk.settle()
    await expectMoneyIsRight(store)
  })

  test('[LEGAL-08] a credit note is canceled by a separate document when the bank returns the refund', async () => {
    const { id, buyer, number } = await desk.newOrder([1_250])
    await desk.refund(id)
    await desk.settle()
    const { id: refund = '' } = (await store.stripe.refunds()).at(-1) ?? {}
    await store.stripe.settleRefund(refund, 'failed')
    await desk.settle()
    expect(await documentsOf(buyer, number)).toMatchObject([
      { kind: 'invoice' },
      { kind: 'credit_note', number: `CN-${YEAR}-000001` },
      { kind: 'cancellation', number: `CN-${YEAR}-000002`, refersTo: `CN-${YEAR}-000001`, amountCents: 1_250 },
    ])
    await expectMoneyIsRight(store)
  })

  test('a dispute gets no credit note, because the sale stands', async () => {
    const { buyer, number, session } = await desk.newOrder([1_250])
    await store.stripe.dispute(session)
    await desk.settle()
    expect(numbersOf(await documentsOf(buyer, number))).toEqual([`INV-${YEAR}-000001`])
    await expectMoneyIsRight(store)
  })
})

describe('orders without documents', () => {
  test('a job issues the missing documents of an order paid under the previous release, with the card read from Stripe', async () => {
    const { id, buyer, number } = await desk.newOrder([1_250, 900])
    await desk.refund(id, [(await desk.itemIds(id))[0]])
    await desk.settle()
    // The previous release leaves money in the ledger but no documents.
    await store.db.execute(sql`delete from invoices; delete from invoice_counters`)
    await store.db.execute(sql`insert into invoice_backlog (order_id) select id from orders`)
    expect(await documentsOf(buyer, number)).toEqual([])
    await store.db.execute(sql`select graphile_worker.add_job('orders.issue_invoices')`)
    await runJobs(store)
    expect(await documentsOf(buyer, number)).toMatchObject([
      { number: `INV-${YEAR}-000001`, payment: { last4: '4242' }, amountCents: 2_150 },
      { number: `CN-${YEAR}-000001`, amountCents: 1_250 },
    ])
    expect((await store.db.execute(sql`select from invoice_backlog`)).rows).toEqual([])
    await expectMoneyIsRight(store)
  })

  test('the money check reports a payment without an invoice', async () => {
    await desk.newOrder([1_250])
    await store.db.execute(sql`delete from invoices`)
    const { differences } = await compareBooks(store.db)
    expect(differences).toMatchObject([{ kind: 'invoices_match_the_ledger' }])
  })
})

describe('[LEGAL-08] personal data on invoices', () => {
  test('[LEGAL-08] deleting an account removes its username and e-mail address from invoices and keeps the billing details', async () => {
    const buyer = await newBuyer(store, await newMods(store, [1_250]))
    await buyer.call('PATCH', '/api/account', { billing: BILLING })
    const { number } = await buy(store, buyer)
    const told = await inTransaction(store.db, (tx) => invoicesPersonalData.collect(tx, buyer.row.id))
    expect(told).toMatchObject({
      billing: BILLING,
      documents: [{ number: `INV-${YEAR}-000001`, order: number, buyer: { billing: BILLING } }],
    })
    await inTransaction(store.db, (tx) => erasePerson(tx, PERSONAL_DATA, buyer.row.id))
    const { rows } = await store.db.execute(sql`select content -> 'buyer' as buyer from invoices`)
    expect(rows).toEqual([{ buyer: { name: null, email: null, billing: BILLING } }])
    expect((await store.db.execute(sql`select from billing_details`)).rows).toEqual([])
    await expectMoneyIsRight(store)
  })
})
