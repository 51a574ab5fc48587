import { type Emulator } from '../../http/emulator-app.ts'
import { html } from '../../http/html.ts'
import { sendPage } from '../../http/page.ts'
import type { Account } from '../core/account.ts'
import { amountText } from '../core/amount-text.ts'
import { EMULATOR_SECRET_KEY } from '../core/api.ts'
import { CARDS } from '../core/cards.ts'
import type { Deliveries } from '../webhooks/deliveries.ts'
import { moneyTotals } from '../core/money-total.ts'
import { settle } from '../timeline.ts'
import { momentText } from './control-form.ts'
import { paymentsSection, sessionsSection, subscriptionsSection } from './payment-sections.ts'
import { hostilityCard, webhooksSection } from './webhook-sections.ts'

interface Parts {
  emulator: Emulator
  account: Account
  deliveries: Deliveries
}

/** The emulator's own page. It can trigger what people do in Stripe's dashboard, what banks do, and failures. */
export const serveStripePage = ({ emulator, account, deliveries }: Parts) => {
  emulator.app.get('/', (_request, reply) => {
    settle(account)
    return sendPage(reply, {
      title: 'Stripe emulator',
      imitates: 'Stripe',
      body: html`<div class="dashboard">
<h1>Stripe emulator</h1>
<p>Payments, subscriptions and webhooks as the store sees them at Stripe. <a href="/">Refresh</a></p>
<div class="cards">${moneyCard(account)}${clockCard(account)}${accountCard(account)}</div>
${paymentsSection(account)}
${sessionsSection(account)}
${subscriptionsSection(account)}
${webhooksSection(account, deliveries)}
<div class="cards">${hostilityCard(deliveries.order())}${emulator.faultsCard()}${testCardsCard()}${programsCard(account.address)}</div>
</div>`,
    })
  })
}

const moneyCard = ({ state }: Account) => {
  const totals = Object.entries(moneyTotals(state))
  return html`<section class="card" aria-labelledby="money">
<h2 id="money">Money</h2>
${totals.length === 0 && html`<p class="faint">No money has moved yet.</p>`}
${totals.map(
  ([currency, { paid, refunded, disputed, net, payments, refunds }]) => html`<dl>
<dt>Paid (${payments})</dt><dd>${amountText(paid, currency)}</dd>
<dt>Refunded (${refunds})</dt><dd>${amountText(refunded, currency)}</dd>
<dt>Disputed</dt><dd>${amountText(disputed, currency)}</dd>
<dt>Remains</dt><dd><strong>${amountText(net, currency)}</strong></dd>
</dl>`,
)}
</section>`
}

const AHEAD = new Intl.NumberFormat('en', {
  style: 'unit',
  unit: 'hour',
  unitDisplay: 'long',
  maximumFractionDigits: 1,
})

const clockCard = ({ now, state }: Account) => html`<section class="card" aria-labelledby="clock">
<h2 id="clock">Clock</h2>
<p>${momentText(now())} UTC${state.skew > 0 && `, ${AHEAD.format(state.skew / 3600)} ahead`}</p>
<p class="faint">Everything that becomes due happens: sessions expire, subscriptions renew.</p>
<form class="orders" method="post" action="/_control/advance">
<button class="second" name="hours" value="1">Advance 1 hour</button>
<button class="second" name="days" value="1">Advance 1 day</button>
<button class="second" name="days" value="31">Advance 31 days</button>
</form>
</section>`

const accountCard = ({ state }: Account) => html`<section class="card" aria-labelledby="account">
<h2 id="account">Account</h2>
<p>Managed Payments is ${state.isManaged ? 'on' : 'off'} unless a session says otherwise.</p>
<p class="faint">Stripe turns it on for accounts opened since July 2026.</p>
<form class="orders" method="post" action="/_control/account">
<button class="second" name="managedPayments" value="${String(!state.isManaged)}">Turn it ${state.isManaged ? 'off' : 'on'}</button>
</form>
</section>`

const testCardsCard = () => html`<section class="card" aria-labelledby="test-cards">
<h2 id="test-cards">Test cards</h2>
<dl>${Object.entries(CARDS).map(
  ([name, { number, meaning }]) =>
    html`<dt><code>${number.replace(/\d{4}(?=\d)/g, '$& ')}</code></dt><dd>${meaning}<br><code class="faint">${name}</code></dd>`,
)}</dl>
</section>`

const programsCard = (address: string) => html`<section class="card" aria-labelledby="programs">
<h2 id="programs">For programs</h2>
<dl>
<dt>API</dt><dd><code>${address}/v1</code></dd>
<dt>Secret key</dt><dd><code>${EMULATOR_SECRET_KEY}</code></dd>
</dl>
<p>POST JSON to <code>/_control/</code>:</p>
<ul>
<li><code>advance</code> <code>{ seconds, minutes, hours, days }</code></li>
<li><code>account</code> <code>{ managedPayments }</code></li>
<li><code>complete</code> <code>{ session, card, email }</code>, <code>expire</code> <code>{ session }</code></li>
<li><code>refund</code> <code>{ payment_intent, amount }</code>, <code>refund/settle</code> <code>{ refund, outcome }</code></li>
<li><code>dispute</code> <code>{ payment_intent, reason }</code>, <code>dispute/close</code> <code>{ dispute, outcome }</code>; instead of <code>payment_intent</code> also <code>charge</code> or <code>session</code></li>
<li><code>fail-next-renewal</code>, <code>cancel</code> <code>{ subscription }</code></li>
<li><code>deliveries</code>, <code>release</code>, <code>resend</code> <code>{ event, endpoint }</code></li>
<li><code>faults</code>, <code>faults/clear</code>, <code>restore</code>, <code>reset</code></li>
</ul>
<p>GET <code>/_control/clock</code>, <code>money</code>, <code>deliveries</code>, <code>deliveries/settled</code>, <code>snapshot</code>, <code>calls</code> and <code>faults</code>.</p>
</section>`
