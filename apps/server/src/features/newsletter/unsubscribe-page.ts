import { html } from '#lib/mail/html.ts'

interface UnsubscribePage {
  storeName: string
  /** The name of the switch in the profile. */
  what?: string
  state: 'ask' | 'done' | 'invalid'
}

/** One page without scripts, so that it works for everybody and a scanner finds nothing to run. */
export const unsubscribePage = ({ storeName, what = '', state }: UnsubscribePage): string => {
  const { title, body } = wordsOf(state, what)
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} | ${storeName}</title>
${STYLE}
</head>
<body>
<main>
<p class="store">${storeName}</p>
<h1>${title}</h1>
${body}
<p><a href="/profile#notifications">Choose your e-mails in the profile</a></p>
</main>
</body>
</html>
`.markup
}

const wordsOf = (state: UnsubscribePage['state'], what: string) => {
  switch (state) {
    case 'ask':
      return {
        title: 'Stop these e-mails?',
        body: html`<p>You will no longer get “${what}”. Receipts and answers to your tickets still arrive.</p>
<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button type="submit">Stop these e-mails</button></form>`,
      }
    case 'done':
      return {
        title: 'Done',
        body: html`<p>You get no more “${what}”. You can turn it on again in your profile at any time.</p>`,
      }
    case 'invalid':
      return {
        title: 'This link does not work',
        body: html`<p>It may be incomplete. Copy the whole address from the e-mail, or turn the e-mails off in your profile.</p>`,
      }
  }
}

const STYLE = html`<style>
:root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif; --ink: #14171d; --ground: #f9fafb; --accent: #bd4704; --on: #fff; }
@media (prefers-color-scheme: dark) { :root { --ink: #f2f3f6; --ground: #090a0e; --accent: #fd822f; --on: #1c0b03; } }
body { margin: 0; background: var(--ground); color: var(--ink); }
main { max-width: 32rem; margin: 0 auto; padding: 3rem 1.25rem; }
.store { font-weight: 700; }
h1 { font-size: 1.5rem; line-height: 1.25; }
button { font: inherit; font-weight: 600; padding: .75rem 1.25rem; border: 0; border-radius: .6rem; background: var(--accent); color: var(--on); cursor: pointer; }
a { color: inherit; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 3px; }
</style>`
