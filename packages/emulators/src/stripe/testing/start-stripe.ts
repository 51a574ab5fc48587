import Stripe from 'stripe'
import { stripeControl } from '../../stripe-control.ts'
import { freePort } from '../../testing/free-ports.ts'
import { EMULATOR_SECRET_KEY } from '../core/api.ts'
import { createStripeEmulator } from '../stripe-emulator.ts'

interface Options {
  webhook?: { url: string; secret: string }
  folder?: string
  client?: Stripe.StripeConfig
}

/** An emulator for one test, with the official client and the control API. */
export const startStripe = async ({ client = {}, ...options }: Options = {}) => {
  const host = '127.0.0.1'
  const port = await freePort()
  const address = `http://${host}:${port}`
  const { app } = createStripeEmulator({ address, ...options })
  await app.listen({ host, port })
  return {
    address,
    stripe: new Stripe(EMULATOR_SECRET_KEY, { host, port, protocol: 'http', maxNetworkRetries: 0, ...client }),
    control: stripeControl(address),
    close: () => app.close(),
  }
}
