/** npm run growth:users: what the lists, the timeline and the searches of administrators cost with 200,000 accounts. */
import { migrate } from '@slipstream/db/migrate'
import { dropDatabase, recreateDatabase } from '@slipstream/db/testing/test-database'
import { judgePages } from './compare-pages.ts'
import { openUsers } from './measure-users.ts'

const [SMALL, LARGE] = [10_000, 200_000]
const base = process.env.DATABASE_URL ?? ''
const say = (line: string) => console.log(line)

const measure = async (many: number) => {
  const name = `users_${many}_${process.pid}`
  const url = await recreateDatabase(base, name)
  try {
    await migrate(url)
    const began = performance.now()
    const store = await openUsers(url, many)
    say(`${many} accounts took ${Math.round((performance.now() - began) / 1_000)} s to write`)
    try {
      return await store.measure()
    } finally {
      await store.close()
    }
  } finally {
    await dropDatabase(base, name)
  }
}

const missed = judgePages([SMALL, LARGE], await measure(SMALL), await measure(LARGE))
for (const sentence of missed) say(`missed: ${sentence}`)
if (missed.length > 0) process.exitCode = 1
