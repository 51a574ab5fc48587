import { afterEach, expect, test, vi } from 'vitest'
import { INTENT_LIFETIME_MS, keepIntent, takeIntents } from './intents.ts'

const kestrel = { kind: 'cart', modId: 4 } as const
const senko = { kind: 'wishlist', modId: 6 } as const
const ids = () => takeIntents().map(({ modId }) => modId)

afterEach(() => {
  sessionStorage.clear()
  vi.useRealTimers()
})

test('intents are returned once, in the order of the clicks, and a second click on the same mod moves its intent to the end', () => {
  for (const intent of [kestrel, senko, kestrel]) keepIntent(intent)
  expect(takeIntents()).toMatchObject([senko, kestrel])
  expect(ids()).toEqual([])
})

test('an intent expires after 15 minutes', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  keepIntent(kestrel)
  vi.setSystemTime(Date.now() + INTENT_LIFETIME_MS - 1)
  keepIntent(senko)
  vi.setSystemTime(Date.now() + 1)
  expect(ids()).toEqual([6])
})

test.each(['null', '{', '{}', '[null]'])('an invalid value in the tab’s storage counts as no intent: %s', (stored) => {
  sessionStorage.setItem('intents', stored)
  expect(ids()).toEqual([])
  keepIntent(kestrel)
  expect(ids()).toEqual([4])
})
