import { expect, test } from 'vitest'
import { createMod } from '@slipstream/db/testing/catalogue-factories'
import { createUser } from '@slipstream/db/testing/factories'
import { countVisits } from '#features/visits/count-visits.service.ts'
import { newBatch, writeBatch } from '#features/visits/write-visits.service.ts'
import { newPerson } from '#testing/people.ts'
import { sell } from '#testing/sales.ts'
import { openEmptiedTestStore } from '#testing/test-store.ts'

const store = await openEmptiedTestStore()
const { db, services } = store

test('[CAP-13] a sale, its buyer, a visit and a slow route are in the reports that an administrator opens', async () => {
  const { call } = await newPerson(store, { isAdmin: true })
  const read = async (report: string) => {
    const answer = await call('GET', `/api/admin/${report}`)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json<unknown>()
  }
  const mod = await createMod(db, { title: 'Kestrel R4', priceCents: 1_500 })
  const buyer = await createUser(db)
  await sell(db, { userId: buyer.id, items: [{ mod, priceCents: 1_500 }], at: new Date() })
  const visit = { visitor: 1n, isBot: false, device: 'desktop', country: null } as const
  await writeBatch(db, newBatch([{ at: new Date(), kind: 'view', page: '/', ...visit }], 0))
  await countVisits(db, new AbortController().signal)
  for (let request = 0; request < 50; request += 1) services.visits.timed('GET /api/slow', 800, false)
  await services.visits.flush()

  expect(await read('dashboard/figures?days=7')).toMatchObject({ today: { now: { netCents: 1_500, orders: 1 } } })
  expect(await read('dashboard/top-mods?days=7')).toMatchObject({ items: [{ title: 'Kestrel R4', netCents: 1_500 }] })
  expect(await read('analytics/sales?days=7&compare=none')).toMatchObject({ now: { netCents: 1_500, orders: 1 } })
  expect(await read('analytics/users?days=7&compare=none')).toMatchObject({
    now: { accounts: 2, newCustomers: 1, returningCustomers: 0 },
  })
  expect(await read('analytics/cohorts')).toMatchObject({ cohorts: [{ people: 1 }] })
  expect(await read('analytics/visits?days=7&compare=none')).toMatchObject({ now: { visitors: 1, views: 1 } })
  expect(await read('analytics/performance/routes?days=1')).toMatchObject({ routes: [{ route: 'GET /api/slow' }] })
})
