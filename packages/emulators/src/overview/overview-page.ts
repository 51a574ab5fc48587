import { html } from '../http/html.ts'
import { CARDS } from '../stripe/core/cards.ts'

export interface Places {
  stripe: string
  discord: string
  turnstile: string
  cdn: string
  /** No emulator of this package, but where the mails of the store are read. */
  mailbox?: string
}

interface Entry {
  name: string
  place: keyof Places
  what: string
  controls: string[]
}

const ENTRIES: readonly Entry[] = [
  {
    name: 'Stripe',
    place: 'stripe',
    what: 'Payments, subscriptions and the hosted pages for both, with signed webhooks.',
    controls: [
      'refund a payment, open, win or lose a dispute',
      'advance the time, make the next renewal fail',
      'drop, double, delay or shuffle webhooks, send one again',
      'see every delivery and what was paid and refunded in total',
    ],
  },
  {
    name: 'Discord',
    place: 'discord',
    what: 'Sign-in, roles on one server, and messages to a channel.',
    controls: ['make and change users', 'let them join or leave the server', 'read the messages that came in'],
  },
  {
    name: 'Turnstile',
    place: 'turnstile',
    what: 'The widget that asks whether somebody is human, and the verification of its answers.',
    controls: ['let it pass, fail, wait for a tick or expire', 'see which answers were verified'],
  },
  { name: 'CDN', place: 'cdn', what: 'The order to purge cached pages.', controls: ['see what was purged'] },
  { name: 'Mailbox', place: 'mailbox', what: 'All mail the store has sent, delivered to nobody.', controls: [] },
]

export const overviewPage = (places: Places) => html`<h1>Emulators</h1>
<p>Outside services as they are needed on one machine. Each page says what can be done there by hand; tests do the same
by JSON to its <code>/_control</code>. All but the mailbox can fail on order: errors, lost answers, slowness, limits,
outages.</p>
<div class="cards">${ENTRIES.map((entry) => card(entry, places[entry.place]))}</div>
<section class="card" aria-labelledby="cards">
<h2 id="cards">Cards to pay with</h2>
<p class="faint">Any name, any three digits, any date to come.</p>
<div class="scroll"><table>
<thead><tr><th scope="col">Number</th><th scope="col">What happens</th></tr></thead>
<tbody>${Object.values(CARDS).map(
  ({ number, meaning }) =>
    html`<tr><td><code>${number.replace(/(\d{4})(?=\d)/g, '$1 ')}</code></td><td>${meaning}</td></tr>`,
)}</tbody></table></div>
</section>`

const card = ({ name, what, controls }: Entry, address: string | undefined) =>
  address !== undefined &&
  html`<section class="card" aria-labelledby="${name}">
<h2 id="${name}"><a href="${address}">${name}</a></h2>
<p>${what}</p>
${controls.length > 0 && html`<ul>${controls.map((control) => html`<li>${control}</li>`)}</ul>`}
<p class="faint"><code>${address}</code></p>
</section>`
