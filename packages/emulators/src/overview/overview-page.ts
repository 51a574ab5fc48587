import { html } from '../http/html.ts'
import { CARDS } from '../stripe/core/cards.ts'

export interface Places {
  stripe: string
  discord: string
  turnstile: string
  cdn: string
  /** Where the store's mail can be read. It is not an emulator of this package. */
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
      'advance the clock, make the next renewal fail',
      'drop, duplicate, delay, shuffle or resend webhooks',
      'see every delivery and the totals paid and refunded',
    ],
  },
  {
    name: 'Discord',
    place: 'discord',
    what: 'Sign-in, roles on one server, and messages to a channel.',
    controls: ['create and change users', 'make them join or leave the server', 'read received messages'],
  },
  {
    name: 'Turnstile',
    place: 'turnstile',
    what: 'The bot check widget and the verification of its tokens.',
    controls: ['make it pass or fail'],
  },
  { name: 'CDN', place: 'cdn', what: 'Purge requests for cached pages.', controls: ['see what was purged'] },
  { name: 'Mailbox', place: 'mailbox', what: 'All mail the store has sent. None of it is delivered.', controls: [] },
]

export const overviewPage = (places: Places) => html`<h1>Emulators</h1>
<p>Third-party services for development. Each page shows what you can do by hand; tests do the same
with JSON at its <code>/_control</code>. All but the mailbox can fail on demand: errors, lost answers, slowness, rate limits,
outages.</p>
<div class="cards">${ENTRIES.map((entry) => card(entry, places[entry.place]))}</div>
<section class="card" aria-labelledby="cards">
<h2 id="cards">Test cards</h2>
<p class="faint">Any name, any CVC, any future date.</p>
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
