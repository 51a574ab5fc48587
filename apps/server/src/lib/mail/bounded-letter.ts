import type { Block, Letter, Row, Sender } from './letter.ts'

/** Gmail clips mails at 102 kB. With these limits our longest mail stays below that. */
const MAX = { subject: 150, preview: 140, line: 300, text: 4_000, items: 30, rows: 60 }

/** Control characters except line breaks: in a header they would start another header, in a text they show as boxes. */
const CONTROLS = /[^\P{C}\n\u200C\u200D]/gu

/** One line, for subjects, labels and headings. */
const line = (words: string, max = MAX.line) => clip(words.replaceAll(/\s+/g, ' ').replaceAll(CONTROLS, '').trim(), max)

const paragraph = (words: string) =>
  clip(words.replaceAll(/\r\n?/g, '\n').replaceAll('\t', ' ').replaceAll(CONTROLS, '').trim(), MAX.text)

const clip = (words: string, max: number) => {
  const signs = [...words]
  return signs.length > max ? `${signs.slice(0, max - 1).join('')}…` : words
}

const row = ({ label, value, picture }: Row): Row => ({
  label: line(label),
  value: line(value, 60),
  picture: picture && { src: webAddress(picture.src), alt: line(picture.alt) },
})

const rows = (all: readonly Row[]): Row[] => {
  const shown = all.slice(0, MAX.rows).map(row)
  return all.length > shown.length ? [...shown, { label: `and ${all.length - shown.length} more`, value: '' }] : shown
}

const block = (one: Block): Block => {
  switch (one.kind) {
    case 'text':
      return { ...one, text: paragraph(one.text) }
    case 'rows':
      return { ...one, rows: rows(one.rows), ...(one.total && { total: row(one.total) }) }
    case 'list':
      return { ...one, items: one.items.slice(0, MAX.items).map((item) => line(item, 2 * MAX.line)) }
    case 'quote':
      return { ...one, title: line(one.title), texts: one.texts.slice(0, MAX.items).map(paragraph) }
  }
}

/** Other schemes could run code in the reader's mail program. */
const webAddress = (url: string): string => {
  if (!/^https?:$/.test(new URL(url).protocol)) throw new Error(`not a web address for a mail: ${url}`)
  return new URL(url).href
}

/** Applies the limits of `boundedLetter` to the store's own details. */
export const boundedSender = (sender: Sender): Sender => ({
  ...sender,
  storeName: line(sender.storeName),
  sellerName: line(sender.sellerName),
  sellerAddress: paragraph(sender.sellerAddress),
  ...(sender.logoUrl && { logoUrl: webAddress(sender.logoUrl) }),
})

/** Limits a mail to safe content: no control characters, bounded lengths, web addresses only. */
export const boundedLetter = (letter: Letter): Letter => ({
  subject: line(letter.subject, MAX.subject),
  preview: line(letter.preview, MAX.preview),
  heading: line(letter.heading),
  picture: letter.picture && { src: webAddress(letter.picture.src), alt: line(letter.picture.alt) },
  body: letter.body.map(block),
  ...(letter.button && { button: { label: line(letter.button.label), url: webAddress(letter.button.url) } }),
  after: (letter.after ?? []).map(block),
  reason: line(letter.reason),
  ...(letter.unsubscribeUrl && { unsubscribeUrl: webAddress(letter.unsubscribeUrl) }),
  ...(letter.isOneClick && { isOneClick: true }),
  ...(letter.notMeUrl && { notMeUrl: webAddress(letter.notMeUrl) }),
})
