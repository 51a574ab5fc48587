import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { newCustomer, newPayment } from '../testing/stripe-objects.ts'
import { refusal, stripe, unique } from '../testing/stripe-under-test.ts'

let customer: string
let older: string[]
let newer: string[]
/** When the last of the older payments was created. */
let between: number

const make = async (count: number) => {
  const made = []
  for (let turn = 0; turn < count; turn++) made.push(await newPayment({ customer }))
  return made
}

beforeAll(async () => {
  customer = (await newCustomer()).id
  const before = await make(2)
  // Stripe records creation times in seconds, so order is only defined across two of them.
  await sleep(1_100)
  const after = await make(3)
  older = before.map(({ id }) => id)
  newer = after.map(({ id }) => id)
  between = before.at(-1)?.created ?? 0
})

const page = async (given: { limit?: number; starting_after?: string; ending_before?: string; created?: object }) => {
  const { data, has_more } = await stripe.paymentIntents.list({ customer, ...given })
  return { ids: data.map(({ id }) => id), has_more }
}
const sorted = (ids: readonly string[]) => [...ids].sort()

describe('a list', () => {
  test('a list has the newest first', async () => {
    const { ids } = await page({})
    expect(sorted(ids.slice(0, 3))).toEqual(sorted(newer))
    expect(sorted(ids.slice(3))).toEqual(sorted(older))
  })

  test('a list is as long as its limit and has has_more true', async () => {
    const { ids, has_more } = await page({ limit: 2 })
    expect(ids).toHaveLength(2)
    expect(has_more).toBe(true)
  })

  test('a complete list has has_more false', async () => {
    const { ids, has_more } = await page({ limit: 5 })
    expect(ids).toHaveLength(5)
    expect(has_more).toBe(false)
  })

  test('a list continues after the last item of a page', async () => {
    const { ids } = await page({})
    expect(await page({ limit: 2, starting_after: ids[1] ?? '' })).toEqual({ ids: ids.slice(2, 4), has_more: true })
    expect(await page({ limit: 2, starting_after: ids[3] ?? '' })).toEqual({ ids: ids.slice(4), has_more: false })
  })

  test('a list can be paged back from the first item of a page', async () => {
    const { ids } = await page({})
    expect(await page({ limit: 2, ending_before: ids[3] ?? '' })).toEqual({ ids: ids.slice(1, 3), has_more: true })
    expect(await page({ limit: 2, ending_before: ids[2] ?? '' })).toEqual({ ids: ids.slice(0, 2), has_more: false })
  })

  test('the client iterates over several pages and sees each item once', async () => {
    const walked: string[] = []
    for await (const { id } of stripe.paymentIntents.list({ customer, limit: 2 })) walked.push(id)
    expect(walked).toEqual((await page({})).ids)
  })

  test('a list can be filtered by creation time', async () => {
    expect(sorted((await page({ created: { gt: between } })).ids)).toEqual(sorted(newer))
    expect(sorted((await page({ created: { lte: between } })).ids)).toEqual(sorted(older))
  })

  test('a list filtered by customer shows no others', async () => {
    const stranger = await newCustomer()
    const { data, has_more } = await stripe.paymentIntents.list({ customer: stranger.id })
    expect({ data, has_more }).toEqual({ data: [], has_more: false })
  })

  test.each([0, 101])('a list with a limit of %i is refused', async (limit) => {
    expect(await refusal(page({ limit }))).toMatchObject({ type: 'StripeInvalidRequestError', param: 'limit' })
  })

  test('a list with an unknown cursor is refused', async () => {
    const refused = await refusal(page({ starting_after: unique('pi') }))
    expect(refused).toMatchObject({ type: 'StripeInvalidRequestError', code: 'resource_missing' })
  })
})
