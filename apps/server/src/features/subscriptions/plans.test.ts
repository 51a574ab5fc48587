import { asc, eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { planPrices, subscriptionPlans } from '@slipstream/db/tables/subscriptions'
import { createPlan } from '@slipstream/db/testing/subscription-factories'
import { lastChanges } from '#testing/audit-log.ts'
import { newPerson, type Person } from '#testing/people.ts'
import { runJobs } from '#testing/run-jobs.ts'
import { openEmptiedTestStore } from '#testing/test-store.ts'
import { publishPlan } from './publish-plan.service.ts'

const PLANS = '/api/admin/subscription/plans'

const store = await openEmptiedTestStore()
let admin: Person
beforeEach(async () => {
  admin = await newPerson(store, { isAdmin: true })
})

const list = async () => (await admin.call('GET', PLANS)).json<{ id: number; name: string }[]>()
const readRow = async (id: number) => {
  const [row] = await store.db.select().from(subscriptionPlans).where(eq(subscriptionPlans.id, id))
  if (!row) throw new Error(`there is no plan ${id}`)
  return row
}
const pricesOf = (planId: number) =>
  store.db.select().from(planPrices).where(eq(planPrices.planId, planId)).orderBy(asc(planPrices.id))

const askStripe = async <Answer>(path: string): Promise<Answer> => {
  const { providers, stripe } = store.config
  const response = await fetch(`${providers.stripe}${path}`, {
    headers: { authorization: `Bearer ${stripe.secretKey}` },
  })
  return (await response.json()) as Answer
}
interface StripePrice {
  id: string
  unit_amount: number
  recurring: { interval: string }
}
const atStripe = async (planId: number) => {
  const product = `plan_${(await readRow(planId)).reference}`
  return {
    product: await askStripe<{ name?: string; active?: boolean }>(`/v1/products/${product}`),
    prices: (await askStripe<{ data: StripePrice[] }>(`/v1/prices?product=${product}`)).data,
  }
}

test('[CALL-05] [PLAN-02] [CAP-14] a plan that is created with a name alone is a free, active monthly plan, and not featured', async () => {
  const answer = await admin.call('POST', PLANS, { name: 'Premium Month' })
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({
    id: expect.any(Number),
    name: 'Premium Month',
    description: '',
    price: 0,
    interval: 'month',
    isActive: true,
    isFeatured: false,
    sortOrder: 0,
  })
  expect(await list()).toEqual([answer.json()])
  expect(await lastChanges(store.db)).toMatchObject([
    { action: 'create', subject: 'plan', subjectName: 'Premium Month' },
  ])
})

test('[PLAN-02] the price of a plan is a decimal number of dollars on the wire and whole cents in the table', async () => {
  const plan = (await admin.call('POST', PLANS, { name: 'Premium Year', price: 59.99 })).json<{ id: number }>()
  expect(plan).toMatchObject({ price: 59.99 })
  expect(await readRow(plan.id)).toMatchObject({ price: 5_999 })
})

test('[CALL-05] plans are listed by their sort order, then by age', async () => {
  await createPlan(store.db, { name: 'second', sortOrder: 1 })
  await createPlan(store.db, { name: 'third', sortOrder: 1 })
  await createPlan(store.db, { name: 'first', sortOrder: -1 })
  expect((await list()).map(({ name }) => name)).toEqual(['first', 'second', 'third'])
})

test.each([
  ['name', { name: 'Premium Plus' }],
  ['description', { description: 'Every mod in the garage.' }],
  ['price', { price: 7.49 }],
  ['interval', { interval: '12 weeks' }],
  ['isActive', { isActive: false }],
  ['isFeatured', { isFeatured: true }],
  ['sortOrder', { sortOrder: 3 }],
])('[CALL-05] [PLAN-04] a change of %s leaves every other field alone and is in the audit log', async (_, change) => {
  const { id } = await createPlan(store.db)
  const [before] = await list()
  const answer = await admin.call('PATCH', `${PLANS}/${id}`, change)
  expect(answer.json()).toEqual({ ...before, ...change })
  expect(await list()).toEqual([answer.json()])
  const [logged] = await lastChanges(store.db)
  expect(Object.keys(logged?.after ?? {})).toEqual(Object.keys(change))
})

test('editing a plan without changes writes no audit entry', async () => {
  const { id } = await createPlan(store.db)
  expect((await admin.call('PATCH', `${PLANS}/${id}`, {})).statusCode).toBe(200)
  expect((await admin.call('PATCH', `${PLANS}/${id}`, { price: 6.99 })).statusCode).toBe(200)
  expect(await lastChanges(store.db)).toEqual([])
})

test.each([
  ['without a name', { name: ' ' }],
  ['with a negative price', { price: -1 }],
  ['with an unknown field', { stripePriceId: 'price_1' }],
  ['with a sort order that no column holds', { sortOrder: 2 ** 31 }],
])('a plan %s is refused', async (_, wrong) => {
  const { id } = await createPlan(store.db)
  for (const answer of [
    await admin.call('POST', PLANS, { name: 'Premium', ...wrong }),
    await admin.call('PATCH', `${PLANS}/${id}`, wrong),
  ]) {
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ code: 'request.invalid' })
  }
})

