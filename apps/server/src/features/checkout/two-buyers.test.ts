import { expect, test } from 'vitest'
import { buy, checkOut, newBuyer, newKey, newMods, openEmptiedStore } from '#testing/buying-store.ts'

const store = await openEmptiedStore()

test('two buyers who use the same idempotency key get separate orders', async () => {
  const mods = await newMods(store, [1_250])
  const key = newKey()
  const [one, two] = [await newBuyer(store, mods), await newBuyer(store, mods)]
  const [first, second] = [await checkOut(one, { key }), await checkOut(two, { key })]
  expect([first.statusCode, second.statusCode]).toEqual([200, 200])
  const numbers = [first, second].map((answer) => answer.json<{ orderNumber: string }>().orderNumber)
  expect(new Set(numbers).size).toBe(2)
  expect((await two.call('GET', `/api/orders/${numbers[0]}`)).statusCode).toBe(404)
})

test('a purchase does not touch another person’s cart', async () => {
  const mods = await newMods(store, [1_250])
  const [one, two] = [await newBuyer(store, mods), await newBuyer(store, mods)]
  await buy(store, one)
  expect((await two.call('GET', '/api/cart')).json()).toHaveLength(1)
})
