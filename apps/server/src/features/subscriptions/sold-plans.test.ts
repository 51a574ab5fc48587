import { beforeEach, expect, test } from 'vitest'
import { createPlan } from '@slipstream/db/testing/subscription-factories'
import { newPerson, type Person } from '#testing/people.ts'
import { openEmptiedTestStore } from '#testing/test-store.ts'

const store = await openEmptiedTestStore()
let admin: Person
beforeEach(async () => {
  admin = await newPerson(store, { isAdmin: true })
})

const soldPlans = async () => (await store.call('GET', '/api/subscription/plans')).json<{ name: string }[]>()

test('the plans on sale are public, in their order, and every change to a plan reaches the list', async () => {
  await createPlan(store.db, { name: 'Premium Year', price: 5_999, interval: 'year', isFeatured: true, sortOrder: 2 })
  const heard = new Promise<void>((resolve) => store.services.bus.onChange('plans', () => resolve()))
  const created = await admin.call('POST', '/api/admin/subscription/plans', { name: 'Premium Month', price: 6.99 })
  await heard
  expect(await soldPlans()).toEqual([
    {
      id: created.json<{ id: number }>().id,
      name: 'Premium Month',
      description: '',
      price: 6.99,
      interval: 'month',
      isFeatured: false,
    },
    expect.objectContaining({ name: 'Premium Year', price: 59.99, interval: 'year', isFeatured: true }),
  ])

  const removed = new Promise<void>((resolve) => store.services.bus.onChange('plans', () => resolve()))
  await admin.call('DELETE', `/api/admin/subscription/plans/${created.json<{ id: number }>().id}`)
  await removed
  expect((await soldPlans()).map(({ name }) => name)).toEqual(['Premium Year'])
})

test.each([
  ['is switched off', { isActive: false }],
  ['was deleted', { archivedAt: new Date() }],
  ['costs less than Stripe’s minimum', { price: 49 }],
  ['is free', { price: 0 }],
  ['has an interval that Stripe does not know', { interval: '12 weeks' }],
])('a plan that %s is not on sale', async (_, values) => {
  await createPlan(store.db, { name: 'hidden', ...values })
  await createPlan(store.db, { name: 'sold' })
  await store.services.cache.purge('plans')
  expect((await soldPlans()).map(({ name }) => name)).toEqual(['sold'])
})
