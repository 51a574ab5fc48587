import { openDatabase } from '@slipstream/db/client'
import { readDemoPayments } from '@slipstream/demo/demo-payments'
import { stripeControl } from '@slipstream/emulators/stripe-control'

interface Environment {
  DATABASE_URL?: string | undefined
  STRIPE_API_URL?: string | undefined
}

const isEmulator = (address: string) => address.startsWith('http:')

/**
 * Registers the demo customers' payments with the emulated Stripe, so that the money check finds them there. Payments
 * it already has stay as they are. The real Stripe is never touched.
 */
export const tellDemoPayments = async ({ DATABASE_URL = '', STRIPE_API_URL = '' }: Environment) => {
  if (!isEmulator(STRIPE_API_URL)) return
  const { db, close } = openDatabase({
    url: DATABASE_URL,
    applicationName: 'slipstream-demo-payments',
    maxConnections: 1,
    onIdleError: (error) => console.error(error.message),
  })
  try {
    const payments = await readDemoPayments(db)
    if (payments.length > 0) await stripeControl(STRIPE_API_URL).rememberPayments(payments)
  } finally {
    await close()
  }
}

/** Resets the emulated Stripe: no payments at all. */
export const forgetPayments = async ({ STRIPE_API_URL = '' }: Environment) => {
  if (isEmulator(STRIPE_API_URL)) await stripeControl(STRIPE_API_URL).reset()
}
