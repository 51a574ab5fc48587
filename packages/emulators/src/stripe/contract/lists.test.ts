import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { newCustomer, newPayment } from '../testing/stripe-objects.ts'
import { refusal, stripe, unique } from '../testing/stripe-under-test.ts'

let customer: string
let older: string[]
let newer: string[]
/** When the last of the older ones was made. */
let between: number

const make = async (count: number) => {
  const made = []
  for (let turn = 0; turn < count; turn++) made.push(await newPayment({ customer }))
  return made
}

beforeAll(async () => {
  customer = (await newCustomer()).id
  const before = await make(2)
  // Stripe notes the second in which a thing was made: order can only be told across two of them.
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
  test('has the newest first', async () => {
    const { ids } = await page({})
    expect(sorted(ids.slice(0, 3))).toEqual(sorted(newer))
    expect(sorted(ids.slice(3))).toEqual(sorted(older))
  })

  test('is as long as its limit and says that there is more', async () => {
    const { ids, has_more } = await page({ limit: 2 })
    expect(ids).toHaveLength(2)
    expect(has_more).toBe(true)
  })

  test('that is complete says that there is no more', async () => {
    const { ids, has_more } = await page({ limit: 5 })
    expect(ids).toHaveLength(5)
    expect(has_more).toBe(false)
  })

  test('goes on after the last one of a page', async () => {
    const { ids } = await page({})
    expect(await page({ limit: 2, starting_after: ids[1] ?? '' })).toEqual({ ids: ids.slice(2, 4), has_more: true })
    expect(await page({ limit: 2, starting_after: ids[3] ?? '' })).toEqual({ ids: ids.slice(4), has_more: false })
  })

  test('goes back before the first one of a page', async () => {
    const { ids } = await page({})
    expect(await page({ limit: 2, ending_before: ids[3] ?? '' })).toEqual({ ids: ids.slice(1, 3), has_more: true })
    expect(await page({ limit: 2, ending_before: ids[2] ?? '' })).toEqual({ ids: ids.slice(0, 2), has_more: false })
  })

  test('is walked over several pages by the client, each thing once', async () => {
    const walked: string[] = []
    for await (const { id } of stripe.paymentIntents.list({ customer, limit: 2 })) walked.push(id)
    expect(walked).toEqual((await page({})).ids)
  })

  test('can be narrowed to what was made after a moment, or until then', async () => {
    expect(sorted((await page({ created: { gt: between } })).ids)).toEqual(sorted(newer))
    expect(sorted((await page({ created: { lte: between } })).ids)).toEqual(sorted(older))
  })

  test('shows nothing of others', async () => {
    const stranger = await newCustomer()
    const { data, has_more } = await stripe.paymentIntents.list({ customer: stranger.id })
    expect({ data, has_more }).toEqual({ data: [], has_more: false })
  })

  test.each([0, 101])('with a limit of %i is refused', async (limit) => {
    expect(await refusal(page({ limit }))).toMatchObject({ type: 'StripeInvalidRequestError', param: 'limit' })
  })

  test('that should go on after something unknown is refused', async () => {
    const refused = await refusal(page({ starting_after: unique('pi') }))
    expect(refused).toMatchObject({ type: 'StripeInvalidRequestError', code: 'resource_missing' })
  })
})
