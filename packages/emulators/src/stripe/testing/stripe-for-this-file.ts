import { afterAll } from 'vitest'
import { startStripe } from './start-stripe.ts'

/** One emulator for all tests of a file, available while they are declared. */
export const stripeForThisFile = async () => {
  const running = await startStripe()
  afterAll(running.close)
  return running
}
