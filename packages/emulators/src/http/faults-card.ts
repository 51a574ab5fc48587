import { FAULTS, type FaultOrder } from './faults.ts'
import { html } from './html.ts'

const MEANINGS: Record<(typeof FAULTS)[number], string> = {
  error: '500, nothing done',
  'error-after': '500, work done',
  timeout: 'no answer, nothing done',
  'timeout-after': 'no answer, work done',
  unavailable: 'connection cut',
  'rate-limit': '429',
  slow: 'slow answer',
}

export const faultsCard = (
  faults: readonly (FaultOrder & { suffered: number })[],
) => html`<section class="card" aria-labelledby="faults">
<h2 id="faults">Faults</h2>
${
  faults.length === 0
    ? html`<p class="faint">No faults are set.</p>`
    : html`<div class="scroll"><table>
<thead><tr><th scope="col">Kind</th><th scope="col">Calls</th><th scope="col" class="amount">Percent</th><th scope="col" class="amount">Affected</th></tr></thead>
<tbody>${faults.map(
        ({ kind, call, percent, times, suffered }) => html`<tr>
<td>${MEANINGS[kind]}</td><td><code>${call || 'all'}</code></td><td class="amount">${percent}</td>
<td class="amount">${suffered}${times > 0 && ` of ${times}`}</td>
</tr>`,
      )}</tbody></table></div>
<form method="post" action="/_control/faults/clear"><button class="second">Clear all faults</button></form>`
}
<form method="post" action="/_control/faults">
<label for="fault-kind">What happens</label>
<select id="fault-kind" name="kind">${FAULTS.map((kind) => html`<option value="${kind}">${MEANINGS[kind]}</option>`)}</select>
<label for="fault-call">For calls that begin with</label>
<input id="fault-call" name="call" placeholder="POST /…, empty for all" autocomplete="off">
<div class="side-by-side">
<div><label for="fault-percent">Percent of them</label><input id="fault-percent" name="percent" type="number" min="0" max="100" value="100"></div>
<div><label for="fault-times">How many (0: no limit)</label><input id="fault-times" name="times" type="number" min="0" value="1"></div>
</div>
<button>Set fault</button>
</form>
<form method="post" action="/_control/reset"><button class="second">Reset everything</button></form>
</section>`
