/** Stripe's `error` object, from which the client creates its exceptions. */
interface ErrorBody {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'
  message: string
  code?: string
  param?: string
  decline_code?: string
  charge?: string
  payment_intent?: object
  payment_method?: object
  doc_url?: string
}

/** A call that Stripe would refuse. */
export class StripeFailure extends Error {
  readonly status: number
  readonly body: ErrorBody
  /** An unknown id: 404 if it is in the path, 400 if it is in a parameter. */
  readonly missing: string | undefined
  constructor(status: number, body: ErrorBody, missing?: string) {
    super(body.message)
    this.status = status
    this.body = body
    this.missing = missing
  }
}

export const invalidRequest = (message: string, more: { code?: string; param?: string } = {}) =>
  new StripeFailure(400, { type: 'invalid_request_error', message, ...more })

export const noSuch = (kind: string, id: string, param: string) =>
  new StripeFailure(
    400,
    { type: 'invalid_request_error', code: 'resource_missing', message: `No such ${kind}: '${id}'`, param },
    id,
  )

/** For a feature of Stripe that the emulator lacks. If the call succeeded silently, tests would rely on it. */
export const notEmulated = (what: string) =>
  new StripeFailure(501, { type: 'api_error', code: 'not_emulated', message: `The emulator does not support ${what}.` })
