import PDFDocument from 'pdfkit'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { INVOICE_KINDS } from '@slipstream/contract/invoice-texts'
import type { InvoiceDocument } from '@slipstream/contract/invoices'
import { cents } from '@slipstream/contract/money'
import { newBuyer, newMods, openEmptiedStore, buy } from '#testing/buying-store.ts'
import { openOrderDesk } from '#testing/order-desk.ts'
import { drawPdf } from './invoice-pdf.ts'
import { loadFonts } from './pdf-fonts.ts'

const store = await openEmptiedStore()
const desk = openOrderDesk(store)
afterEach(() => vi.restoreAllMocks())

const LINE = {
  title: 'Kestrel R5 Rally',
  priceCents: cents(1_499),
  discountCents: cents(200),
  amountCents: cents(1_299),
}
const DOCUMENT: InvoiceDocument = {
  number: 'INV-2026-000123',
  kind: 'invoice',
  issuedAt: '2026-11-17T21:00:00.000Z',
  issuedOn: 'November 17, 2026',
  movedOn: 'November 17, 2026',
  orderNumber: 'SL-2026-000321',
  amountCents: cents(1_299),
  seller: { name: 'Harlan Works', address: '1 Pit Lane', taxId: 'DE123', email: 'a@b.example', taxNote: 'No VAT.' },
  buyer: { name: 'rally_fan', email: 'rally@customer.example', billing: null },
  lines: [LINE],
  couponCode: null,
  payment: { kind: 'card', brand: 'visa', last4: '4242' },
  refersTo: null,
}
const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0

describe('[LEGAL-08] an invoice as PDF', () => {
  test('[LEGAL-08] buyers can download their own invoices, administrators all invoices, and other people get 404', async () => {
    const buyer = await newBuyer(store, await newMods(store, [1_250]))
    await buy(store, buyer)
    const number = `INV-${new Date().getUTCFullYear()}-000001`
    const own = await buyer.call('GET', `/api/invoices/${number}/pdf`)
    expect([own.statusCode, own.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(own.headers['content-disposition']).toBe(`attachment; filename="${number}.pdf"`)
    expect(own.headers['cache-control']).toBe('private, no-store')
    expect(own.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    expect((await desk.call('GET', `/api/admin/invoices/${number}/pdf`)).rawPayload).toEqual(own.rawPayload)
    const stranger = await newBuyer(store, [], { isAdmin: true })
    for (const name of [number, number.replace('INV', 'CN'), number.replace('000001', '000002')]) {
      const answer = await stranger.call('GET', `/api/invoices/${name}/pdf`)
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'invoices.not_found'])
    }
    expect((await stranger.call('GET', '/api/invoices/1%00/pdf')).statusCode).toBe(400)
  })

  test('a person can download at most thirty invoice PDFs a minute', async () => {
    const buyer = await newBuyer(store, await newMods(store, [1_250]))
    await buy(store, buyer)
    const number = `INV-${new Date().getUTCFullYear()}-000001`
    const statuses: number[] = []
    for (let place = 0; place < 31; place++) {
      statuses.push((await buyer.call('GET', `/api/invoices/${number}/pdf`)).statusCode)
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(30)
    expect(statuses.at(-1)).toBe(429)
  })

  test('the same document always gives the same PDF bytes', async () => {
    expect(await drawPdf(DOCUMENT)).toEqual(await drawPdf(DOCUMENT))
  })

  test('an invoice shows names in many scripts with an embedded font, and a character that it lacks becomes a box', async () => {
    const { show } = await loadFonts()
    expect(show('Łódź Ралли Ράλι שלום شركة ընկեր')).toBe('Łódź Ралли Ράλι שלום شركة ընկեր')
    expect(show('東京 😀')).toBe('□□ □')
    expect(show('a\u0000b\u202Ec\td')).toBe('abcd')
    const pdf = (await drawPdf(DOCUMENT)).toString('latin1')
    expect(pdf).toContain('SlipstreamInvoice-Regular')
    expect(pdf).not.toContain('/BaseFont /Helvetica')
  })

  test.each(INVOICE_KINDS)(
    'the font of a PDF has every character of the words that a %s itself brings',
    async (kind) => {
      const drawn = vi.spyOn(PDFDocument.prototype, 'text')
      const lines = Array.from({ length: 60 }, () => LINE)
      for (const couponCode of [null, 'RALLY10']) {
        await drawPdf({ ...DOCUMENT, kind, lines, couponCode, refersTo: 'INV-2026-000122' })
        await drawPdf({ ...DOCUMENT, kind, buyer: { ...DOCUMENT.buyer, name: '', email: null }, payment: null })
      }
      const texts = drawn.mock.calls.map(([text]) => String(text))
      expect(texts.filter((text) => text.includes('−$120.00'))).toHaveLength(2)
      expect(texts.filter((text) => text.includes('□'))).toEqual([])
    },
  )

  test('an invoice with the longest texts and two hundred mods has several pages and a bounded size', async () => {
    const long = { name: 'W'.repeat(120), address: Array(200).fill('W').join('\n'), taxId: 'W'.repeat(40) }
    const largest = await drawPdf({
      ...DOCUMENT,
      seller: { ...long, email: `${'e'.repeat(240)}@b.example`, taxNote: 'W'.repeat(200) },
      buyer: { name: null, email: null, billing: long },
      lines: Array.from({ length: 200 }, () => ({ ...LINE, title: `${'x'.repeat(80)} 東` })),
    })
    expect(pagesOf(largest)).toBeGreaterThan(8)
    expect(largest.length).toBeLessThan(60_000)
    expect((await drawPdf(DOCUMENT)).length).toBeLessThan(20_000)
  })
})
