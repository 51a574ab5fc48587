import type { Message } from './message.ts'

/** The pages have no scripts, so nothing in a mail can run. */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src data:; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const SANDBOX = 'allow-popups allow-popups-to-escape-sandbox'

/** For the HTML part of a mail, on its own URL inside the frame: images and inline styles, nothing else. */
export const MAIL_FRAME_POLICY = `default-src 'none'; img-src data: http: https:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox ${SANDBOX}`

export const listPage = (messages: readonly Message[]) =>
  layout(
    'Mailbox',
    `<header><h1>Mailbox</h1><p>${count(messages.length)}. This page checks for new mail every five seconds.</p></header>
${messages.length === 0 ? '<p class="empty">No mail yet. Mail that the store sends appears here.</p>' : `<ol class="mails">${messages.map(row).join('')}</ol>`}`,
    '<meta http-equiv="refresh" content="5">',
  )

export const messagePage = (message: Message) =>
  layout(
    message.subject || 'No subject',
    `<header><p><a href="/">All mail</a></p><h1>${escapeHtml(message.subject || 'No subject')}</h1></header>
<dl>
<dt>From</dt><dd>${escapeHtml(message.from)}</dd>
<dt>To</dt><dd>${escapeHtml(message.to.join(', '))}</dd>
<dt>Received</dt><dd>${time(message.receivedAt)}</dd>
${message.attachments.length > 0 ? `<dt>Attached</dt><dd>${message.attachments.map(attachment).join('<br>')}</dd>` : ''}
</dl>
${message.text ? `<section><h2>Text</h2><pre>${linkify(message.text)}</pre></section>` : ''}
${message.html ? `<section><h2>HTML</h2><iframe title="HTML part of the mail" sandbox="${SANDBOX}" src="/messages/${message.id}/html"></iframe></section>` : ''}`,
  )

/** The mail's own HTML. Its links open in a new tab because the frame may not navigate the page. */
export const mailFrame = ({ html }: Message) =>
  `<!doctype html><meta charset="utf-8"><base target="_blank"><meta name="color-scheme" content="light">${html}`

const escapeHtml = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')

/** Only http and https URLs become links, and the text around them is escaped. */
const linkify = (text: string) =>
  text
    .split(/(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]])/)
    .map((piece, position) => {
      const safe = escapeHtml(piece)
      return position % 2 === 1 ? `<a href="${safe}" target="_blank" rel="noreferrer">${safe}</a>` : safe
    })
    .join('')

const row = ({ id, subject, from, to, receivedAt }: Message) =>
  `<li><a href="/messages/${id}"><strong>${escapeHtml(subject || 'No subject')}</strong>
<span class="people">${escapeHtml(from)} <span aria-label="to">→</span> ${escapeHtml(to.join(', '))}</span>
${time(receivedAt)}</a></li>`

const attachment = ({ name, type, size }: Message['attachments'][number]) =>
  escapeHtml(`${name} (${type}, ${new Intl.NumberFormat('en').format(size)} bytes)`)

const time = (iso: string) =>
  `<time datetime="${iso}">${new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' }).format(new Date(iso))} UTC</time>`

const count = (mails: number) => (mails === 1 ? '1 mail' : `${mails} mails`)

const layout = (title: string, body: string, head = '') => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
${head}
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="/mailbox.css">
<link rel="icon" href="data:,">
</head>
<body><main>${body}</main></body>
</html>`
