import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'
import { afterAll, expect, vi } from 'vitest'
import { startStripe } from './start-stripe.ts'

/** With a key of Stripe's test mode the same tests run against Stripe itself. */
const testKey = process.env.STRIPE_TEST_KEY

const connectToEmulator = async () => {
  const { stripe, close } = await startStripe({ client: { timeout: 10_000 } })
  return { client: stripe, stop: close, patience: { timeout: 4_000, interval: 20 } }
}

const connectToStripe = (key: string) => {
  if (!/^[rs]k_test_/.test(key))
    throw new Error('STRIPE_TEST_KEY must be a test-mode key, because these tests make payments.')
  // Stripe answers over the internet, and a test clock takes a while to advance.
  vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })
  return { client: new Stripe(key), stop: async () => undefined, patience: { timeout: 120_000, interval: 1_000 } }
}

const { client, stop, patience } = testKey ? connectToStripe(testKey) : await connectToEmulator()

export const stripe = client

const leftovers: (() => Promise<unknown>)[] = []

/** Keeps a test account tidy: objects of a test are removed when its file is done. */
export const cleanUpLater = (cleanUp: () => Promise<unknown>) => leftovers.push(cleanUp)

afterAll(async () => {
  // One after the other, because Stripe limits concurrent calls. Many of the objects are already gone.
  for (const cleanUp of leftovers) await cleanUp().catch(() => undefined)
  await stop()
})

/** Stripe finishes some things after it has answered: retries until the check passes. */
export const eventually = <Result>(check: () => Promise<Result>) => vi.waitFor(check, patience)

/** The client's error for a refused call. */
export const refusal = async (call: Promise<unknown>) => {
  try {
    await call
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error
    throw error
  }
  throw new Error('The call was not refused.')
}

/** For calls that Stripe understands and does not allow. An unknown parameter would be refused as well. */
export const expectNotAllowed = async (call: Promise<unknown>) => {
  const { type, code, message } = await refusal(call)
  expect({ type, isUnderstood: code !== 'parameter_unknown' }, message).toEqual({
    type: 'StripeInvalidRequestError',
    isUnderstood: true,
  })
}

/** No two runs may collide in the same account. */
export const unique = (name: string) => `${name}-${randomUUID()}`
