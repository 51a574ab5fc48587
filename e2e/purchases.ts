import { randomUUID } from 'node:crypto'
import { stripeControl } from '@slipstream/emulators/stripe-control'
import { callAs } from './api.ts'
import type { Person } from './people.ts'
import { store } from './store.ts'

/** Buys mods directly, without the checkout pages. Returns the number of the paid order. */
export const buyMods = ({ username }: Person, modIds: readonly number[]): Promise<string> =>
  callAs(username, async ({ get, post }) => {
    for (const modId of modIds) await post('/api/cart', { modId })
    const { quote } = await get<{ quote: string }>('/api/checkout/quote')
    const consents = { delivery: true, withdrawal: true }
    const order = { key: randomUUID(), quote, consents }
    const { url, orderNumber } = await post<{ url: string; orderNumber: string }>('/api/checkout', order)
    const session = url.split('/').at(-1) ?? ''
    await stripeControl(store.environment().STRIPE_API_URL).complete({ session })
    await post('/api/purchase/complete', { transactionId: session })
    return orderNumber
  })
