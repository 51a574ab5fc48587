/** npm run growth: what the store answers at the size it is built for, and how fast. See docs/scale.md. */
import { parseArgs } from 'node:util'
import { migrate } from '@slipstream/db/migrate'
import { dropDatabase, recreateDatabase } from '@slipstream/db/testing/test-database'
import { BUDGETS_MS, shareOf } from './growth-table.ts'
import { openGrownStore } from './grown-store.ts'

const ROUNDS = 20
const { values } = parseArgs({ options: { size: { type: 'string', default: '1' } } })
const share = Number(values.size)
if (!(share > 0)) throw new Error('--size is a share of the full size, such as 0.01')

const short = new Intl.NumberFormat('en', { maximumFractionDigits: 1, useGrouping: false })

const timeOf = async (work: () => Promise<unknown>) => {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** The 95th percentile of 20 rounds, after one that fills the caches. */
const p95Of = async (work: () => Promise<unknown>) => {
  await work()
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) times.push(await timeOf(work))
  return times.toSorted((one, other) => one - other)[Math.ceil(ROUNDS * 0.95) - 1] ?? Number.NaN
}

const base = process.env.DATABASE_URL ?? ''
const name = `growth_${process.pid}`
const url = await recreateDatabase(base, name)
try {
  await migrate(url)
  const store = await openGrownStore(url, { sizeOf: shareOf(share), say: console.log })
  try {
    const missed: string[] = []
    console.log(`\n${'question'.padEnd(62)}${'p95 ms'.padStart(9)}${'budget'.padStart(9)}`)
    for (const [question, { kind, ask }] of Object.entries(store.questions)) {
      const [p95, budget] = [await p95Of(ask), BUDGETS_MS[kind]]
      console.log(`${question.padEnd(62)}${short.format(p95).padStart(9)}${String(budget).padStart(9)}`)
      if (!(p95 <= budget)) missed.push(`${question}: ${short.format(p95)} ms, at most ${budget}`)
    }
    for (const sentence of missed) console.log(`missed: ${sentence}`)
    if (missed.length > 0) process.exitCode = 1
  } finally {
    await store.close()
  }
} finally {
  await dropDatabase(base, name)
}
