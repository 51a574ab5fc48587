import { openDatabase } from '@slipstream/db/client'
import { readDemoPayments } from '@slipstream/demo/demo-payments'
import { stripeControl } from '@slipstream/emulators/stripe-control'

interface Environment {
  DATABASE_URL?: string | undefined
  STRIPE_API_URL?: string | undefined
}

const isEmulator = (address: string) => address.startsWith('http:')

/**
 * Tells the emulated Stripe what the demo's customers have paid, so that the money check has something to agree with.
 * What it knows already stays as it is; Stripe itself is told nothing.
 */
export const tellDemoPayments = async ({ DATABASE_URL = '', STRIPE_API_URL = '' }: Environment) => {
  if (!isEmulator(STRIPE_API_URL)) return
  const { db, close } = openDatabase({
    url: DATABASE_URL,
    applicationName: 'slipstream-demo-payments',
    maxConnections: 1,
    onIdleError: (error) => console.error(error.message),
  })
  const payments = await readDemoPayments(db).finally(close)
  if (payments.length > 0) await stripeControl(STRIPE_API_URL).rememberPayments(payments)
}

/** As on the first day: nothing was ever paid. */
export const forgetPayments = async ({ STRIPE_API_URL = '' }: Environment) => {
  if (isEmulator(STRIPE_API_URL)) await stripeControl(STRIPE_API_URL).reset()
}
