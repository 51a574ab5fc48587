import { randomUUID } from 'node:crypto'
import { type APIRequestContext, request } from '@playwright/test'
import { stripeControl } from '@slipstream/emulators/stripe-control'
import { PUBLIC_PASSWORD, type Person } from './people.ts'
import { expect, fromSomewhere, store } from './store.ts'

const answerOf = async <Answer>(call: ReturnType<APIRequestContext['get']>): Promise<Answer> => {
  const response = await call
  expect(response.ok(), await response.text()).toBe(true)
  return (await response.json()) as Answer
}

/** Buys mods without the pages that other journeys are about. Says the number of the paid order. */
export const buyMods = async ({ username }: Person, modIds: readonly number[]): Promise<string> => {
  const browser = await request.newContext({
    baseURL: store.url(),
    extraHTTPHeaders: { ...fromSomewhere(), origin: store.url(), 'x-requested-with': 'XMLHttpRequest' },
  })
  try {
    await answerOf(browser.post('/api/auth/login', { data: { username, password: PUBLIC_PASSWORD } }))
    for (const modId of modIds) await answerOf(browser.post('/api/cart', { data: { modId } }))
    const { quote } = await answerOf<{ quote: string }>(browser.get('/api/checkout/quote'))
    const consents = { delivery: true, withdrawal: true }
    const { url, orderNumber } = await answerOf<{ url: string; orderNumber: string }>(
      browser.post('/api/checkout', { data: { key: randomUUID(), quote, consents } }),
    )
    const session = url.split('/').at(-1) ?? ''
    await stripeControl(store.environment().STRIPE_API_URL).complete({ session })
    await answerOf(browser.post('/api/purchase/complete', { data: { transactionId: session } }))
    return orderNumber
  } finally {
    await browser.dispose()
  }
}
