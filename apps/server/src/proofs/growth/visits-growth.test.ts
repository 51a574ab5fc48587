import { expect, inject, test } from 'vitest'
import { copyDatabase, dropDatabase } from '@slipstream/db/testing/test-database'
import { measureVisits } from './measure-visits.ts'

test('the reports of visits can be measured on a year of generated events, and every event is counted', async () => {
  const base = inject('environment').DATABASE_URL ?? ''
  const name = `growth_visits_${process.pid}`
  const url = await copyDatabase(base, inject('templateDatabase'), name)
  try {
    const { counted, answers } = await measureVisits(url, 365 * 100, 1)
    expect(counted).toBe(365 * 100)
    expect(answers).toHaveLength(32)
  } finally {
    await dropDatabase(base, name)
  }
})
