import { expect } from 'vitest'
import type { BuyingStore } from './buying-store.ts'

type Kept = Record<string, Record<string, object>>

/** Changes Stripe's data directly, for states its emulator does not reach by itself. */
export const alterStripe = async ({ stripe }: Pick<BuyingStore, 'stripe'>, change: (kept: Kept) => void) => {
  const control = `${stripe.address}/_control`
  const kept = (await (await fetch(`${control}/snapshot`)).json()) as Kept
  change(kept)
  const answer = await fetch(`${control}/restore`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(kept),
  })
  expect(answer.ok).toBe(true)
}

/** The same for one object. */
export const alterAtStripe = (store: Pick<BuyingStore, 'stripe'>, kind: string, id: string, values: object) =>
  alterStripe(store, (kept) => {
    const object = kept[kind]?.[id]
    if (!object) throw new Error(`Stripe has no ${kind} ${id}`)
    Object.assign(object, values)
  })
