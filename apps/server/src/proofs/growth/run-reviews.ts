/** npm run growth:reviews: what a page of reviews costs for a mod with a hundred thousand of them. */
import { migrate } from '@slipstream/db/migrate'
import { dropDatabase, recreateDatabase } from '@slipstream/db/testing/test-database'
import { pagesOf } from './compare-pages.ts'
import { MOST_GROWTH, openReviews } from './measure-reviews.ts'

const MANY = 100_000
const base = process.env.DATABASE_URL ?? ''
const short = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const say = (line: string) => console.log(line)

const measure = async () => {
  const name = `reviews_${process.pid}`
  const url = await recreateDatabase(base, name)
  try {
    await migrate(url)
    const store = await openReviews(url, MANY)
    try {
      return await store.measure()
    } finally {
      await store.close()
    }
  } finally {
    await dropDatabase(base, name)
  }
}

const { few, many } = await measure()
say(`${'pages touched'.padEnd(44)}${'100'.padStart(10)}${String(MANY).padStart(10)}   ratio`)
const missed = [...many].filter(([name, statements]) => {
  const [before, after] = [pagesOf(few.get(name)), pagesOf(statements)]
  const ratio = short.format(after / before)
  say(`${name.padEnd(44)}${String(before).padStart(10)}${String(after).padStart(10)}${ratio.padStart(8)}`)
  return after > MOST_GROWTH * before
})
if (missed.length > 0) {
  say(`\nmore than allowed: ${missed.map(([name]) => name).join(', ')}`)
  process.exitCode = 1
}
