/**
 * Counts how many of 10,000 innocent purchases are named by 100 leaks: npm run measure:innocents. For other sizes, add
 * -- LEAKS PURCHASES SEED
 */
import { tryInnocents } from './innocents.ts'

const [, , leaks = '100', purchases = '10000', seed = '1'] = process.argv
const began = performance.now()
const result = await tryInnocents({
  leaks: Number(leaks),
  purchases: Number(purchases),
  physicsFiles: 40,
  seed: Number(seed),
})
console.log({ ...result, seconds: Math.round((performance.now() - began) / 1_000) })
if (result.accused > 0) process.exitCode = 1
