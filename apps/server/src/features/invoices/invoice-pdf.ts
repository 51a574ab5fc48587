import type PDFDocument from 'pdfkit'
import { INVOICE_TITLES, INVOICE_TOTALS, paymentText, taxLine } from '@slipstream/contract/invoice-texts'
import type { InvoiceDocument } from '@slipstream/contract/invoices'
import { cents, formatUsd } from '@slipstream/contract/money'
import { loadFonts, MISSING_NOTE } from './pdf-fonts.ts'

const LEFT = 50
const RIGHT = 545
const WIDTH = RIGHT - LEFT
const BOTTOM = 770
const GREY = '#555555'
/** The column of amounts, and the gap before it. */
const AMOUNT = 90
const GAP = 15

type Pdf = InstanceType<typeof PDFDocument>

interface Page {
  pdf: Pdf
  show: (text: string) => string
}

/** The same document always gives the same bytes: the time in it is the time of issue. */
export const drawPdf = async (document: InvoiceDocument): Promise<Buffer> => {
  const [{ default: Document }, fonts] = await Promise.all([import('pdfkit'), loadFonts()])
  const title = `${INVOICE_TITLES[document.kind]} ${document.number}`
  const pdf = new Document({
    size: 'A4',
    margins: { top: 50, left: LEFT, right: LEFT, bottom: 40 },
    bufferPages: true,
    lang: 'en-US',
    displayTitle: true,
    info: { Title: title, Author: fonts.show(document.seller.name), CreationDate: new Date(document.issuedAt) },
  })
  const chunks: Buffer[] = []
  const finished = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
    pdf.on('end', () => resolve(Buffer.concat(chunks)))
    pdf.on('error', reject)
  })
  pdf.registerFont('regular', fonts.regular).registerFont('bold', fonts.bold)
  let isComplete = true
  const show = (text: string) => {
    const shown = fonts.show(text)
    isComplete &&= shown.split('□').length === text.split('□').length
    return shown
  }
  const page = { pdf, show }
  drawHead(page, document, title)
  drawLines(page, document)
  drawTotals(page, document)
  if (!isComplete) drawNote(page, MISSING_NOTE)
  numberPages(page, document)
  pdf.end()
  return finished
}

const write = ({ pdf, show }: Page, text: string, size: number, { isBold = false, color = 'black' } = {}) =>
  pdf
    .font(isBold ? 'bold' : 'regular')
    .fontSize(size)
    .fillColor(color) && show(text)

const drawHead = (page: Page, document: InvoiceDocument, title: string) => {
  const { pdf } = page
  const { seller } = document
  pdf.text(write(page, title, 17, { isBold: true }), LEFT, 50, { width: 290 })
  const headEnd = pdf.y
  pdf.text(write(page, seller.name, 10, { isBold: true }), 355, 52, { width: RIGHT - 355, align: 'right' })
  const about = [seller.address, seller.taxId && `Tax number ${seller.taxId}`, seller.email].filter(Boolean).join('\n')
  pdf.text(write(page, about, 9, { color: GREY }), { width: RIGHT - 355, align: 'right' })
  pdf.y = Math.max(headEnd, pdf.y) + 25
  for (const [name, value] of factsOf(document)) drawFact(page, name, value)
}

const factsOf = (document: InvoiceDocument): [string, string][] => {
  const { kind, buyer, payment, refersTo } = document
  const method = paymentText(payment)
  const { billing } = buyer
  const billedTo = billing
    ? [billing.name || buyer.name, billing.address, billing.taxId && `Tax number ${billing.taxId}`]
    : [buyer.name]
  return [
    ['Date of issue', document.issuedOn],
    [kind === 'invoice' ? 'Date of payment' : 'Date of refund', document.movedOn],
    ['Order', document.orderNumber],
    ...(refersTo === null ? [] : [[kind === 'credit_note' ? 'For invoice' : 'Cancels', refersTo] as [string, string]]),
    ['Billed to', [...billedTo, buyer.email].filter(Boolean).join('\n') || 'A deleted account'],
    ...(method === null ? [] : [[kind === 'invoice' ? 'Paid with' : 'Refunded to', method] as [string, string]]),
  ]
}

