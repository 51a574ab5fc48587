/** npm run growth:users: what the lists, the timeline and the searches of administrators cost with 200,000 accounts. */
import { judgeSizes } from './judge-sizes.ts'
import { openUsers } from './measure-users.ts'

await judgeSizes({ things: 'accounts', small: 10_000, large: 200_000, open: openUsers })
