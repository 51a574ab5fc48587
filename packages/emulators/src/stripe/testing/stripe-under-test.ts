import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'
import { afterAll, expect, vi } from 'vitest'
import { startStripe } from './start-stripe.ts'

/** With a key of Stripe's test mode the same checks run against Stripe itself. */
const testKey = process.env.STRIPE_TEST_KEY

const connectToEmulator = async () => {
  const { stripe, close } = await startStripe({ client: { timeout: 10_000 } })
  return { client: stripe, stop: close, patience: { timeout: 4_000, interval: 20 } }
}

const connectToStripe = (key: string) => {
  if (!/^[rs]k_test_/.test(key)) throw new Error('STRIPE_TEST_KEY must be a key of the test mode: these checks pay.')
  // Stripe answers over the internet, and a test clock takes its time to advance.
  vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })
  return { client: new Stripe(key), stop: async () => undefined, patience: { timeout: 120_000, interval: 1_000 } }
}

const { client, stop, patience } = testKey ? connectToStripe(testKey) : await connectToEmulator()

export const stripe = client

const leftovers: (() => Promise<unknown>)[] = []

/** Keeps a test account tidy: what a check made is taken away when its file is done. */
export const cleanUpLater = (cleanUp: () => Promise<unknown>) => leftovers.push(cleanUp)

afterAll(async () => {
  // One after the other, because Stripe limits how many calls it takes at once. Much of it is gone already.
  for (const cleanUp of leftovers) await cleanUp().catch(() => undefined)
  await stop()
})

/** Stripe does some things after it has answered: asks again until the check passes. */
export const eventually = <Result>(check: () => Promise<Result>) => vi.waitFor(check, patience)

/** The error with which the client reports that Stripe refused the call. */
export const refusal = async (call: Promise<unknown>) => {
  try {
    await call
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error
    throw error
  }
  throw new Error('The call was not refused.')
}

/** For calls that Stripe understands and does not allow: a parameter nobody knows would be refused as well. */
export const expectNotAllowed = async (call: Promise<unknown>) => {
  const { type, code, message } = await refusal(call)
  expect({ type, isUnderstood: code !== 'parameter_unknown' }, message).toEqual({
    type: 'StripeInvalidRequestError',
    isUnderstood: true,
  })
}

/** No two runs may meet in the same account. */
export const unique = (name: string) => `${name}-${randomUUID()}`