const drawFact = (page: Page, name: string, value: string) => {
  const { pdf } = page
  const text = write(page, value, 10)
  breakPage(page, pdf.heightOfString(text, { width: WIDTH - 120 }))
  const top = pdf.y
  pdf.text(write(page, name, 10, { color: GREY }), LEFT, top, { width: 110 })
  pdf.text(write(page, value, 10), LEFT + 120, top, { width: WIDTH - 120 })
  pdf.y += 4
}

/** Starts a new page if the next block does not fit on this one. PDFKit splits text that is longer than a page. */
const breakPage = ({ pdf }: Page, height: number) => {
  if (pdf.y + height <= BOTTOM) return
  pdf.addPage()
  pdf.y = 50
}

const rule = ({ pdf }: Page) => {
  pdf.moveTo(LEFT, pdf.y).lineTo(RIGHT, pdf.y).lineWidth(0.5).strokeColor('#bbbbbb').stroke()
  pdf.y += 7
}

const drawLines = (page: Page, { lines, kind }: InvoiceDocument) => {
  const { pdf } = page
  pdf.y += 18
  drawRow(page, { name: 'Mod', amount: kind === 'invoice' ? 'Price' : 'Amount', size: 9, color: GREY })
  rule(page)
  for (const { title, priceCents, discountCents, amountCents } of lines) {
    const note = discountCents > 0 ? `${formatUsd(priceCents)} less ${formatUsd(discountCents)}` : ''
    drawRow(page, { name: title, note, amount: formatUsd(amountCents) })
  }
  rule(page)
}

interface Row {
  name: string
  amount: string
  note?: string
  size?: number
  color?: string
  isBold?: boolean
  left?: number
}

const drawRow = (
  page: Page,
  { name, amount, note = '', size = 10, color = 'black', isBold = false, left = LEFT }: Row,
) => {
  const { pdf } = page
  const width = RIGHT - AMOUNT - GAP - left
  breakPage(
    page,
    pdf
      .font('regular')
      .fontSize(size)
      .heightOfString(page.show(`${name}\n${note}`), { width }),
  )
  const top = pdf.y
  pdf.text(write(page, amount, size, { color, isBold }), RIGHT - AMOUNT, top, { width: AMOUNT, align: 'right' })
  pdf.text(write(page, name, size, { color, isBold }), left, top, { width })
  if (note !== '') pdf.text(write(page, note, size - 1.5, { color: GREY }), left, pdf.y, { width })
  pdf.y += 6
}

const drawTotals = (page: Page, document: InvoiceDocument) => {
  const { kind, lines, amountCents, couponCode, seller } = document
  const left = 300
  const discount = lines.reduce((sum, line) => sum + line.discountCents, 0)
  if (discount > 0) {
    const subtotal = lines.reduce((sum, line) => sum + line.priceCents, 0)
    drawRow(page, { name: 'Subtotal', amount: formatUsd(cents(subtotal)), color: GREY, left })
    const name = couponCode === null ? 'Discounts' : `Discounts, coupon ${couponCode}`
    drawRow(page, { name, amount: `−${formatUsd(cents(discount))}`, color: GREY, left })
  }
  drawRow(page, { name: INVOICE_TOTALS[kind], amount: formatUsd(amountCents), size: 12, isBold: true, left })
  page.pdf.text(write(page, `US dollars. ${taxLine(seller.taxNote)}`, 9, { color: GREY }), LEFT, page.pdf.y, {
    width: WIDTH,
    align: 'right',
  })
}

const drawNote = (page: Page, text: string) => {
  page.pdf.y += 20
  breakPage(page, 30)
  page.pdf.text(write(page, text, 8, { color: GREY }), LEFT, page.pdf.y, { width: WIDTH })
}

const numberPages = (page: Page, { number }: InvoiceDocument) => {
  const { pdf } = page
  const { count } = pdf.bufferedPageRange()
  if (count === 1) return
  for (let place = 0; place < count; place++) {
    pdf.switchToPage(place)
    const text = write(page, `${number}, page ${place + 1} of ${count}`, 8, { color: GREY })
    // No bottom margin, because the library would start another page for a text inside it.
    pdf.page.margins.bottom = 0
    pdf.text(text, LEFT, 805, { width: WIDTH, align: 'center' })
  }
}
