import { beforeEach, expect, test } from 'vitest'
import type { MailTemplate } from '@slipstream/contract/templates'
import { inTransaction } from '@slipstream/db/client'
import { mailTemplates } from '@slipstream/db/tables/templates'
import { receivedMail } from '#features/tickets/ticket-mails.ts'
import { readSender } from '#features/settings/mail-sender.service.ts'
import { queueMail } from '#lib/outbox/outbox.ts'
import { escapeXml } from '#lib/xml.ts'
import { composeMail } from '#lib/mail/send-letter.ts'
import { readMailbox } from '#testing/mailbox.ts'
import { freshName, newPerson, type Person } from '#testing/people.ts'
import { runJobs } from '#testing/run-jobs.ts'
import { SENDER } from '#testing/sample-letters.ts'
import { openEmptiedTestStore } from '#testing/test-store.ts'
import { allLetters } from './sample-letters.ts'

const store = await openEmptiedTestStore()
let admin: Person
beforeEach(async () => {
  admin = await newPerson(store, { isAdmin: true })
})

const WORDS = {
  subject: 'Ticket {{ticket}} at {{storeName}}',
  intro: 'Hi! <b>{{ticket}}</b>',
  outro: 'Bye, {{ storeName }}',
}
const list = async () => (await admin.call('GET', '/api/admin/templates')).json<MailTemplate[]>()
const letters = Object.values(allLetters({ title: 'Kestrel', reason: 'Because.' }, SENDER))

test('[ROUTE-14] the mails to customers are listed once each, with their variables and examples', async () => {
  const templates = await list()
  const names = templates.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(names.length).toBeGreaterThan(25)
  expect(templates.find(({ name }) => name === 'receipt')).toMatchObject({
    variables: [
      { name: 'orderNumber', example: 'SL-2026-000123' },
      { name: 'total', example: '$30.98' },
      { name: 'storeName' },
    ],
    words: null,
  })
})

test('[CAP-11] changed wording appears as plain text in the right places of the next mail until it is reset', async () => {
  expect((await admin.call('PATCH', '/api/admin/templates/ticket-received', WORDS)).json()).toMatchObject({
    words: WORDS,
  })
  const letter = receivedMail({ id: 7, category: 'mod', url: 'https://store.example/tickets', isGuest: false }, SENDER)
  const to = `${freshName()}@customer.example`
  const send = async () => {
    await inTransaction(store.db, (tx) => queueMail(tx, { to, userId: null, letter }, { kind: 'orders' }))
    await runJobs(store)
    return (await readMailbox(to))[0]
  }
  const mail = await send()
  const { storeName } = await readSender({ db: store.db, storage: store.services.storage, publicUrl: '' })
  expect(mail?.subject).toBe(`Ticket 7 at ${storeName}`)
  expect(mail?.text).toContain('Hi! <b>7</b>')
  expect(mail?.html).toContain('Hi! &lt;b&gt;7&lt;/b&gt;')
  expect(mail?.text.indexOf('Hi!')).toBeLessThan(mail?.text.indexOf('Thank you for writing') ?? 0)
  expect(mail?.text).toContain(`Bye, ${storeName}`)

  expect((await admin.call('DELETE', '/api/admin/templates/ticket-received')).json()).toMatchObject({ words: null })
  await admin.call('DELETE', '/api/admin/templates/ticket-received')
  expect((await send())?.subject).toBe('We have received your message: ticket 7')
})

test('a preview and a test mail change no template, and the test mail goes to the administrator only', async () => {
  const preview = await admin.call('POST', '/api/admin/templates/ticket-received/preview', WORDS)
  expect(preview.json()).toMatchObject({ subject: expect.stringMatching(/^Ticket 1187 at/) })
  expect(preview.json().text).toContain('Hi! <b>1187</b>')
  expect((await admin.call('POST', '/api/admin/templates/ticket-received/test', WORDS)).json()).toEqual({
    to: admin.row.email,
  })
  await runJobs(store)
  expect((await readMailbox(admin.row.email ?? ''))[0]?.subject).toMatch(/^\[Test\] Ticket 1187/)
  expect(await store.db.select().from(mailTemplates)).toEqual([])
})

