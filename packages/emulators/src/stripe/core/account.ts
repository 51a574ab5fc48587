import type Stripe from 'stripe'
import { copied } from './changes.ts'
import { noSuch } from './failure.ts'
import { newId } from './ids.ts'
import type { StripeState } from './state.ts'

export const API_VERSION = '2026-10-28.endive'

/** One emulated Stripe account: its data, its clock and its events. */
export interface Account {
  /** The emulator's own URL, for the hosted pages. */
  readonly address: string
  readonly state: StripeState
  /** Unix seconds of the account's clock, or of a test clock. */
  now: (testClock?: string | null) => number
  /** Records an event and notifies the webhook endpoints. The object is copied as it is now. */
  emit: <Type extends Stripe.Event.Type>(type: Type, object: object, previous?: object) => void
  /** The call being answered, which events refer to. Null for scheduled changes. */
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
      // The union of all events cannot narrow to a type that is known only at runtime.
      const event = {
        id: newId('evt'),
        object: 'event',
        api_version: API_VERSION,
        created: account.now(),
        data: { object: copied(object), ...(previous && { previous_attributes: copied(previous) }) },
        livemode: false,
        // Counted by the delivery code.
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

/** The row, or Stripe's "No such …" error. */
export const find = <Row>(table: Record<string, Row>, kind: string, id: string, param = 'id'): Row => {
  const row = Object.hasOwn(table, id) ? table[id] : undefined
  if (row === undefined) throw noSuch(kind, id, param)
  return row
}

/** The id of a possibly expanded reference. The state stores only ids. */
export const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null)
