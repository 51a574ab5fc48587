/** npm run growth:tickets: what the queue, a thread and a search cost with a million tickets. */
import { migrate } from '@slipstream/db/migrate'
import { dropDatabase, recreateDatabase } from '@slipstream/db/testing/test-database'
import { pagesOf } from './measure-growth.ts'
import { openTickets } from './measure-tickets.ts'

const [SMALL, LARGE] = [10_000, 1_000_000]
const base = process.env.DATABASE_URL ?? ''
const short = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const say = (line: string) => console.log(line)

const measure = async (many: number) => {
  const name = `tickets_${many}_${process.pid}`
  const url = await recreateDatabase(base, name)
  try {
    await migrate(url)
    const began = performance.now()
    const store = await openTickets(url, many)
    say(`${many} tickets took ${Math.round((performance.now() - began) / 1_000)} s to write`)
    try {
      return await store.measure()
    } finally {
      await store.close()
    }
  } finally {
    await dropDatabase(base, name)
  }
}

const [before, after] = [await measure(SMALL), await measure(LARGE)]
say(`\n${'pages touched'.padEnd(44)}${String(SMALL).padStart(10)}${String(LARGE).padStart(10)}   ratio`)
const missed = [...after].filter(([name, { most, statements }]) => {
  const [few, many] = [pagesOf(before.get(name)?.statements), pagesOf(statements)]
  say(
    `${name.padEnd(44)}${String(few).padStart(10)}${String(many).padStart(10)}${short.format(many / few).padStart(8)}`,
  )
  return many > most * few
})
if (missed.length > 0) {
  say(`\nmore than allowed: ${missed.map(([name]) => name).join(', ')}`)
  process.exitCode = 1
}
