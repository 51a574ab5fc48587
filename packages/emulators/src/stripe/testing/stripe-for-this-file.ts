import { afterAll } from 'vitest'
import { startStripe } from './start-stripe.ts'

/** One emulator for all tests of a file, there when they are described. */
export const stripeForThisFile = async () => {
  const running = await startStripe()
  afterAll(running.close)
  return running
}
