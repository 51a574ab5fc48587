import { describe, expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '@slipstream/contract/default-settings'
import { Settings } from '@slipstream/contract/settings'
import { openMailer } from '#gateways/mailer.ts'
import { readMailbox } from '#testing/mailbox.ts'
import { freshName } from '#testing/people.ts'
import { allLetters } from '#features/templates/sample-letters.ts'
import { sampleLetter, SENDER } from '#testing/sample-letters.ts'
import { testMailConfig } from '#testing/test-mail-config.ts'
import { type Letter, type Sender, text } from './letter.ts'
import { composeMail, sendLetter } from './send-letter.ts'
import { writtenDay, writtenTime } from './written-dates.ts'

const GMAIL_CUTS_AT_BYTES = 102_000

const partsOf = (letter: Letter, sender: Sender = SENDER) => composeMail(letter, sender)
const unescaped = (markup: string) =>
  markup
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
/** The visible text of the HTML part, in one line. */
const wordsOf = (html: string) =>
  unescaped(
    html
      .replace(/<head>.*<\/head>/s, '')
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/&(nbsp|zwnj);/g, ''),
  )
    .replaceAll(/\s+/g, ' ')
    .trim()
const all = (words: string, pattern: RegExp) => [...new Set(words.match(pattern) ?? [])]

