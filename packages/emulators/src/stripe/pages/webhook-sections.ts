import { html } from '../../http/html.ts'
import type { Account } from '../core/account.ts'
import { type Deliveries, type Delivery, DELIVERY_STATES, summaryOf } from '../webhooks/deliveries.ts'
import type { DeliveryOrder } from '../webhooks/delivery-plan.ts'
import { controlForm, momentText } from './control-form.ts'

const MOST_SHOWN = 15

export const webhooksSection = ({ state }: Account, deliveries: Deliveries) => {
  const endpoints = Object.values(state.webhookEndpoints)
  const log = deliveries.log()
  const summary = summaryOf(log)
  return html`<section class="card" aria-labelledby="webhooks">
<h2 id="webhooks">Webhooks</h2>
${
  endpoints.length === 0
    ? html`<p class="faint">No endpoints.</p>`
    : html`<ul>${endpoints.map(
        ({ url, status, enabled_events: names }) =>
          html`<li><code>${url}</code> ${status}, ${names.includes('*') ? 'all events' : names.join(', ')}</li>`,
      )}</ul>`
}
<p>${DELIVERY_STATES.map((name) => `${summary[name]} ${name}`).join(', ')}.</p>
${
  summary.held > 0 &&
  html`<form method="post" action="/_control/release"><button>Release ${summary.held} held</button></form>`
}
${
  log.length > 0 &&
  html`<div class="scroll"><table>
<thead><tr><th scope="col">Event</th><th scope="col">State</th><th scope="col">Attempts</th><th scope="col">When</th><th scope="col">Actions</th></tr></thead>
<tbody>${log.slice(-MOST_SHOWN).reverse().map(deliveryRow)}</tbody></table></div>`
}
</section>`
}

const deliveryRow = ({ event, type, endpoint, copy, resent, state, attempts }: Delivery) => {
  const last = attempts.at(-1)
  const outcome = last && ('status' in last ? String(last.status) : last.error)
  return html`<tr><td>${type}${copy > 1 && `, copy ${copy}`}${resent && ', sent again'}<br><code>${event}</code></td>
<td>${state === 'failed' ? html`<span class="wrong">failed</span>` : state}</td>
<td>${attempts.length}${outcome && html`, last: ${outcome}`}</td>
<td>${last && momentText(Date.parse(last.at) / 1000)}</td>
<td><div class="orders">${controlForm({ order: 'resend', given: { event, endpoint }, label: 'Send again', about: `${type}, ${event}` })}</div></td></tr>`
}

type NumberName = Exclude<keyof DeliveryOrder, 'shuffle' | 'hold'>

const NUMBERS: Record<NumberName, string> = {
  dropPercent: 'Percent lost',
  copies: 'Copies of each',
  minDelayMs: 'Minimum delay (ms)',
  maxDelayMs: 'Maximum delay (ms)',
  attempts: 'Attempts',
  firstPauseMs: 'First retry delay (ms)',
  timeoutMs: 'Timeout (ms)',
  seed: 'Random seed',
}

/** The settings for hostile deliveries. */
export const hostilityCard = (order: DeliveryOrder) => html`<section class="card" aria-labelledby="hostility">
<h2 id="hostility">Deliveries from now on</h2>
<form method="post" action="/_control/deliveries">
<div class="numbers">${Object.entries(NUMBERS).map(
  ([name, label]) =>
    html`<div><label for="hostility-${name}">${label}</label><input id="hostility-${name}" name="${name}" type="number" value="${order[name as NumberName]}" required></div>`,
)}</div>
<label class="check"><input type="checkbox" name="shuffle" value="true"${order.shuffle && html` checked`}> Shuffle the order</label>
<label class="check"><input type="checkbox" name="hold" value="true"${order.hold && html` checked`}> Hold until released</label>
<button>Apply</button>
</form>
<form method="post" action="/_control/deliveries"><button class="second">Reset to friendly</button></form>
</section>`
