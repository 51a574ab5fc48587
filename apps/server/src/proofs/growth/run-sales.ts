/** npm run growth:sales: how long the dashboard and the reports take with 10 million orders from five years. */
import { parseArgs } from 'node:util'
import { judgeAnswers } from './times.ts'
import { judgeSizes } from './judge-sizes.ts'
import { openSales } from './measure-sales.ts'

const SMALL = 10_000
const ROUNDS = 20

const { values } = parseArgs({ options: { orders: { type: 'string', default: '10000000' } } })
await judgeSizes({
  things: 'sales',
  small: SMALL,
  large: Number(values.orders),
  open: async (url, many) => {
    const store = await openSales(url, many)
    if (many > SMALL) judgeAnswers(await store.time(ROUNDS))
    return store
  },
})
