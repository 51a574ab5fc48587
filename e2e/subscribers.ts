import { stripeControl } from '@slipstream/emulators/stripe-control'
import { callAs } from './api.ts'
import { createPerson, type Person } from './people.ts'
import { store } from './store.ts'

export const stripe = () => stripeControl(store.environment().STRIPE_API_URL)

/** Sets Stripe's clock this far ahead of ours. Everything that becomes due at Stripe by then happens now. */
export const setStripesClock = async (secondsAhead: number) => {
  const { skew } = await stripe().clock()
  if (secondsAhead === skew) return
  if (secondsAhead > skew) {
    await stripe().advance({ seconds: secondsAhead - skew })
    return
  }
  await stripe().restore({ ...(await stripe().snapshot()), skew: secondsAhead })
}

interface SoldPlan {
  id: number
  name: string
  price: number
}

/** Subscribes a new person directly, without the pages. */
export const newSubscriber = async (planName: string): Promise<Person & { subscription: string }> => {
  const person = await createPerson()
  const session = await callAs(person.username, async ({ get, post }) => {
    const plan = (await get<SoldPlan[]>('/api/subscription/plans')).find(({ name }) => name === planName)
    if (!plan) throw new Error(`${planName} is not on sale`)
    const shownCents = Math.round(plan.price * 100)
    const { url } = await post<{ url: string }>('/api/subscription/start', { planId: plan.id, shownCents })
    const id = url.split('/').at(-1) ?? ''
    const paid = await stripe().complete({ session: id })
    await post('/api/subscription/complete', { transactionId: id })
    return paid
  })
  const { subscription } = session
  return { ...person, subscription: typeof subscription === 'string' ? subscription : (subscription?.id ?? '') }
}