test('[CALL-05] [CAP-14] a deleted plan is gone from the list and kept in the table; deleting it again changes nothing', async () => {
  const { id } = await createPlan(store.db)
  expect((await admin.call('DELETE', `${PLANS}/${id}`)).statusCode).toBe(200)
  expect(await list()).toEqual([])
  expect((await readRow(id)).archivedAt).toBeInstanceOf(Date)
  expect(await lastChanges(store.db)).toMatchObject([{ action: 'remove', subject: 'plan' }])

  expect((await admin.call('DELETE', `${PLANS}/${id}`)).statusCode).toBe(200)
  expect(await lastChanges(store.db)).toHaveLength(1)
  for (const refused of [
    await admin.call('PATCH', `${PLANS}/${id}`, { name: 'Back' }),
    await admin.call('DELETE', `${PLANS}/${id + 1}`),
  ]) {
    expect(refused.statusCode).toBe(404)
    expect(refused.json()).toMatchObject({ code: 'plan.not_found' })
  }
})

test('[CAP-14] changing a plan’s price creates a new price at Stripe and keeps the old one', async () => {
  const { id } = (await admin.call('POST', PLANS, { name: 'Premium Month', price: 6.99 })).json<{ id: number }>()
  await runJobs(store)
  expect(await atStripe(id)).toMatchObject({
    product: { name: 'Premium Month', active: true },
    prices: [{ unit_amount: 699, recurring: { interval: 'month' } }],
  })

  await admin.call('PATCH', `${PLANS}/${id}`, { price: 7.99 })
  await admin.call('PATCH', `${PLANS}/${id}`, { name: 'Premium' })
  await runJobs(store)
  const { product, prices } = await atStripe(id)
  expect(product).toMatchObject({ name: 'Premium' })
  expect(prices.map(({ unit_amount }) => unit_amount).sort()).toEqual([699, 799])
  expect((await pricesOf(id)).map(({ price, stripePriceId }) => [price, stripePriceId])).toEqual([
    [699, prices.find(({ unit_amount }) => unit_amount === 699)?.id],
    [799, prices.find(({ unit_amount }) => unit_amount === 799)?.id],
  ])

  await admin.call('PATCH', `${PLANS}/${id}`, { price: 6.99 })
  await runJobs(store)
  expect((await atStripe(id)).prices).toHaveLength(2)
})

test('publishing a plan again after Stripe’s answer was lost creates no second price', async () => {
  const { id } = await createPlan(store.db)
  await publishPlan(store.services, id)
  await store.db.update(planPrices).set({ stripePriceId: null })
  await publishPlan(store.services, id)
  await Promise.all([publishPlan(store.services, id), publishPlan(store.services, id)])
  const { prices } = await atStripe(id)
  expect(prices).toHaveLength(1)
  expect(await pricesOf(id)).toMatchObject([{ stripePriceId: prices[0]?.id }])
})

test('two workers that publish the same plan at once create one product and one price', async () => {
  const { id } = await createPlan(store.db)
  await Promise.allSettled([publishPlan(store.services, id), publishPlan(store.services, id)])
  await publishPlan(store.services, id)
  expect((await atStripe(id)).prices).toHaveLength(1)
})

test.each([
  ['costs less than Stripe’s minimum', { price: 49 }],
  ['costs nothing', { price: 0 }],
  ['has an interval that Stripe does not know', { interval: '12 weeks' }],
])('a plan that %s gets no price at Stripe', async (_, terms) => {
  const { id } = await createPlan(store.db, terms)
  await publishPlan(store.services, id)
  expect(await pricesOf(id)).toEqual([])
  expect((await atStripe(id)).prices).toEqual([])
})

test('a deleted plan is no longer for sale at Stripe', async () => {
  const { id } = await createPlan(store.db)
  await publishPlan(store.services, id)
  await admin.call('DELETE', `${PLANS}/${id}`)
  await runJobs(store)
  expect((await atStripe(id)).product).toMatchObject({ active: false })
})
