import Stripe from 'stripe'
import { DomainError } from '#lib/domain-error.ts'

/** Stripe refused the request, so a retry would not help. Its reason is for the staff, not for the caller. */
export class StripeRefusal extends DomainError {
  readonly reason: string
  readonly stripeCode: string | undefined
  /** The parameter of the call that Stripe refuses. */
  readonly parameter: string | undefined

  constructor(error: Stripe.errors.StripeError) {
    super('payments.refused', { cause: error })
    this.name = 'StripeRefusal'
    this.reason = error.message
    this.stripeCode = error.code
    this.parameter = error.param
  }
}

/**
 * Creates an object under an idempotency key. If Stripe replays a stored failure for the key, an object created under
 * it is out of reach, so every process falls back to the same second key.
 */
export const createOnce = async <Made>(key: string, create: (key: string) => Promise<Made>): Promise<Made> => {
  try {
    return await asked(() => create(key))
  } catch (error) {
    if (!isKeptFailure(error)) throw error
    return asked(() => create(`${key}-again`))
  }
}

/** Whether the card was declined, which is not a failure of Stripe. */
export const isDecline = (error: unknown) =>
  error instanceof Error && error.cause instanceof Stripe.errors.StripeCardError

/** Stripe replays its own failure for an idempotency key for a whole day, long after it has recovered. */
const isKeptFailure = (error: unknown) =>
  error instanceof DomainError &&
  error.cause instanceof Stripe.errors.StripeAPIError &&
  error.cause.headers?.['idempotent-replayed'] === 'true'

export const seconds = (at: Date) => Math.floor(at.getTime() / 1_000)

export const all = async <Item>(list: AsyncIterable<Item>): Promise<Item[]> => {
  const items: Item[] = []
  for await (const item of list) items.push(item)
  return items
}

export const asked = async <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) throw new StripeRefusal(error)
    if (error instanceof Stripe.errors.StripeError) throw new DomainError('payments.away', { cause: error })
    throw error
  }
}

export const orNull = async <Answer>(ask: () => Promise<Answer>): Promise<Answer | null> => {
  try {
    return await asked(ask)
  } catch (error) {
    if (error instanceof StripeRefusal && error.stripeCode === 'resource_missing') return null
    throw error
  }
}
