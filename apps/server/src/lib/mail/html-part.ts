import { html, type Html } from './html.ts'
import type { Block, Letter, Row, Sender } from './letter.ts'
import { accentsOf, darkMode, STYLE } from './mail-styles.ts'
import { footerLines } from './text-part.ts'

const WIDTH = 600

/**
 * Tables and inline styles, because Outlook and Gmail support little else. The style sheet in the head only adds dark
 * colors and the narrow layout; without it the mail still shows in its light form.
 */
export const htmlPart = (letter: Letter, sender: Sender): string =>
  html`<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${letter.subject}</title>
${darkMode(sender)}
</head>
<body class="page" style="${STYLE.page}">
<div style="${STYLE.hidden}">${letter.preview}${html`&nbsp;&zwnj;`}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="page" style="${STYLE.page}"><tr><td align="center" class="gutter" style="padding:32px 16px">
<!--[if mso]><table role="presentation" width="${WIDTH}" cellpadding="0" cellspacing="0"><tr><td><![endif]-->
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:${WIDTH}px;text-align:left">
<tr><td style="padding:0 0 20px">${wordmark(sender)}</td></tr>
<tr><td class="card" style="${STYLE.card}">${picture(letter)}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td class="inner" style="padding:32px">
<h1 class="ink" style="${STYLE.heading}">${letter.heading}</h1>
${letter.body.map(blockHtml)}${button(letter, accentsOf(sender).light)}${(letter.after ?? []).map(blockHtml)}
</td></tr></table></td></tr>
<tr><td class="muted" style="${STYLE.footer}">${footerLines(letter, sender).map((line) => html`${linked(line)}<br>`)}</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`.markup

/** The name is text, so that it shows where images are blocked; the logo next to it then needs no alt text. */
const wordmark = (sender: Sender) =>
  html`<a href="${sender.publicUrl}" style="text-decoration:none">${mark(sender)}<span class="ink" style="${STYLE.storeName}">${sender.storeName}</span></a>`

const mark = (sender: Sender) =>
  !sender.logoUrl
    ? html`<span class="mark" style="${STYLE.mark}background-color:${accentsOf(sender).light};">//</span>`
    : html`<img src="${sender.logoUrl}" alt="" width="28" height="28" style="${STYLE.logo}">`

const picture = (letter: Letter) =>
  letter.picture
    ? html`<img src="${letter.picture.src}" alt="${letter.picture.alt}" width="${WIDTH}" class="ink" style="${STYLE.picture}">`
    : html``

const button = (letter: Letter, accent: string) =>
  letter.button
    ? html`<table role="presentation" cellpadding="0" cellspacing="0" class="wide" style="margin:8px 0 24px"><tr><td class="button" align="center" bgcolor="${accent}" style="${STYLE.buttonCell}background-color:${accent};"><a href="${letter.button.url}" class="button-text" style="${STYLE.button}">${letter.button.label}</a></td></tr></table>
`
    : html``

const blockHtml = (block: Block): Html => {
  switch (block.kind) {
    case 'text':
      return html`<p class="ink" style="${STYLE.text}">${lines(block.text)}</p>
`
    case 'rows':
      return html`<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 24px">${block.rows.map(rowHtml)}${block.total ? totalHtml(block.total) : html``}</table>
`
    case 'list':
      return html`<ul class="ink" style="${STYLE.list}">${block.items.map((item) => html`<li style="padding:0 0 6px">${item}</li>`)}</ul>
`
    case 'quote':
      return html`<p class="ink" style="${STYLE.quoteTitle}">${block.title}</p>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 12px"><tr><td class="quote" style="${STYLE.quote}">${block.texts.map((words) => html`<p class="muted" style="${STYLE.quoteText}">${lines(words)}</p>`)}</td></tr></table>
`
  }
}

const rowHtml = ({ label, value, picture: thumbnail }: Row) =>
  html`<tr><td class="ink line" style="${STYLE.cell}">${
    thumbnail ? html`<img src="${thumbnail.src}" alt="" width="64" height="36" style="${STYLE.thumbnail}">` : html``
  }${label}</td><td class="ink line" align="right" style="${STYLE.value}">${value}</td></tr>`

const totalHtml = ({ label, value }: Row) =>
  html`<tr><td class="ink" style="${STYLE.total}">${label}</td><td class="ink" align="right" style="${STYLE.total}white-space:nowrap">${value}</td></tr>`

const lines = (words: string): Html[] =>
  words.split('\n').map((line, place) => html`${place > 0 ? html`<br>` : html``}${line}`)

/** Turns web addresses in the footer into links. */
const linked = (line: string): Html[] =>
  line
    .split(/(https?:\/\/\S+)/)
    .map((piece, place) =>
      place % 2 === 1
        ? html`<a href="${piece}" class="muted" style="${STYLE.footerLink}">${piece}</a>`
        : html`${piece}`,
    )
