import { html, type Markup } from '../http/html.ts'
import type { Answer, Verdict } from './answers.ts'
import { DEVELOPMENT_KEYS, type Mode, MODES, TEST_SECRETS, TEST_SITEKEYS } from './keys.ts'

export interface VerificationNote {
  at: string
  token: string
  verdict: Verdict
}

interface Shown {
  address: string
  mode: Mode
  answers: readonly Answer[]
  verifications: readonly VerificationNote[]
  faults: Markup
}

const MEANINGS: Record<Mode, string> = {
  pass: 'passes automatically',
  interactive: 'waits for the visitor to tick the box',
  fail: 'always fails',
  expired: 'passes, but the token is already expired',
}
const MOST_SHOWN = 20

export const turnstilePage = ({ address, mode, answers, verifications, faults }: Shown) => html`<h1>Turnstile</h1>
<p class="faint">The widget's script is at <code>${address}/turnstile/v0/api.js</code>, answers are verified at
<code>${address}/turnstile/v0/siteverify</code>.</p>
<section class="card" aria-labelledby="mode-heading">
<h2 id="mode-heading">What the widget does</h2>
<p>Now it <strong>${MEANINGS[mode]}</strong>.</p>
<form method="post" action="/_control/mode">
<label for="mode">From now on it</label>
<select id="mode" name="mode">${MODES.map(
  (one) => html`<option value="${one}"${one === mode && html` selected`}>${MEANINGS[one]}</option>`,
)}</select>
<button>Change mode</button>
</form>
</section>
<section class="card" aria-labelledby="keys">
<h2 id="keys">Keys</h2>
<div class="scroll"><table>
<thead><tr><th scope="col">Key</th><th scope="col">Kind</th><th scope="col">What it does</th></tr></thead>
<tbody>
${keyRow(DEVELOPMENT_KEYS.sitekey, 'sitekey', 'as chosen above')}
${keyRow(DEVELOPMENT_KEYS.secret, 'secret', 'verifies the tokens of that sitekey')}
${[...TEST_SITEKEYS].map(([key, test]) =>
  keyRow(key, 'sitekey', `${MEANINGS[test.mode]}${test.isVisible ? '' : ', invisible'}`),
)}
${[...TEST_SECRETS].map(([key, behaviour]) => keyRow(key, 'secret', `every token ${behaviour}`))}
</tbody></table></div>
</section>
<section class="card" aria-labelledby="verifications">
<h2 id="verifications">Verifications</h2>
<p class="faint">${answers.length} tokens were issued, ${verifications.length} verifications requested.</p>
${verifications.length > 0 && verificationTable(verifications.slice(-MOST_SHOWN).reverse())}
</section>
${faults}`

const keyRow = (key: string, kind: string, behaviour: string) =>
  html`<tr><td><code>${key}</code></td><td>${kind}</td><td>${behaviour}</td></tr>`

const verificationTable = (verifications: readonly VerificationNote[]) => html`<div class="scroll"><table>
<thead><tr><th scope="col">Time</th><th scope="col">Answer</th><th scope="col">Verdict</th></tr></thead>
<tbody>${verifications.map(
  ({ at, token, verdict }) => html`<tr>
<td><time datetime="${at}">${at}</time></td><td><code>${token.slice(0, 16)}…</code></td>
<td>${verdict.success ? 'success' : verdict['error-codes'].join(', ')}</td></tr>`,
)}</tbody></table></div>`
