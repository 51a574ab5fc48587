import type Stripe from 'stripe'
import { copied } from './changes.ts'
import { noSuch } from './failure.ts'
import { newId } from './ids.ts'
import type { StripeState } from './state.ts'

export const API_VERSION = '2026-10-28.endive'

/** One emulated Stripe account: its data, its clock and its events. */
export interface Account {
  /** The emulator's own address, for the hosted pages. */
  readonly address: string
  readonly state: StripeState
  /** Unix seconds on the account's clock, or on a test clock. */
  now: (testClock?: string | null) => number
  /** Notes what happened and tells the webhook endpoints. The object is copied as it is now. */
  emit: <Type extends Stripe.Event.Type>(type: Type, object: object, previous?: object) => void
  /** The call being answered; events name it. Null for what happens by itself. */
  request: { id: string; idempotency_key: string | null } | null
}

interface AccountOptions {
  address: string
  state: () => StripeState
  onEvent: (event: Stripe.Event) => void
}

export const openAccount = ({ address, state, onEvent }: AccountOptions): Account => {
  const account: Account = {
    address,
    get state() {
      return state()
    },
    now: (testClock) =>
      (testClock ? state().testClocks[testClock]?.frozen_time : undefined) ??
      Math.floor(Date.now() / 1000) + state().skew,
    emit: (type, object, previous) => {
      // The union of all events cannot follow a type that is only known when it happens.
      const event = {
        id: newId('evt'),
        object: 'event',
        api_version: API_VERSION,
        created: account.now(),
        data: { object: copied(object), ...(previous && { previous_attributes: copied(previous) }) },
        livemode: false,
        // Counted by whoever delivers it.
        pending_webhooks: 0,
        request: account.request ?? { id: null, idempotency_key: null },
        type,
      } as Stripe.Event
      state().events[event.id] = event
      onEvent(event)
    },
    request: null,
  }
  return account
}

/** The row, or Stripe's complaint that there is none. */
export const find = <Row>(table: Record<string, Row>, kind: string, id: string, param = 'id'): Row => {
  const row = Object.hasOwn(table, id) ? table[id] : undefined
  if (row === undefined) throw noSuch(kind, id, param)
  return row
}

/** The id of what may stand expanded in an object; the state keeps ids only. */
export const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null)
