/** npm run growth:reviews: what a page of reviews costs when a mod has a hundred thousand of them. */
import { migrate } from '@slipstream/db/migrate'
import { dropDatabase, recreateDatabase } from '@slipstream/db/testing/test-database'
import { pagesOf } from './compare-pages.ts'
import { MOST_GROWTH, openReviews } from './measure-reviews.ts'

const [SMALL, LARGE] = [100, 100_000]
const base = process.env.DATABASE_URL ?? ''
const short = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const say = (line: string) => console.log(line)

const measure = async (many: number) => {
  const name = `reviews_${many}_${process.pid}`
  const url = await recreateDatabase(base, name)
  try {
    await migrate(url)
    const store = await openReviews(url, many)
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
say(`${'pages touched'.padEnd(44)}${String(SMALL).padStart(10)}${String(LARGE).padStart(10)}   ratio`)
const missed = [...after].filter(([name, statements]) => {
  const [few, many] = [pagesOf(before.get(name)), pagesOf(statements)]
  say(
    `${name.padEnd(44)}${String(few).padStart(10)}${String(many).padStart(10)}${short.format(many / few).padStart(8)}`,
  )
  return many > MOST_GROWTH * few
})
if (missed.length > 0) {
  say(`\nmore than allowed: ${missed.map(([name]) => name).join(', ')}`)
  process.exitCode = 1
}
