import { expect, onTestFinished, test } from 'vitest'
import { openTestDatabase } from '#testing/open-test-database.ts'
import { compareMany } from './many-charges.ts'

test('a money check holds a page of charges in memory, not all of them', async () => {
  const { db, close } = await openTestDatabase()
  onTestFinished(close)
  // Together they weigh about 45 MB.
  const { grownMb, differences, isSame } = await compareMany(db, 15_000)
  expect({ differences, isSame }).toEqual({ differences: 0, isSame: true })
  expect(grownMb).toBeLessThan(15)
})