/** Attempts to run code, to reach other data, or to break out of the mail. */
const REFUSED = [
  '{{constructor}}',
  '{{__proto__}}',
  '{{toString}}',
  '{{hasOwnProperty}}',
  '{{process.env.AUTH_SECRET}}',
  '{{process}}',
  '{{globalThis}}',
  '{{this}}',
  '{{this.constructor}}',
  '{{env}}',
  '{{ env "AUTH_SECRET" }}',
  '{{email}}',
  '{{user.email}}',
  '{{users}}',
  '{{password}}',
  '{{secret}}',
  '{{token}}',
  '{{link}}',
  '{{unsubscribeUrl}}',
  '{{1+1}}',
  '{{7*7}}',
  '{{ticket|upper}}',
  '{{ticket | safe}}',
  '{{ticket()}}',
  '{{ticket.length}}',
  '{{ticket[0]}}',
  '{{#if ticket}}x{{/if}}',
  '{{#each users}}x{{/each}}',
  '{{> partial}}',
  '{{{ticket}}}',
  '{{&ticket}}',
  '{{!comment}}',
  '{{=<% %>=}}',
  '{{',
  '}}',
  '{{ticket',
  'ticket}}',
  '{{{{ticket}}}}',
  '{{ticket}}{{',
  '{{}}',
  '{{ }}',
  '{{orderNumber}}',
  '{{TICKET}}',
  '{{ticket\n}}{{x}}',
  `{{${'a'.repeat(100)}}}`,
]

test.each(REFUSED)('T-TEMPLATE: the template %j is refused in every field', async (hostile) => {
  for (const field of ['subject', 'intro', 'outro'] as const) {
    const words = { subject: '', intro: '', outro: '', [field]: hostile }
    for (const [method, act] of [
      ['PATCH', ''],
      ['POST', '/preview'],
      ['POST', '/test'],
    ] as const) {
      const address = `/api/admin/templates/ticket-received${act}` as '/api/admin/templates/x/preview'
      expect((await admin.call(method as 'POST', address, words)).statusCode).toBe(400)
    }
  }
  expect(await store.db.select().from(mailTemplates)).toEqual([])
})

/** Harmless as text: nothing of it is ever run. */
const SHOWN_AS_TEXT = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  '</td></tr></table><h1>',
  '<!--[if mso]>',
  '<style>*{display:none}</style>',
  '${process.env.AUTH_SECRET}',
  '<%= process.env %>',
  '#{7*7}',
  '[[storeName]]',
  '%7B%7Bticket%7D%7D',
  'Bcc: everybody@customer.example',
]

test.each(SHOWN_AS_TEXT)('T-TEMPLATE: the template %j is shown as text', async (words) => {
  const answer = await admin.call('POST', '/api/admin/templates/ticket-received/preview', {
    subject: `Hi\u0020${words}`,
    intro: words,
    outro: words,
  })
  expect(answer.statusCode).toBe(200)
  const { html, text } = answer.json<{ html: string; text: string }>()
  expect(text).toContain(words)
  expect(html).toContain(escapeXml(words))
})

test('braces in the value of a template variable are not expanded', () => {
  const sender = {
    ...SENDER,
    templates: { 'new-release': { subject: '{{mod}} {{version}}', intro: '{{mod}}', outro: '' } },
  }
  const hostile = allLetters({ title: '{{version}} {{storeName}}', reason: '' }, sender)['new-release']
  const { subject, text } = composeMail(hostile as NonNullable<typeof hostile>, sender)
  expect(subject).toBe('{{version}} {{storeName}} 1.2.0')
  expect(text).toContain('{{version}} {{storeName}}')
})

test('an unknown or internal mail has no template', async () => {
  for (const name of ['nothing', 'staff-request', 'alert', 'constructor']) {
    const answer = await admin.call('PATCH', `/api/admin/templates/${name}`, { subject: '', intro: '', outro: '' })
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'template.not_found'])
  }
})

test('T-SCAN: links in mails are absolute, lead to the store or a Stripe invoice, and carry secrets only in the fragment', () => {
  for (const letter of letters) {
    const links = composeMail(letter, SENDER).html.match(/(?<=href=")[^"]+/g) ?? []
    expect(links.length).toBeGreaterThan(0)
    for (const link of links.map((each) => each.replaceAll('&amp;', '&'))) {
      const { origin, pathname, search } = new URL(link)
      expect([SENDER.publicUrl, 'https://invoice.stripe.com']).toContain(origin)
      // The unsubscribe token is the only one that a server sees, and it can only end one kind of mail.
      if (!pathname.startsWith('/api/mail/unsubscribe/')) expect(pathname + search).not.toContain('k3J')
      expect(pathname.startsWith('/api/') && !pathname.startsWith('/api/mail/unsubscribe/')).toBe(false)
    }
  }
})
