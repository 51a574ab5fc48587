/** npm run growth:tickets: what the queue, a thread and a search cost with a million tickets. */
import { judgeSizes } from './judge-sizes.ts'
import { openTickets } from './measure-tickets.ts'

await judgeSizes({ things: 'tickets', small: 10_000, large: 1_000_000, open: openTickets })