describe('every mail', () => {
  const letters = Object.entries(allLetters({ title: 'Kestrel R4 Rally', reason: 'It stutters.' }, SENDER))

  test.each(letters)('the %s mail says the same in HTML and in plain text', (_, letter) => {
    const { text: plain, html } = partsOf(letter)
    const links = all(html, /(?<=<a [^>]*href=")[^"]+/g).map(unescaped)
    expect(links.filter((link) => !plain.includes(link))).toEqual([])
    const amounts = all(wordsOf(html), /\$[\d,.]*\d/g)
    expect(amounts.filter((amount) => !plain.includes(amount))).toEqual([])
    const plainWords = plain.replaceAll(/^(> |- |-- $)/gm, '').replaceAll(/[\s:]+/g, ' ')
    const htmlWords = wordsOf(html).replaceAll(/[\s:]+/g, ' ')
    for (const sentence of plainWords.split(/(?<=[.?!]) /))
      expect(htmlWords).toContain(sentence.trim().split(' https')[0])
  })

  test.each(letters)('the %s mail has a preview, at most one button and no machine timestamp', (_, letter) => {
    const { text: plain, html } = partsOf(letter)
    expect(letter.preview).not.toBe('')
    expect(html.match(/class="button-text"/g)?.length ?? 0).toBeLessThanOrEqual(1)
    expect(plain + wordsOf(html)).not.toMatch(/\d{4}-\d{2}-\d{2}T?/)
  })

  test.each(letters)('the %s mail works without images, scripts or remote styles', (_, letter) => {
    const { html } = partsOf(letter)
    expect(html).not.toMatch(/<script|<link|<form|<iframe|url\(|@import|@font-face/i)
    for (const image of html.match(/<img [^>]*>/g) ?? []) expect(image).toMatch(/ alt="/)
  })
})

describe('user input in mails', () => {
  const HOSTILE = `<img src=x onerror=alert(1)>"'&lt;/td>\r\nBcc: victim@mail.example\u202E\u0000`

  test.each(Object.keys(allLetters({ title: '', reason: '' }, SENDER)))(
    'user input never becomes markup in the %s mail',
    (name) => {
      const hostile: Sender = { ...SENDER, storeName: HOSTILE, sellerName: HOSTILE, sellerAddress: HOSTILE }
      const letter = allLetters({ title: HOSTILE, reason: HOSTILE }, hostile)[name] ?? sampleLetter()
      const { html } = partsOf(letter, hostile)
      expect(html).not.toMatch(/<img src=x/)
      expect(html).not.toMatch(/[\u0000\u202E]/)
      const honest = partsOf(
        allLetters({ title: 'Kestrel', reason: 'It stutters.' }, SENDER)[name] ?? sampleLetter(),
      ).html
      const tags = (markup: string) => (markup.match(/<[a-z]\w*/g) ?? []).filter((tag) => tag !== '<br')
      expect(tags(html)).toEqual(tags(honest))
    },
  )

  test('user input stays on one line in the subject and adds no header', async () => {
    const to = `${freshName()}@mail.example`
    const mailer = openMailer(testMailConfig())
    const letter = sampleLetter({ subject: `Hello ${HOSTILE}` })
    await sendLetter(mailer, { ...SENDER, contactEmail: 'help@harlan.example' }, { to, letter, messageId: to })
    mailer.close()
    const [mail] = await readMailbox(to)
    expect(mail?.subject).toBe(`Hello <img src=x onerror=alert(1)>"'&lt;/td> Bcc: victim@mail.example`)
    expect(mail?.to).toEqual([to])
    expect(Object.keys(mail?.headers ?? {}).map((name) => name.toLowerCase())).not.toContain('bcc')
  })

  test('user input cannot make a mail so long that Gmail clips it', () => {
    const endless = 'Lorem ipsum '.repeat(100_000)
    const letters = allLetters({ title: endless, reason: endless, items: 2_000 }, SENDER)
    for (const [name, letter] of Object.entries(letters)) {
      expect(Buffer.byteLength(partsOf(letter).html), name).toBeLessThan(GMAIL_CUTS_AT_BYTES)
    }
    expect(partsOf(letters.receipt ?? sampleLetter()).text).toContain('and 1940 more')
  })

  test('user input cannot make a button run a script', () => {
    const letter = sampleLetter({ button: { label: 'Click', url: 'javascript:alert(1)' } })
    expect(() => partsOf(letter)).toThrow('not a web address for a mail')
  })
})

test('a mail is marked as automatic and tells people where to reply', async () => {
  const to = `${freshName()}@mail.example`
  const mailer = openMailer(testMailConfig())
  await sendLetter(mailer, SENDER, { to, letter: sampleLetter(), messageId: to })
  mailer.close()
  const [mail] = await readMailbox(to)
  expect(mail?.headers).toMatchObject({
    'auto-submitted': 'auto-generated',
    'reply-to': SENDER.contactEmail,
    'message-id': `<${to}@slipstream.example>`,
  })
  expect(mail?.headers).not.toHaveProperty('list-unsubscribe')
  expect(mail?.html).toContain('prefers-color-scheme: dark')
})

test('a mail that can be turned off says where to do that', async () => {
  const to = `${freshName()}@mail.example`
  const mailer = openMailer(testMailConfig())
  const letter = sampleLetter({ unsubscribeUrl: 'https://store.example/profile#notifications' })
  await sendLetter(mailer, SENDER, { to, letter, messageId: to })
  mailer.close()
  const [mail] = await readMailbox(to)
  expect(mail?.headers['list-unsubscribe']).toBe('<https://store.example/profile#notifications>')
  expect(mail?.text).toContain('Turn these e-mails off: https://store.example/profile#notifications')
})

test('line breaks in user input are kept', () => {
  const { text: plain, html } = partsOf(sampleLetter({ body: [text('One.\r\nTwo.')] }))
  expect(plain).toContain('One.\nTwo.')
  expect(html).toContain('One.<br>Two.')
})

describe('dates in mails', () => {
  const at = new Date('2026-11-15T23:45:03.292Z')

  test('dates in mails are written out in the store’s time zone', () => {
    expect(writtenTime(at, 'UTC')).toBe('November 15, 2026 at 11:45 PM UTC')
    expect(writtenTime(at, 'Europe/Berlin')).toBe('November 16, 2026 at 12:45 AM GMT+1')
    expect(writtenDay(at, 'Asia/Kathmandu')).toBe('November 16, 2026')
  })

  test('dates in mails need an existing time zone', () => {
    const zone = Settings.shape.timeZone
    expect(zone.safeParse(DEFAULT_SETTINGS.timeZone).success).toBe(true)
    expect(zone.safeParse('America/New_York').success).toBe(true)
    for (const unknown of ['Mars/Olympus', '', 'CET; drop table']) expect(zone.safeParse(unknown).success).toBe(false)
  })
})

test('a mail has the store’s accent on its button and its mark, in both themes', () => {
  const accents = { accentLight: '#0b5d2a', accentDark: '#7fe3a1' }
  const { html } = partsOf(sampleLetter({ button: { label: 'Open', url: 'https://store.example' } }), {
    ...SENDER,
    ...accents,
  })
  expect(all(html, /#[0-9a-f]{6}/g)).toEqual(expect.arrayContaining(Object.values(accents)))
  expect(html).toContain('bgcolor="#0b5d2a"')
  for (const usual of [DEFAULT_SETTINGS.accentLight, DEFAULT_SETTINGS.accentDark]) expect(html).not.toContain(usual)
})

test('the receipt of a discounted order lists the prices, what the coupon took off, and what was paid', () => {
  const { receipt } = allLetters({ title: 'Kestrel R4 Rally', reason: '' }, SENDER)
  const words = wordsOf(partsOf(receipt!).html)
  expect(words).toMatch(/Kestrel R4 Rally \$19\.99 Senko Touge Pack \$13\.99 Coupon −\$3\.00 Paid \$30\.98/)
})
