import { html, type Markup } from '../http/html.ts'
import type { Purge } from './purge.ts'

interface Shown {
  address: string
  token: string
  purges: readonly Purge[]
  faults: Markup
}

const MOST_SHOWN = 50

export const cdnPage = ({ address, token, purges, faults }: Shown) => html`<h1>CDN</h1>
<p class="faint">Purges go to <code>POST ${address}/client/v4/zones/ZONE/purge_cache</code> with the token
<code>${token}</code>; a zone is any 32 hexadecimal digits.</p>
<section class="card" aria-labelledby="purges">
<h2 id="purges">Purges</h2>
${purges.length === 0 ? html`<p class="faint">Nothing was purged yet.</p>` : purgeTable(purges.slice(-MOST_SHOWN).reverse())}
</section>
${faults}`

const purgeTable = (purges: readonly Purge[]) => html`<div class="scroll"><table>
<thead><tr><th scope="col">Time</th><th scope="col">Zone</th><th scope="col">What</th></tr></thead>
<tbody>${purges.map(
  ({ at, zone, kind, items }) => html`<tr>
<td><time datetime="${at}">${at}</time></td><td><code>${zone}</code></td>
<td>${kind}${items.map((item) => html`<br><code>${item}</code>`)}</td></tr>`,
)}</tbody></table></div>`
